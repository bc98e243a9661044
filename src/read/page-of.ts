/** Makes a Page of what a reader found: what all readers except the HTML reader share. */
import type { Link, Page } from '../model/index.js';
import type { ReadInput } from '../plugins/index.js';
import { directivesOfHeaders, frozen } from './directives.js';
import { canonicalOfHeaders } from './html/html-reader.js';
import { detectLanguage, type LanguageVerdict } from './language/language.js';

export interface FoundContent extends Partial<Omit<Page, 'type' | 'charset' | 'directives' | 'languageConfidence'>> {
  readonly charset: string | null;
  /** The language the document states; breaks ties. */
  readonly declaredLanguage?: string | null;
}

/** `language: null` means that there is none, as in data; left out, the text decides. */
export function pageOf(input: ReadInput, agent: string, found: FoundContent): Page {
  const directives = frozen(directivesOfHeaders(input.headers, agent));
  const verdict = languageOf(found);
  return {
    type: input.type,
    charset: found.charset,
    title: found.title ?? null,
    text: found.text ?? '',
    ...(found.content ? { content: found.content } : {}),
    language: verdict.language,
    languageConfidence: verdict.confidence,
    metadata: found.metadata ?? {},
    ...(found.facts ? { facts: found.facts } : {}),
    canonical: canonicalOfHeaders(input.headers, input.url),
    directives,
    links: (found.links ?? []).map((link): Link => (directives.nofollow ? { ...link, nofollow: true } : link)),
    notes: found.notes ?? [],
  };
}

function languageOf({ language, text, declaredLanguage }: FoundContent): LanguageVerdict {
  if (language !== undefined) return { language, confidence: 0 };
  return detectLanguage(text ?? '', declaredLanguage ?? null);
}
