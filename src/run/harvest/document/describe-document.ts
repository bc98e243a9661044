/** What a document is called, by the templates of its connector: key, title, language, address, fields, identifiers. */
import type { CompleteConnector, DocumentRule } from '../../../definition/connector/index.js';
import { type IdentifierKind, parseIdentifier } from '../../../model/index.js';
import { type Lookup, lookupIn } from '../listing/names.js';
import { filled } from '../listing/template.js';
import { HarvestError, type Item, type Values } from '../port.js';

export interface Described {
  readonly title: string | null;
  readonly language: string;
  readonly url: string | null;
  readonly fields: Values;
  readonly aliases: readonly string[];
  /** What was left out, in words. */
  readonly notes: readonly string[];
}

/** A document without a key cannot be known again: that is a fault of the connector or of the portal. */
export function keyOf(item: Item, rule: DocumentRule, connector: CompleteConnector, names: Values): string {
  const key = filled(rule.key, lookupIn(connector, item.fields, names))?.trim();
  if (key) return key;
  throw new HarvestError('template', `a row has no value for the key ${rule.key}`, { url: item.path.at(-1) ?? null, rule: 'document.key' });
}

export function describeDocument(fields: Values, rule: DocumentRule, connector: CompleteConnector, names: Values): Described {
  const lookup = lookupIn(connector, fields, names);
  const { identifiers, notes } = identifiersOf(rule, lookup);
  const own = Object.entries(rule.fields).flatMap(([name, template]) => named(name, template, fields, lookup));
  const date = textOf(rule.date, lookup);
  return {
    title: textOf(rule.title, lookup),
    language: textOf(rule.language, lookup) ?? names['lang']?.[0] ?? connector.languages[0] ?? 'und',
    url: textOf(rule.url, lookup),
    fields: { ...Object.fromEntries(own), ...(date === null ? {} : { date: [date] }), ...identifiers },
    aliases: rule.aliases.flatMap((template) => filled(template, lookup) ?? []),
    notes,
  };
}

/** Names of `require` that have no value. */
export function missingFields(described: Described, fields: Values, rule: DocumentRule): string[] {
  const has = (name: string): boolean =>
    Boolean(described.fields[name]?.length ?? fields[name]?.length) ||
    (name === 'title' && described.title !== null) ||
    (name === 'url' && described.url !== null);
  return rule.require.filter((name) => !has(name));
}

const textOf = (template: string | undefined, lookup: Lookup): string | null =>
  (template === undefined ? null : filled(template, lookup)?.trim()) || null;

/** A template that is one field alone keeps all its values: several authors stay several. */
function named(name: string, template: string, fields: Values, lookup: Lookup): [string, readonly string[]][] {
  const alone = /^\{([^{}|]+)\}$/.exec(template)?.[1];
  const values = alone === undefined ? null : (fields[alone] ?? lookup(alone));
  if (values?.length) return [[name, values]];
  const text = textOf(template, lookup);
  return text === null ? [] : [[name, [text]]];
}

function identifiersOf(rule: DocumentRule, lookup: Lookup): { identifiers: Record<string, readonly string[]>; notes: string[] } {
  const identifiers: Record<string, readonly string[]> = {};
  const notes: string[] = [];
  for (const [kind, template] of Object.entries(rule.identifiers) as [IdentifierKind, string | undefined][]) {
    const text = template === undefined ? null : textOf(template, lookup);
    if (text === null) continue;
    const parsed = parseIdentifier(kind as IdentifierKind, text);
    if (parsed === null) notes.push(`${JSON.stringify(text.slice(0, 100))} is no ${kind.toUpperCase()}, and is left out`);
    else identifiers[kind] = [parsed];
  }
  return { identifiers, notes };
}
