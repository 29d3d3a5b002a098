"""The lock of a folder on an S3 server: one has it, a dead one does not keep it, and who lost it finds out."""

import threading
from datetime import timedelta

import msgspec
import pytest

from pipeline.errors import OutputError
from pipeline.store.remote import lease
from pipeline.store.remote.lease import LOCK, Owner, leased
from pipeline.store.remote.objects import Place

ELSEWHERE = Owner("0123456789abcdef", 4711, "another-host", "another boot", "2031-04-01T02:00:00+00:00")


@pytest.fixture
def place(bucket):
    return Place(bucket.at("out"))


def lock_of(bucket):
    return msgspec.json.decode(bucket.get(f"out/{LOCK}"), type=Owner)


def test_the_lock_is_there_while_it_is_held_and_gone_afterwards(place, bucket):
    with leased(place) as held:
        assert lock_of(bucket).token == held.token

    assert bucket.listed("out/") == {}


def test_of_two_in_one_process_the_second_is_refused(place):
    with leased(place), pytest.raises(OutputError, match="is in use by process"), leased(place):
        pass


def test_of_many_that_start_at_once_one_has_it(place, bucket):
    held, refused, go, over = [], [], threading.Barrier(6), threading.Event()

    def take():
        go.wait()
        try:
            with leased(place) as mine:
                held.append(mine.token)
                over.wait(30)
        except OutputError:
            refused.append(1)
            over.set() if len(refused) == 5 else None

    threads = [threading.Thread(target=take) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(held) == 1 and len(refused) == 5


def test_a_lock_of_another_machine_holds_and_names_its_owner(place, bucket):
    bucket.put(f"out/{LOCK}", msgspec.json.encode(ELSEWHERE))

    with pytest.raises(OutputError, match="in use by process 4711 on another-host since 2031-04-01"), leased(place):
        pass

    assert lock_of(bucket) == ELSEWHERE


def test_a_lock_that_was_not_renewed_for_a_lease_belongs_to_nobody(place, bucket, monkeypatch):
    bucket.put(f"out/{LOCK}", msgspec.json.encode(ELSEWHERE))
    monkeypatch.setattr(lease, "LEASE", timedelta(seconds=-1))

    with leased(place) as held:
        assert lock_of(bucket).token == held.token
        assert set(bucket.listed("out/")) == {LOCK}


def test_a_lock_is_renewed_while_it_is_held(place, bucket, monkeypatch):
    monkeypatch.setattr(lease, "RENEWED_EVERY", 0.05)
    renewed = threading.Event()
    write = Place.write
    monkeypatch.setattr(Place, "write", lambda self, name, content: (write(self, name, content), renewed.set()))

    with leased(place) as held:
        assert renewed.wait(30)
        assert lock_of(bucket).token == held.token


def test_who_lost_the_folder_finds_out_and_leaves_the_others_lock_alone(place, bucket):
    with leased(place) as held:
        bucket.put(f"out/{LOCK}", msgspec.json.encode(ELSEWHERE))

        with pytest.raises(OutputError, match="is in use by process 4711 on another-host"):
            held.refuse_lost()

    assert lock_of(bucket) == ELSEWHERE


def test_a_lock_that_nobody_can_read_is_refused_too(place, bucket):
    bucket.put(f"out/{LOCK}", b"?")

    with pytest.raises(OutputError, match="a run that does not say who it is"), leased(place):
        pass
