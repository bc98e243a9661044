/** What the search of the site looks through: each part of a page below one heading. */
import { isHeading, type Page, plainText } from './pages.js';

export interface Section {
  readonly page: string;
  readonly heading: string;
  /** Address from the root of the site. */
  readonly address: string;
  readonly text: string;
}

export function sectionsOf(page: Page, address: string): Section[] {
  const sections: { heading: string; id: string; texts: string[] }[] = [{ heading: '', id: '', texts: [] }];
  const ids = new Map(page.headings.map(({ token, id }) => [token, id]));
  for (const token of page.tokens) {
    if (isHeading(token)) sections.push({ heading: plainText([token]), id: ids.get(token) ?? '', texts: [] });
    else sections.at(-1)?.texts.push(plainText([token]));
  }
  return sections
    .filter(({ heading, texts }) => heading !== '' || texts.some((text) => text !== ''))
    .map(({ heading, id, texts }) => ({
      page: page.title,
      heading: heading === page.title ? '' : heading,
      address: heading === page.title || id === '' ? address : `${address}#${id}`,
      text: texts.filter((text) => text !== '').join(' '),
    }));
}
