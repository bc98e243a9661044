/**
 * The original's configuration as it is written: scutters, memories, consumers and filters by their ids.
 *
 * Owns reading and references. What a component means is not known here: see to-definition.ts. Classes need not be
 * said; who has workers is a scutter, who has a file is a memory in a file.
 */
import type { Quad, Term } from '@rdfjs/types';
import { nearest } from '../../../model/index.js';
import { type RdfFile, readFragment, ScutterError } from '../read-fragment.js';
import { type Node, Statements } from '../statements.js';
import { dc, SLUG, slug } from '../vocabulary.js';

/** A value of a further property: texts stay texts, typed numbers and truths become what they are. */
export type OptionValue = string | number | boolean;
export type Options = Readonly<Record<string, OptionValue | readonly OptionValue[]>>;

export interface Component {
  readonly id: string;
  /** Last segment of its `impl`; null for the well-known filters that nobody has to describe. */
  readonly impl: string | null;
  readonly title: string | null;
  readonly description: string | null;
  /** Everything else it says of itself, by the last segment of the property. */
  readonly options: Options;
  /** Components it points to, by property: a consumer's scanner. */
  readonly parts: Readonly<Record<string, Component>>;
}

/** Where the original kept what it knew. */
export type Memory =
  | { readonly kind: 'none' }
  | { readonly kind: 'file'; readonly id: string; readonly file: string }
  | { readonly kind: 'database'; readonly id: string; readonly name: string };

export interface ScutterProfile {
  readonly id: string;
  readonly title: string | null;
  readonly memory: Memory;
  readonly workers: number | null;
  readonly userAgent: string | null;
  /** Milliseconds between two requests. */
  readonly throttle: number | null;
  readonly consumers: readonly Component[];
  readonly filters: readonly Component[];
  /** Modules its components come from. */
  readonly modules: readonly string[];
}

export interface Configuration {
  /** In the order of the file. */
  readonly ids: readonly string[];
  /** Throws ScutterError for an unknown id, and for whatever is wrong with that scutter. */
  scutter(id: string): ScutterProfile;
}

/** Relative ids are resolved against something; this is taken off again. */
export const CONFIGURATION_BASE = 'http://scutter.invalid/';

export async function readConfiguration(file: Omit<RdfFile, 'base'>): Promise<Configuration> {
  return configurationOf(await readFragment({ ...file, base: CONFIGURATION_BASE }), file.name);
}

function configurationOf(quads: Iterable<Quad>, name: string): Configuration {
  const statements = new Statements(quads);
  const reader = new ProfileReader(statements, name);
  const scutters = [...statements.subjects()].filter((node) => isScutter(statements, node));
  const ids = scutters.map(idOf);
  if (ids.length === 0)
    throw new ScutterError(
      `${name} describes no scutter: there is nothing of the class Scutter, and nothing with workers, consumers or filters (${SLUG}).`,
    );
  return {
    ids,
    scutter(id) {
      const node = scutters.find((each) => idOf(each) === id || each === id) ?? onlyOne(scutters.filter((each) => lastPart(each) === id));
      if (!node) throw new ScutterError(`${name} has no scutter \`${id}\`.${suggestion(id, ids)} There are: ${ids.join(', ')}.`);
      return reader.profile(node);
    },
  };
}

const OF_SCUTTERS = ['workers', 'consumers', 'filters', 'userAgent', 'throttle'].map(slug);

/** Components have memories too, but say what they are by their `impl`. */
function isScutter(statements: Statements, node: Node): boolean {
  const has = (property: string): boolean => statements.values(node, property).length > 0;
  return statements.hasType(node, slug('Scutter')) || OF_SCUTTERS.some(has) || (has(slug('hasMemory')) && !has(slug('impl')));
}

const idOf = (node: Node): string => node.replace(CONFIGURATION_BASE, '').replace(/^#/, '');
const lastPart = (node: Node): string => /(?<![^/#])[^/#]*$/.exec(node)?.[0] ?? node;
const onlyOne = <T>(found: readonly T[]): T | undefined => (found.length === 1 ? found[0] : undefined);

function suggestion(id: string, known: Iterable<string>): string {
  const meant = nearest(id, known);
  return meant === null ? '' : ` Did you mean \`${meant}\`?`;
}

/** The paper uses these two without describing them. */
const UNDESCRIBED: Readonly<Record<string, string>> = { 'single-fetch-filter': 'SingleFetchFilter', 'depth-filter': 'DepthFilter' };

/** Deeper than any component points to another. */
const MAX_PARTS = 5;
const DATABASE = ['dbURL', 'modelURI', 'dbName', 'driver'].map(slug);

class ProfileReader {
  readonly #statements: Statements;
  readonly #name: string;
  readonly #modules = new Set<string>();

  constructor(statements: Statements, name: string) {
    this.#statements = statements;
    this.#name = name;
  }

  profile(node: Node): ScutterProfile {
    this.#modules.clear();
    const consumers = this.#components(node, 'consumers');
    const filters = this.#components(node, 'filters');
    return {
      id: idOf(node),
      title: this.#statements.text(node, dc('title')) ?? this.#statements.text(node, dc('description')),
      memory: this.#memory(node),
      workers: this.#wholeNumber(node, 'workers', 1),
      userAgent: this.#statements.text(node, slug('userAgent')),
      throttle: this.#throttle(node),
      consumers,
      filters,
      modules: [...this.#modules],
    };
  }

  #components(node: Node, property: 'consumers' | 'filters'): Component[] {
    const [literal] = this.#statements.values(node, slug(property)).filter(({ termType }) => termType === 'Literal');
    if (literal) this.#fail(node, `\`${property}\` is the text "${literal.value}"; it must point to a component or to an rdf:Seq of them`);
    const members = this.#statements.nodes(node, slug(property)).flatMap((list) => this.#statements.members(list));
    return members.map((member) => this.#component(member, node, property, 0));
  }

  #component(node: Node, owner: Node, property: string, depth: number): Component {
    const id = idOf(node);
    const wellKnown = UNDESCRIBED[id];
    if (!this.#statements.describes(node)) {
      if (wellKnown === undefined || property !== 'filters') return this.#undefined(id, owner, property);
      return { id, impl: wellKnown, title: null, description: null, options: {}, parts: {} };
    }
    if (depth > MAX_PARTS) this.#fail(node, 'its parts point to one another without end');
    const impl =
      this.#statements.text(node, slug('impl')) ?? wellKnown ?? this.#fail(node, 'it has no `impl` that says which component it is');
    for (const { value } of this.#statements.values(node, slug('module'))) this.#modules.add(value);
    return {
      id,
      impl: impl.replace(/^.*[./#:]/, ''),
      title: this.#statements.text(node, dc('title')),
      description: this.#statements.text(node, dc('description')),
      ...this.#settings(node, depth),
    };
  }

  /** What a component says of itself, apart from what every component says. */
  #settings(node: Node, depth: number): Pick<Component, 'options' | 'parts'> {
    const options: Record<string, OptionValue | readonly OptionValue[]> = {};
    const parts: Record<string, Component> = {};
    for (const [property, values] of this.#statements.properties(node)) {
      if (COMMON.has(property) || property.startsWith(dc(''))) continue;
      const name = lastPart(property);
      const [first] = this.#statements.nodes(node, property);
      if (PARTS.has(property) && first !== undefined) parts[name] = this.#component(first, node, name, depth + 1);
      else options[name] = values.length === 1 ? optionOf(values[0] as Term) : values.map(optionOf);
    }
    return { options, parts };
  }

  #memory(node: Node): Memory {
    const [memory] = this.#statements.nodes(node, slug('hasMemory'));
    if (memory === undefined) return { kind: 'none' };
    if (!this.#statements.describes(memory)) return this.#undefined(idOf(memory), node, 'hasMemory');
    const file = this.#statements.text(memory, slug('file'));
    if (file !== null) return { kind: 'file', id: idOf(memory), file };
    const [database] = DATABASE.flatMap((property) => this.#statements.text(memory, property) ?? []);
    return database === undefined ? { kind: 'none' } : { kind: 'database', id: idOf(memory), name: database };
  }

  /** Milliseconds, said by a component (SimpleThrottle with its timeout) or as a number. */
  #throttle(node: Node): number | null {
    const [throttle] = this.#statements.nodes(node, slug('throttle'));
    if (throttle === undefined) return this.#wholeNumber(node, 'throttle', 0);
    if (!this.#statements.describes(throttle)) return this.#undefined(idOf(throttle), node, 'throttle');
    return this.#wholeNumber(throttle, 'timeout', 0);
  }

  #wholeNumber(node: Node, property: string, least: number): number | null {
    const text = this.#statements.text(node, slug(property));
    if (text === null) return null;
    const value = Number(text);
    if (text !== '' && Number.isSafeInteger(value) && value >= least) return value;
    return this.#fail(node, `\`${property}\` is "${text}"; it must be a whole number, at least ${least}`);
  }

  #undefined(id: string, owner: Node, property: string): never {
    const described = [...this.#statements.subjects()].map(idOf);
    return this.#fail(
      owner,
      `\`${property}\` names \`${id}\`, which is not described.${suggestion(id, [...described, ...Object.keys(UNDESCRIBED)])}`,
    );
  }

  #fail(node: Node, what: string): never {
    throw new ScutterError(`${this.#name}, \`${idOf(node)}\`: ${what}${/[.?]$/.test(what) ? '' : '.'}`);
  }
}

/** Said of every component, and no setting of it. */
const COMMON: ReadonlySet<string> = new Set([
  slug('impl'),
  slug('module'),
  slug('memory'),
  slug('hasMemory'),
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#type',
]);
const PARTS: ReadonlySet<string> = new Set(['scanner', 'storer', 'throttle'].map(slug));

const NUMBER = /#(integer|int|long|short|byte|decimal|double|float|(non)?(negative|positive)Integer|unsigned\w+)$/i;

function optionOf(value: Term): OptionValue {
  const type = value.termType === 'Literal' ? value.datatype.value : '';
  if (NUMBER.test(type) && Number.isFinite(Number(value.value))) return Number(value.value);
  if (type.endsWith('#boolean')) return /^(true|1)$/.test(value.value.trim());
  return value.termType === 'NamedNode' ? value.value.replace(CONFIGURATION_BASE, '') : value.value.trim();
}
