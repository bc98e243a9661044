/** What all pages share. Scripts and styles come from files of their own: the policy header forbids everything else. */
import { escape } from './text.js';

export interface FrameParts {
  readonly title: string;
  readonly head: string;
  readonly header: string;
  readonly main: string;
  /** Of the main element. */
  readonly attributes: string;
  readonly footer: string;
  readonly script: string | null;
}

export function frame({ title, head, header, main, attributes, footer, script }: FrameParts): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${escape(title)}</title><link rel="icon" href="/icon.svg" type="image/svg+xml"><link rel="stylesheet" href="/live.css">${head}${script ? `<script type="module" src="${script}"></script>` : ''}</head>
<body><header>${header}</header>
<main ${attributes}>${main}</main>
<footer>${footer}</footer></body></html>
`;
}

export const section = (title: string, inner: string): string => `<section><h2>${escape(title)}</h2>${inner}</section>`;

/** Columns whose title is a count stand to the right. */
const COUNTS: ReadonlySet<string> = new Set(['URLs', 'Documents', 'Fetches', 'Failed', 'Queued', 'Rows', 'Size', 'Copies']);

export function wideTable(titles: readonly string[], rows: readonly string[], name = ''): string {
  const heads = titles.map((title) => `<th scope="col"${COUNTS.has(title) ? ' class="n"' : ''}>${escape(title)}</th>`).join('');
  return `<div class="wide" tabindex="0" role="region" aria-label="Table"><table class="${name}"><thead><tr>${heads}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}
