"""Words that figures are written with, in the languages whose figures are known: units of time, money, months, numbers, scales.

A word stands for the same thing in every language in which it is a word; where two languages differ ("an", "on", "a") it is left
out. All are in lower case and without accents, as text is folded before it is looked through.
"""

from collections.abc import Mapping


def _map(lines: Mapping[str, str]) -> dict[str, str]:
    return {word: meaning for meaning, words in lines.items() for word in words.split()}


TIMES = _map(
    {
        "minute": "min mins minute minutes minuten minuto minutos minuti 분 分钟 分",
        "hour": "h hr hrs hour hours stunde stunden heure heures hora horas ora ore 시간 小时 小時 時間",
        "day": "d day days tag tage tagen tages jour jours dia dias giorno giorni 일 日 天 日間",
        "week": "w wk wks week weeks woche wochen semaine semaines semana semanas settimana settimane 주 周 週間",
        "month": "m mth mths month months monat monate monaten monats mois mes meses mese mesi 월 개월 月 个月 個月 か月 ヶ月",
        "year": "y yr yrs year years jahr jahre jahren jahres annee annees ans ano anos anni 년 세 年 岁 歳",
    }
)
"""The unit of each word. "ano" is "año" without its accent."""
IN_DAYS, IN_MONTHS = {"day": 1, "week": 7}, {"month": 1, "year": 12}
"""What is told in one another: 2 years are 24 months, 1 week is 7 days. 24 hours are not a day: clauses tell the two apart."""
CURRENCIES = _map(
    {
        "INR": "rs rs. re re. inr ₹ rupee rupees",
        "USD": "$ us$ usd dollar dollars",
        "EUR": "€ eur euro euros",
        "GBP": "£ gbp pound pounds",
        "CHF": "chf fr fr. franken francs",
        "KRW": "₩ krw won 원",
        "JPY": "¥ jpy yen 円",
        "CNY": "cny rmb yuan 元",
    }
)
PERCENT = frozenset(("%", "％", "percent", "per cent", "prozent", "pourcent", "pour cent", "por ciento", "per cento", "퍼센트"))
SCALES = {
    **dict.fromkeys(("hundred", "hundert"), 1e2),
    **dict.fromkeys(("k", "thousand", "tausend", "mille", "mil", "천", "千"), 1e3),
    **dict.fromkeys(("만", "万", "萬"), 1e4),
    **dict.fromkeys(("l", "lac", "lacs", "lakh", "lakhs"), 1e5),
    **dict.fromkeys(("million", "millions", "mn", "mio", "mio.", "millionen", "millones", "milioni", "백만"), 1e6),
    **dict.fromkeys(("cr", "cr.", "crore", "crores"), 1e7),
    **dict.fromkeys(("억", "亿", "億"), 1e8),
    **dict.fromkeys(("billion", "bn", "milliarde", "milliarden", "mrd", "mrd."), 1e9),
}
MONTHS = {
    word: str(number)
    for number, words in enumerate(
        (
            "january jan januar janner janvier enero gennaio",
            "february feb februar fevrier febrero febbraio",
            "march mar marz mars marzo",
            "april apr avril abril aprile",
            "may mai mayo maggio",
            "june jun juni juin junio giugno",
            "july jul juli juillet julio luglio",
            "august aug aout agosto",
            "september sep sept septembre septiembre settembre",
            "october oct oktober okt octobre octubre ottobre",
            "november nov novembre noviembre",
            "december dec dezember dez decembre diciembre dicembre",
        ),
        1,
    )
    for word in words.split()
}
"""The number of the month of each name."""
UNITS_AND_TEENS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
)
TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
OTHER_NUMBERS = {
    2: "zwei deux dos due",
    3: "drei trois tres tre",
    4: "vier quatre cuatro quattro",
    5: "funf cinq cinco cinque",
    6: "sechs seis",
    7: "sieben sept siete sette",
    8: "acht huit ocho otto",
    9: "neun neuf nueve nove",
    10: "zehn dix diez dieci",
    12: "zwolf douze doce dodici",
    14: "vierzehn quatorze catorce quattordici",
    15: "funfzehn quinze quince quindici",
    20: "zwanzig vingt veinte venti",
    24: "vierundzwanzig ventiquattro",
    30: "dreissig trente treinta trenta",
    36: "sechsunddreissig trentasei",
    40: "vierzig quarante cuarenta quaranta",
    48: "achtundvierzig quarantotto",
    50: "funfzig cinquante cincuenta cinquanta",
    60: "sechzig soixante sesenta sessanta",
    90: "neunzig noventa novanta",
    100: "hundert cent cien cento",
}
NUMBERS = {
    **{word: number for number, word in enumerate(UNITS_AND_TEENS.split(), 1)},
    **{word: 10 * number for number, word in enumerate(TENS.split(), 2)},
    **{word: number for number, words in OTHER_NUMBERS.items() for word in words.split()},
}
"""The value of each number word that is one word; English ones are put together ("thirty-six", "one hundred and twenty")."""
BETWEEN = "consecutive continuous calendar working business completed full clear successive further more additional whole policy"
"""Words that may stand between a figure and its unit: "24 consecutive hours"."""
REFERENCES = (
    "clause section sections sec. sec article articles art. art paragraph para para. annexure annex schedule page pages p. pp. "
    "no. nos. chapter part item def. table figure fig. step point rule form code version § §§ excerpt excerpts source sources "
    "abs. ziff. nr. seite artikel absatz articulo num. pagina articolo"
)
"""Words ahead of a figure that only names a place."""
