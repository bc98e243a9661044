/** The library behind the profiles of document groups, against the W3C's tests of XML Schema: which schemas it takes, which instances are valid. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { XmlBufferInputProvider, XmlDocument, XsdValidator, xmlCleanupInputProvider, xmlRegisterInputProvider } from 'libxml2-wasm';
import { type Score, score } from './score.js';
import { tarFiles } from './tar-files.js';

interface Test {
  readonly id: string;
  /** The first is the one that is read; it names the others. */
  readonly schema: readonly string[];
  readonly schema_valid: boolean;
  readonly instances: readonly { readonly doc: string; readonly valid: boolean }[];
}

export async function run(dir: string): Promise<Score[]> {
  const tests = JSON.parse(await readFile(join(dir, 'xsd', 'xsdtests_index.json'), 'utf8')) as Test[];
  const files = new Map(tarFiles(gunzipSync(await readFile(join(dir, 'xsd', 'xsdtests_subset.tar.gz')))));
  const provider = new XmlBufferInputProvider(Object.fromEntries(files));
  xmlRegisterInputProvider(provider);
  try {
    const schemas = tests.map((test) => ({ input: test.id, expected: test.schema_valid, test }));
    const instances = tests.flatMap((test) =>
      test.instances.map(({ doc, valid }) => ({ input: `${test.id} ${doc}`, expected: valid, test, doc })),
    );
    const byInput = new Map(instances.map((each) => [each.input, each]));
    const byId = new Map(schemas.map((each) => [each.input, each.test]));
    return [
      score('xsd: schemas', schemas, (id) => withSchema(byId.get(id) as Test, files, () => true)),
      score('xsd: instances', instances, (input) => {
        const { test, doc } = byInput.get(input) as (typeof instances)[number];
        return withSchema(test, files, (validator) => isValid(validator, doc, files));
      }),
    ];
  } finally {
    xmlCleanupInputProvider();
  }
}

/** False where the schema is not taken. */
function withSchema(test: Test, files: ReadonlyMap<string, Buffer>, look: (validator: XsdValidator) => boolean): boolean {
  const [name = ''] = test.schema;
  try {
    const schema = XmlDocument.fromBuffer(files.get(name) ?? Buffer.alloc(0), { url: name });
    try {
      const validator = XsdValidator.fromDoc(schema);
      try {
        return look(validator);
      } finally {
        validator.dispose();
      }
    } finally {
      schema.dispose();
    }
  } catch {
    return false;
  }
}

function isValid(validator: XsdValidator, name: string, files: ReadonlyMap<string, Buffer>): boolean {
  const document = XmlDocument.fromBuffer(files.get(name) ?? Buffer.alloc(0), { url: name });
  try {
    validator.validate(document);
    return true;
  } catch {
    return false;
  } finally {
    document.dispose();
  }
}
