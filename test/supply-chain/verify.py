"""Verifies the provenance of a release with the libraries of in-toto.

    python-in-toto verify.py FOLDER KEY
"""

import hashlib
import json
import sys
from pathlib import Path

from cryptography.hazmat.primitives.serialization import load_pem_public_key
from google.protobuf import json_format
from in_toto_attestation.predicates.provenance.v1.provenance_pb2 import Provenance
from in_toto_attestation.v1.statement import Statement
from in_toto_attestation.v1.statement_pb2 import Statement as StatementMessage
from securesystemslib.dsse import Envelope
from securesystemslib.signer import SSlibKey

folder, key_file = map(Path, sys.argv[1:])
envelope = Envelope.from_dict(json.loads((folder / "provenance.intoto.jsonl").read_text()))
[key_id] = envelope.signatures
envelope.verify([SSlibKey.from_crypto(load_pem_public_key(key_file.read_bytes()), key_id)], 1)

# Both parsers refuse a field that the format does not have.
message = json_format.Parse(envelope.payload, StatementMessage())
Statement.copy_from_pb(message).validate()
provenance = json_format.ParseDict(json.loads(envelope.payload)["predicate"], Provenance())

for subject in message.subject:
    if hashlib.sha256((folder / subject.name).read_bytes()).hexdigest() != subject.digest["sha256"]:
        sys.exit(f"{subject.name} was changed")
print(len(message.subject), provenance.run_details.builder.id)
