"""Verifies an export of the audit trail: a second implementation, written from docs/audit.md alone.

    python-rfc8785 verify.py EXPORT CHECKPOINT KEY
    python-rfc8785 verify.py PROOF KEY

PROOF is the file proof.json of the certificate of a sign-off (docs/sign-off.md).

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
from urllib.parse import quote

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


def read_checkpoint(note: str, key_text: str) -> tuple[int, bytes, str]:
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
    return int(size), base64.b64decode(encoded_root), origin


def check_checkpoint(note: str, key_text: str, records: list[dict]) -> None:
    size, expected, _ = read_checkpoint(note, key_text)
    if len(records) < size:
        sys.exit("the export ends before the checkpoint")
    leaves = [bytes.fromhex(record["hash"]) for record in records[:size]]
    if root(leaves) != expected:
        sys.exit("the records are not those of the checkpoint")


def included_root(leaf: bytes, index: int, size: int, path: list[bytes]) -> bytes | None:
    """RFC 9162, section 2.1.3.2."""
    at, last, found = index, size - 1, leaf
    for step in path:
        if last == 0:
            return None
        if at & 1 or at == last:
            found = sha256(b"\x01" + step + found)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            found = sha256(b"\x01" + found + step)
        at, last = at >> 1, last >> 1
    return found if last == 0 else None


def digest(value: object) -> str:
    return sha256(rfc8785.dumps(value)).hex()


def check_decision(proof: dict, decision: dict, key_text: str) -> None:
    statement, record, reviewer = decision["statement"], decision["record"], decision["reviewer"]
    if digest(proof["snapshot"]) != statement["contentHash"]:
        sys.exit("what was shown is not what was signed")
    if reviewer and digest(reviewer) != statement["reviewerHash"]:
        sys.exit("the decision is of another reviewer")
    if "sha256:" + digest(statement) not in record["metadata"]["details"]["ids"]:
        sys.exit("the statement was changed")
    facts = {name: value for name, value in record.items() if name not in ("sequence", "previousHash", "hash")}
    facts["metadata"] = without_nulls(facts["metadata"])
    text = f"{record['previousHash']}\n{record['sequence']}\n".encode() + rfc8785.dumps(facts)
    if sha256(text).hex() != record["hash"]:
        sys.exit("the record was changed")
    head, note = decision["inclusion"].split("\n\n", 1)
    _, index_line, *path = head.split("\n")
    size, expected, origin = read_checkpoint(note, key_text)
    if not origin.endswith("/audit/" + quote(record["organizationId"], safe="")):
        sys.exit("the checkpoint is of another organization")
    index = int(index_line.removeprefix("index "))
    leaf = sha256(b"\x00" + bytes.fromhex(record["hash"]))
    hashes = [base64.b64decode(line) for line in path]
    if index != record["sequence"] - 1 or included_root(leaf, index, size, hashes) != expected:
        sys.exit("the record is not in the audit trail")


if len(sys.argv) == 3:
    certificate, certificate_key = (Path(file).read_bytes().decode() for file in sys.argv[1:3])
    certified = json.loads(certificate)
    for made in certified["decisions"]:
        check_decision(certified, made, certificate_key)
    print(f"{len(certified['decisions'])} decisions")
    sys.exit(0)

export, checkpoint, key = (Path(file).read_bytes().decode() for file in sys.argv[1:4])
found = read_export(export)
check_chain(found)
check_checkpoint(checkpoint, key, found)
print(f"{len(found)} records")
