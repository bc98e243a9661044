/** Crawled copies of JSON-LD contexts. They arrive as text and are parsed when a document first needs them. */
import type { ContextOf } from './statements.js';

/** The URL without fragment, in the form in which URLs are stored. */
export const contextName = (url: string): string => (URL.canParse(url) ? new URL(url).href : url).split('#', 1)[0] ?? '';

export function contextsIn(texts: ReadonlyMap<string, string>): ContextOf {
  const parsed = new Map<string, object | null>();
  return (url) => {
    const name = contextName(url);
    const text = texts.get(name);
    if (text !== undefined && !parsed.has(name)) parsed.set(name, parseContext(text));
    return parsed.get(name) ?? null;
  };
}

/** Contexts nest a few levels; deeper ones are made to cost time. */
const DEEPEST = 50;

/** Null when the text is not a context. */
export function parseContext(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    const context = typeof value === 'object' && value !== null ? (value as { '@context'?: unknown })['@context'] : undefined;
    return typeof context === 'object' && context !== null && !isDeeper(context, DEEPEST) ? { '@context': context } : null;
  } catch {
    return null;
  }
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' && value !== null && (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));
