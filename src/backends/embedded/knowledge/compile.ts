/**
 * A basic graph pattern as one SQL statement.
 *
 * The order of the joins is ours (CROSS JOIN keeps it). Which of the four orders of `quad` a pattern is looked up in follows
 * from what is known of it; where two would do, a `+` before a column keeps SQLite from the worse one.
 *
 * `pause()` lets a thread be ended in the midst of a join that finds nothing: only in JavaScript does it notice.
 */
import type { Place, ResolvedPattern, ResolvedScope } from './resolved.js';
import type { Statistics } from './statistics.js';

export interface Compiled {
  readonly variables: readonly string[];
  readonly rows: string;
  readonly count: string;
  readonly slots: readonly Slot[];
}

/** What is bound to the question marks. */
export type Slot = { readonly value: number | string } | { readonly given: string };

export function compile(patterns: readonly ResolvedPattern[], scope: ResolvedScope, statistics: Statistics): Compiled {
  const compiler = new Compiler(scope, statistics);
  patterns.forEach((pattern, index) => compiler.add(pattern, `q${index}`, index === patterns.length - 1));
  return compiler.finish(patterns.length);
}

class Compiler {
  /** Where a variable was met first. */
  readonly #columns = new Map<string, string>();
  readonly #conditions: string[] = [];
  readonly #slots: Slot[] = [];

  constructor(
    private readonly scope: ResolvedScope,
    private readonly statistics: Statistics,
  ) {}

  add(pattern: ResolvedPattern, table: string, isLast: boolean): void {
    const isBound = (place: Place): boolean => !('variable' in place) || this.#columns.has(place.variable);
    const known = { s: isBound(pattern.s), p: isBound(pattern.p), o: isBound(pattern.o) };
    const byGraph = this.#prefersGraph(pattern, known);
    this.#inGraph(table, byGraph ? '' : '+');
    this.#at(table, 's', pattern.s, '');
    this.#at(table, 'p', pattern.p, byGraph && !known.s ? '+' : '');
    this.#at(table, 'o', pattern.o, '');
    if (this.scope.isMerged && this.statistics.isShared('id' in pattern.p ? pattern.p.id : null)) this.#once(table);
    if (!isLast) this.#conditions.push(`((${table}.s + ${table}.p + ${table}.o) & 15 OR pause())`);
  }

  finish(tables: number): Compiled {
    const variables = [...this.#columns.keys()];
    const from = Array.from({ length: tables }, (_, index) => `quad q${index}`).join(' CROSS JOIN ');
    const where = this.#conditions.length ? ` WHERE ${this.#conditions.join(' AND ')}` : '';
    const columns = [...this.#columns.values()].join(', ') || '1';
    return { variables, slots: this.#slots, rows: `SELECT ${columns} FROM ${from}${where}`, count: `SELECT count(*) FROM ${from}${where}` };
  }

  /** Statements of a graph lie together by subject; by object they do not. */
  #prefersGraph({ p }: ResolvedPattern, known: { s: boolean; p: boolean; o: boolean }): boolean {
    const { one, graphs, each } = this.scope;
    if (one === null && graphs === null && (each === null || !this.#columns.has(each))) return false;
    if (one === null && known.s && graphs) return false;
    if (known.s || !(known.p || known.o)) return true;
    if (known.o) return false;
    return !(one && 'id' in one && 'id' in p) || this.statistics.ofGraph(one.id) < this.statistics.ofPredicate(p.id);
  }

  #inGraph(table: string, plus: string): void {
    const { one, graphs, each } = this.scope;
    if (one) return this.#equals(`${plus}${table}.g`, one);
    const first = each === null ? undefined : this.#columns.get(each);
    if (first !== undefined) return void this.#conditions.push(`${plus}${table}.g = ${first}`);
    if (graphs) this.#among(`${plus}${table}.g`, graphs);
    else if (each !== null) this.#conditions.push(`+${table}.g <> 0`);
    if (each !== null) this.#columns.set(each, `${table}.g`);
  }

  #at(table: string, column: string, place: Place, plus: string): void {
    const name = `${plus}${table}.${column}`;
    if (!('variable' in place)) return this.#equals(name, place);
    const first = this.#columns.get(place.variable);
    if (first === undefined) this.#columns.set(place.variable, `${table}.${column}`);
    else this.#conditions.push(`${name} = ${first}`);
  }

  #equals(name: string, place: Exclude<Place, { variable: string }>): void {
    this.#conditions.push(`${name} = ?`);
    this.#slots.push('id' in place ? { value: place.id } : place);
  }

  #among(name: string, graphs: readonly number[]): void {
    this.#conditions.push(`${name} IN (SELECT value FROM json_each(?))`);
    this.#slots.push({ value: JSON.stringify(graphs) });
  }

  /** Of a statement in several graphs, the one in the first of them. */
  #once(table: string): void {
    const same = ['s', 'p', 'o'].map((column) => `d.${column} = ${table}.${column}`).join(' AND ');
    const { graphs } = this.scope;
    const among = graphs ? ' AND +d.g IN (SELECT value FROM json_each(?))' : '';
    if (graphs) this.#slots.push({ value: JSON.stringify(graphs) });
    this.#conditions.push(`NOT EXISTS (SELECT 1 FROM quad d WHERE ${same} AND d.g < ${table}.g${among})`);
  }
}
