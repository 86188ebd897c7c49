"""Verifies an export of the audit trail: a second implementation, written from docs/audit.md alone.

    python-rfc8785 verify.py EXPORT CHECKPOINT KEY

Canonical JSON is the published library's, signatures are checked by the program openssl.
"""

import base64
import csv
import hashlib
import io
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import rfc8785

ED25519_DER = bytes.fromhex("302a300506032b6570032100")


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def read_export(text: str) -> list[dict]:
    if text.lstrip().startswith("{"):
        lines = [json.loads(line) for line in text.split("\n") if line.strip()]
        return [line for line in lines if "checkpoint" not in line]
    rows = csv.DictReader(io.StringIO(text, newline=""))
    records = []
    for row in rows:
        cells = {name: cell[1:] if cell.startswith("'") else cell for name, cell in row.items()}
        cells["sequence"] = int(cells["sequence"])
        cells["metadata"] = json.loads(cells["metadata"])
        cells["resourceId"] = cells["resourceId"] or None
        records.append(cells)
    return records


def without_nulls(value: object) -> object:
    if not isinstance(value, dict):
        return value
    return {name: without_nulls(member) for name, member in value.items() if member is not None}


def check_chain(records: list[dict]) -> None:
    previous = "0" * 64
    for number, record in enumerate(records, start=1):
        facts = {key: value for key, value in record.items() if key not in ("sequence", "previousHash", "hash")}
        facts["metadata"] = without_nulls(facts["metadata"])
        text = f"{previous}\n{record['sequence']}\n".encode() + rfc8785.dumps(facts)
        if record["sequence"] != number or record["previousHash"] != previous:
            sys.exit(f"record {number} is missing")
        if sha256(text).hex() != record["hash"]:
            sys.exit(f"record {number} was changed")
        previous = record["hash"]


def root(leaves: list[bytes]) -> bytes:
    if not leaves:
        return sha256(b"")
    if len(leaves) == 1:
        return sha256(b"\x00" + leaves[0])
    middle = 1
    while middle * 2 < len(leaves):
        middle *= 2
    return sha256(b"\x01" + root(leaves[:middle]) + root(leaves[middle:]))


def check_checkpoint(note: str, key_text: str, records: list[dict]) -> None:
    name, key_id, encoded = key_text.strip().split("+", 2)
    key = base64.b64decode(encoded)
    body, signature_lines = note.split("\n\n", 1)
    body += "\n"
    origin, size, encoded_root = body.split("\n")[:3]
    signature = base64.b64decode(signature_lines.split("\n")[0].split(" ")[2])
    identity = sha256(name.encode() + b"\n" + key)[:4]
    if origin != name or key[0] != 1 or identity.hex() != key_id or signature[:4] != identity:
        sys.exit("the checkpoint names another key")
    with tempfile.TemporaryDirectory() as folder:
        files = {"key.der": ED25519_DER + key[1:], "body": body.encode(), "signature": signature[4:]}
        for file, content in files.items():
            Path(folder, file).write_bytes(content)
        command = "openssl pkeyutl -verify -pubin -keyform DER -inkey key.der -rawin -in body -sigfile signature"
        if subprocess.run(command.split(), cwd=folder, capture_output=True).returncode != 0:
            sys.exit("the checkpoint is not signed by this key")
    if len(records) < int(size):
        sys.exit("the export ends before the checkpoint")
    leaves = [bytes.fromhex(record["hash"]) for record in records[: int(size)]]
    if root(leaves) != base64.b64decode(encoded_root):
        sys.exit("the records are not those of the checkpoint")


export, checkpoint, key = (Path(file).read_bytes().decode() for file in sys.argv[1:4])
found = read_export(export)
check_chain(found)
check_checkpoint(checkpoint, key, found)
print(f"{len(found)} records")
