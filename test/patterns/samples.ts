/** Short texts that parts of a pattern match, several for each part where they may differ. */
import { type AST, RegExpParser } from '@eslint-community/regexpp';

export type Part = AST.Node;

const MOST = 4;
/** Of characters nobody names in a pattern, one of each kind. */
const USUAL = ['a', 'A', '0', ' ', '\t', '\n', '-', '.', ',', '/', '"', '<', 'é', 'ж'];

export const parsePattern = (source: string, flags: string): AST.Pattern =>
  new RegExpParser().parsePattern(source, 0, source.length, { unicode: flags.includes('u'), unicodeSets: flags.includes('v') });

/** Every character a pattern names, then the usual ones. */
export function alphabetOf(pattern: AST.Pattern): string[] {
  const named = new Set<string>();
  visit(pattern, (node) => {
    if (node.type === 'Character') named.add(String.fromCodePoint(node.value));
  });
  return [...new Set([...named, ...USUAL])];
}

/** Parents before children. */
export function visit(node: Part, take: (node: Part) => void): void {
  take(node);
  for (const child of childrenOf(node)) visit(child, take);
}

function childrenOf(node: Part): readonly Part[] {
  if ('alternatives' in node && node.type !== 'ClassStringDisjunction') return node.alternatives;
  if (node.type === 'Alternative') return node.elements;
  if (node.type === 'Quantifier') return [node.element];
  if (node.type === 'CharacterClass') return node.elements;
  if (node.type === 'CharacterClassRange') return [node.min];
  return [];
}

export class Samples {
  readonly #alphabet: readonly string[];
  readonly #flags: string;

  constructor(pattern: AST.Pattern, flags: string) {
    this.#alphabet = alphabetOf(pattern);
    this.#flags = flags.replace(/[gydv]/g, '') + (flags.includes('v') ? 'u' : '');
  }

  of(node: Part): string[] {
    switch (node.type) {
      case 'Character':
        return [String.fromCodePoint(node.value)];
      case 'CharacterSet':
      case 'CharacterClass':
        return this.#charactersOf(node.raw);
      case 'Quantifier':
        return this.#repeated(node);
      case 'Group':
      case 'CapturingGroup':
        return this.#eitherOf(node.alternatives);
      case 'Alternative':
        return this.#inTurn(node.elements);
      default:
        return ['']; // assertions take no room; a reference to a group is left out
    }
  }

  /** Characters of the pattern that a part does not begin with. */
  notIn(node: Part): string[] {
    const starts = new Set(this.of(node).map((text) => text[0]));
    const matcher = node.type === 'CharacterClass' || node.type === 'CharacterSet' ? new RegExp(`^${node.raw}$`, this.#flags) : null;
    return this.#alphabet.filter((character) => (matcher ? !matcher.test(character) : !starts.has(character)));
  }

  /** Of the characters a pattern names those come first that make trouble: the pattern knows them in other places too. */
  #charactersOf(raw: string): string[] {
    const matcher = new RegExp(`^${raw}$`, this.#flags);
    return this.#alphabet.filter((character) => matcher.test(character)).slice(0, 2 * MOST);
  }

  #repeated({ element, min }: AST.Quantifier): string[] {
    if (min === 0) return ['', ...this.of(element)].slice(0, MOST);
    return this.of(element).map((text) => text.repeat(Math.min(min, 50)));
  }

  #eitherOf(alternatives: readonly AST.Alternative[]): string[] {
    const each = alternatives.map((alternative) => this.of(alternative));
    const [firsts, others] = [each.flatMap((texts) => texts.slice(0, 1)), each.flatMap((texts) => texts.slice(1))];
    return [...new Set([...firsts.slice(0, MOST), ...firsts.slice(-1), ...others])].slice(0, 2 * MOST);
  }

  /** Not every combination: the n-th text of each, which has every text of every part once. */
  #inTurn(elements: readonly Part[]): string[] {
    const each = elements.map((element) => this.of(element)).filter((texts) => texts.length > 0);
    const length = Math.min(MOST, Math.max(1, ...each.map((texts) => texts.length)));
    return [...new Set(Array.from({ length }, (_, i) => each.map((texts) => texts[i % texts.length]).join('')))];
  }
}
