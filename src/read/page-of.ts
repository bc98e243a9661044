/** From what a reader found to a Page: what all readers but that of HTML have in common. */
import type { Link, Page } from '../model/index.js';
import type { ReadInput } from '../plugins/index.js';
import { directivesOfHeaders, frozen } from './directives.js';
import { canonicalOfHeaders } from './html/html-reader.js';
import { detectLanguage, type LanguageVerdict } from './language/language.js';

export interface FoundContent extends Partial<Omit<Page, 'type' | 'charset' | 'directives' | 'languageConfidence'>> {
  readonly charset: string | null;
  /** What the document says its language is; breaks ties. */
  readonly declaredLanguage?: string | null;
}

/** `language: null` says there is none to be told, as in data; left out, the text tells. */
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
