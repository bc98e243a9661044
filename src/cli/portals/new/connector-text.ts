/** The connector of a new portal as YAML: what was recognised filled in, what a person has to check marked. */
import { stringify } from 'yaml';
import type { Draft } from './draft.js';
import type { Look, Recognised } from './recognise.js';

/** Marks what nobody has checked. */
const CHECK = '  # check';

export function connectorText(draft: Draft, recognised: Recognised, page: Look): string {
  const body = recognised.family ? { ...recognised.says } : ownList(page);
  return [
    `# ${draft.title}: ${recognised.because}.`,
    ...(recognised.family ? [`extends: ${recognised.family}`] : []),
    line({ title: draft.title }, CHECK),
    line({ url: draft.url }),
    `content: [${draft.content}]${CHECK}`,
    `formats: [${draft.formats.join(', ')}]${CHECK}`,
    `languages: [${draft.language}]${CHECK}`,
    reuseText(draft),
    'politeness: { delay: 1s, concurrency: 1 }',
    stringify(body, { lineWidth: 0 }).trimEnd(),
    '',
  ].join('\n');
}

const line = (pair: Readonly<Record<string, string>>, mark = ''): string => `${stringify(pair, { lineWidth: 0 }).trimEnd()}${mark}`;

/** Where nobody has looked at the terms the connector asks for a confirmation before it starts. */
function reuseText({ terms, because, title }: Draft): string {
  const reuse = {
    terms: terms ?? 'licence',
    because: because ?? 'Nobody has looked at the terms of this portal yet.',
    ...(terms === null || terms === 'licence' ? { confirm: `That you have read the terms of ${title} and may harvest it.` } : {}),
  };
  return `${stringify({ reuse }, { lineWidth: 0 })
    .trimEnd()
    .replace('reuse:', `reuse:${terms === null ? CHECK : ''}`)}`;
}

/** Without a family: the links of the page, those to PDFs where there are some. */
function ownList({ url, text }: Look): object {
  const hasPdfs = (text.match(/href="[^"<>]{1,500}\.pdf"/gi) ?? []).length >= 3;
  const each = hasPdfs ? 'a[href$=".pdf"]' : 'main a[href], body a[href]';
  return {
    list: [
      {
        request: url,
        read: 'html',
        each,
        fields: { title: { text: {} }, link: { link: {} } },
        require: ['link'],
        least: 1,
      },
    ],
    document: {
      key: '{link}',
      title: '{title}',
      url: '{link}',
      files: [{ request: '{link}', ...(hasPdfs ? { starts: ['%PDF-'] } : {}) }],
    },
  };
}
