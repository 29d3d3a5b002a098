"""A real S3 server on this machine, and a bucket of it, read and written without the code under test."""

import hashlib
import json
import logging
from pathlib import Path

import pytest

KEYS = {"AWS_ACCESS_KEY_ID": "testing", "AWS_SECRET_ACCESS_KEY": "testing", "AWS_DEFAULT_REGION": "us-east-1"}


def start_server():
    """The server, on a free port, and its address."""
    server = pytest.importorskip("moto.moto_server.threaded_moto_server", reason="moto is not installed: pip install -e '.[dev]'")
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    running = server.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    running.start()
    return running, f"http://127.0.0.1:{running.get_host_and_port()[1]}"


class Bucket:
    """A bucket that a test has to itself."""

    def __init__(self, endpoint: str, name: str) -> None:
        import boto3

        self.name = name
        self.client = boto3.client(
            "s3", endpoint_url=endpoint, region_name="us-east-1", aws_access_key_id="testing", aws_secret_access_key="testing"
        )
        self.client.create_bucket(Bucket=name)

    def at(self, key: str) -> str:
        return f"s3://{self.name}/{key}"

    def put(self, key: str, content: bytes | str) -> None:
        self.client.put_object(Bucket=self.name, Key=key, Body=content)

    def get(self, key: str) -> bytes:
        return self.client.get_object(Bucket=self.name, Key=key)["Body"].read()

    def listed(self, below: str = "") -> dict[str, tuple]:
        """Key (without ``below``) to tag and time of every object."""
        pages = self.client.get_paginator("list_objects_v2").paginate(Bucket=self.name, Prefix=below)
        found = (each for page in pages for each in page.get("Contents", ()))
        return {each["Key"].removeprefix(below): (each["ETag"], each["LastModified"]) for each in found}

    def tree(self, below: str = "out/") -> dict[str, bytes]:
        """Every object of the documents with its bytes, save what tells of time and machine; as `tests.cli.conftest.tree`."""
        named = [key for key in self.listed(below) if key != "run.json" and not key.endswith("timings.json")]
        return {key: self.get(f"{below}{key}") for key in sorted(named)}

    def put_folder(self, folder: Path, below: str) -> None:
        for file in folder.rglob("*"):
            if file.is_file():
                self.put(f"{below}/{file.relative_to(folder).as_posix()}", file.read_bytes())

    def whole(self, doc_id: str, below: str = "out/") -> dict[str, bytes] | None:
        """What a reader finds who starts from a document's `run.json`; fails where that is no whole document."""
        if f"{doc_id}/run.json" not in self.listed(below):
            return None
        files = json.loads(self.get(f"{below}{doc_id}/run.json"))["files"]
        found = {name: self.get(f"{below}{doc_id}/{name}") for name in files}
        assert {name: hashlib.sha256(content).hexdigest() for name, content in found.items()} == files
        return {name.rpartition(".new-")[2].partition("/")[2] if ".new-" in name else name: found[name] for name in found}
