/** A group as REST brings it: multipart/form-data with the parts `metaInfo` (XML or JSON) and `data` (the ZIP). */
import type { Readable } from 'node:stream';
import { descriptionOfJson, invalid } from '../description.js';
import type { IngestLimits } from '../limits.js';
import type { Submission } from '../port.js';
import { Refusal } from '../rules.js';
import { Decoder } from './decoder.js';
import { readMediaType } from './media-type.js';
import { type Part, readParts } from './read-parts.js';
import type { Spool, Spooled } from './spool.js';

/** The parts of a form, the ZIP on disk. */
export async function readForm(
  source: Readable,
  contentType: string | undefined,
  spool: Spool,
  limits: IngestLimits,
): Promise<Pick<Submission, 'metaInfo' | 'data' | 'dataLength'>> {
  const { type, parameters } = readMediaType(contentType);
  if (type !== 'multipart/form-data' || !parameters['boundary'])
    throw new Refusal('Send multipart/form-data with the parts metaInfo (XML or JSON) and data (the ZIP).', 'unreadable');
  let metaInfo: string | null = null;
  let data: Spooled | null = null;
  await readParts(source, { boundary: parameters['boundary'], most: limits.message }, async (part) => {
    const name = readMediaType(part.headers['content-disposition']).parameters['name'];
    if (name === 'metaInfo' && metaInfo === null) metaInfo = await readDescription(part, limits);
    else if (name === 'data' && data === null) data = await spool.keep(part.body);
    else
      throw new Refusal(
        `The form has a part "${(name ?? '').slice(0, 100)}" that is unknown, or has it twice. Parts: metaInfo, data.`,
        'unreadable',
      );
  });
  const zip = data as Spooled | null;
  return { metaInfo, data: zip?.content ?? null, dataLength: zip?.length ?? 0 };
}

async function readDescription({ headers, body }: Part, { description }: IngestLimits): Promise<string> {
  const { type, parameters } = readMediaType(headers['content-type']);
  const decoder = new Decoder(parameters['charset']);
  let text = '';
  for await (const bytes of body) {
    text += decoder.write(bytes);
    if (text.length > description) throw invalid(`MetaInfo has more than ${description} characters, the most that is allowed.`);
  }
  text += decoder.end();
  return type === 'application/json' || /^\s*\{/.test(text) ? descriptionOfJson(text) : text;
}
