"""Words that only join others, by language: what an excerpt is never centred on."""


def _listed(words: str) -> tuple[str, ...]:
    return tuple(words.split())


FUNCTION_WORDS: dict[str, tuple[str, ...]] = {
    "en": _listed(
        "a an the this that these those such some any all both each every either neither none no other another much many "
        "more most few less least several enough i me my mine myself we us our ours ourselves you your yours yourself he "
        "him his himself she her hers herself it its itself they them their theirs themselves who whom whose which what "
        "when where why how whether whoever whatever whichever someone anyone everyone nobody something anything "
        "everything nothing am is are was were be been being do does did done doing have has had having can could may "
        "might must shall should will would ought cannot can't don't doesn't didn't isn't aren't wasn't weren't hasn't "
        "haven't hadn't won't wouldn't shan't shouldn't couldn't mustn't i'm i've i'd i'll it's that's what's who's "
        "there's you're we're they're you've we've they've of in on at by to for from with without within into onto upon "
        "up down out off over under above below between among through during before after since until till against about "
        "around across along behind beyond per via than as like towards toward despite except besides regarding "
        "concerning and or but nor if unless because though although while whereas so then else not only also too very "
        "just even still yet already again ever never here there now once please tell"
    ),
    "de": _listed(
        "der die das des dem den ein eine einer eines einem einen kein keine keiner keines keinem keinen dieser diese "
        "dieses diesem diesen jener jene jenes jenem jenen jeder jede jedes jedem jeden alle aller alles allem allen "
        "manche mancher welche welcher welches welchem welchen solche solcher viel viele mehr wenig ich mich mir mein "
        "meine meiner meines meinem meinen du dich dir dein deine er ihn ihm sein seine seiner seines seinem seinen sie "
        "ihr ihre ihrer ihres ihrem ihren es wir uns unser unsere unserer ihnen man sich selbst wer wen wem wessen was "
        "wann wo wohin woher warum wieso weshalb wie wieviel ob jemand niemand etwas nichts bin bist ist sind war waren "
        "sei wäre werde wird werden wurde wurden worden würde habe hast hat haben hatte hatten kann können konnte könnte "
        "muss müssen musste soll sollen sollte darf dürfen will wollen möchte mag in im an am auf aus bei beim bis durch "
        "für gegen ohne um unter über vor nach von vom zu zum zur mit seit während wegen trotz zwischen hinter neben "
        "gemäß laut je pro und oder aber sondern denn weil wenn falls als dass daß damit obwohl sofern soweit sowie doch "
        "nicht nur auch noch schon sehr so dann da dort hier nun jetzt immer nie bitte"
    ),
    "fr": _listed(
        "le la les l un une des du de d au aux ce cet cette ces mon ma mes ton ta tes son sa ses notre nos votre vos leur "
        "leurs quel quelle quels quelles tout toute tous toutes chaque aucun aucune plusieurs quelque quelques autre "
        "autres même plus moins peu beaucoup je j me m moi tu te t toi il elle on nous vous ils elles se s lui eux y en "
        "qui que qu quoi dont où quand comment pourquoi combien suis es est sommes êtes sont était étaient être été sera "
        "seront serait ai as a avons avez ont avait avoir eu aura peut peuvent pouvoir dois doit doivent devoir faut fait "
        "faire à dans par pour sur sous avec sans entre vers chez contre depuis pendant avant après jusque selon lors dès "
        "et ou mais donc or ni car si comme lorsque puisque quoique afin ne n pas non oui très aussi encore déjà ici là "
        "alors ainsi"
    ),
    "es": _listed(
        "el la los las lo un una unos unas del al este esta estos estas ese esa esos esas aquel aquella mi mis tu tus su "
        "sus nuestro nuestra nuestros nuestras todo toda todos todas cada ningún ninguno ninguna algún alguno alguna "
        "algunos algunas otro otra otros otras mismo misma más menos poco mucho muchos muchas yo me mí tú te ti él ella "
        "ello nos nosotros vosotros ustedes usted ellos ellas se le les qué que quién quien quiénes cuál cuáles cuándo "
        "cuando cuánto cuánta cuántos dónde donde cómo como porqué cuyo cuya soy es somos son era eran ser sido será "
        "serán sería está están estar estaba he ha has han había haber hay habrá tiene tienen tener puede pueden poder "
        "debe deben deber hace hacer a de en por para con sin sobre bajo entre hacia hasta desde durante ante contra "
        "según tras mediante y e o u ni pero sino si aunque porque pues mientras no sí muy también ya aún así aquí allí "
        "entonces siempre nunca"
    ),
    "it": _listed(
        "il lo la i gli le l un uno una del dello della dei degli delle al allo alla ai agli alle dal dallo dalla dai "
        "dagli dalle nel nello nella nei negli nelle sul sullo sulla sui sugli sulle questo questa questi queste quello "
        "quella quelli quelle mio mia tuo sua suo suoi sue nostro nostra vostro loro ogni ciascuno nessuno nessuna alcuni "
        "alcune altro altra altri altre stesso stessa più meno poco molto tutti tutte tutto tutta io me mi tu te ti lui "
        "lei noi ci voi vi essi si ne chi che cui quale quali quando quanto quanta quanti dove come perché cosa sono sei "
        "è siamo siete era erano essere stato sarà saranno sarebbe ho hai ha abbiamo avete hanno aveva avere può possono "
        "potere deve devono dovere viene vengono a di da in con su per tra fra senza sotto sopra verso dopo prima durante "
        "contro secondo e ed o ma se anche però quindi né mentre benché affinché non sì già ancora qui là allora così "
        "sempre mai"
    ),
    "ko": _listed(
        "이 그 저 것 수 등 및 또는 또 그리고 그러나 때 더 무엇 무엇을 무엇이 어떤 어떻게 언제 어디 누가 왜 얼마 있다 있는 "
        "있나요 있습니까 없다 없는 되다 되는 되나요 됩니까 하다 하는 하나요 합니까 입니다 입니까 인가요 대한 대해 위한 "
        "위해 경우"
    ),
    "ja": _listed(
        "の は が を に へ と で も や か から まで より です ます ました ません でしょうか ですか ますか する した して "
        "される された なる ある いる ない この その あの これ それ あれ ここ そこ 何 どの どう いつ どこ 誰 なぜ こと "
        "もの ため"
    ),
    "zh": _listed(
        "的 了 和 与 與 或 及 在 是 有 不 我 你 您 他 她 它 们 們 这 這 那 吗 嗎 呢 吧 以 为 為 对 對 从 從 到 由 被 把 "
        "也 都 就 而 且 但 将 將 于 於 之 其 所 什么 什麼 怎么 怎麼 如何 是否 哪些 多少 可以 能 会 會 如果 以及"
    ),
}
"""Articles, pronouns, prepositions, conjunctions, auxiliaries and question words; of Japanese and Chinese also particles and signs.

Written for this: the lists that wheels carry (stop-words, stopwordsiso) hold words that clauses are about as well, such as "home",
"room", "page", "value", "date" and "member"."""
