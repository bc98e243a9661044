"""Uploads a group with a client that Python's zeep makes from our WSDL: python3 test/interop/zeep-upload.py URL?wsdl

Not part of npm test: needs Debian's python3-zeep. Prints the answers; the first of each pair is OK.
"""
import hashlib
import io
import sys
import uuid
import zipfile

from zeep import Client

client = Client(sys.argv[1])


def group(identifier, content):
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("a.html", content)
    values = {
        "identifier": identifier,
        "document": str(uuid.uuid4()),
        "md5": hashlib.md5(content).hexdigest(),
    }
    return archive.getvalue(), values


def upload(operation):
    data, values = group(str(uuid.uuid4()), b"<p>text</p>" * 5000)
    if operation == "UploadFile":
        description = (
            '<documentgroup date="2026-01-05T12:00:00" crawler="SI.Zeep" lang="SL" format="application/zip" filename="a.zip" '
            'identifier="{identifier}" operation="Add" type="2"><document format="text/html" file="a.html" identifier="{document}" '
            'operation="Add" url="https://portal.example/a" md5="{md5}"/></documentgroup>'
        ).format(**values)
    else:
        description = {
            "Crawler": "SI.Zeep",
            "Date": "2026-01-05T12:00:00",
            "Document": {
                "XmlDocumentMetaInfo": [
                    {
                        "File": "a.html",
                        "Format": "text/html",
                        "Identifier": values["document"],
                        "Md5": values["md5"],
                        "Operation": "Add",
                        "Url": "https://portal.example/a",
                    }
                ]
            },
            "FileName": "a.zip",
            "Format": "application/zip",
            "Identifier": values["identifier"],
            "Lang": "SL",
            "Operation": "Add",
        }
    send = getattr(client.service, operation)
    return [send(document={"Data": data, "MetaInfo": description}) for _ in range(2)]


for name in ("UploadFile", "UploadFileComplex"):
    first, second = upload(name)
    print(name, first, second, sep="\n  ")
    assert first == "OK" and second.startswith("Error: There is a document identifier: "), name
