/** What the steps of a listing share, and a step made ready to be run. */
import type { Connector, Expression, NextRule, RequestTemplate, Step } from '../../../definition/connector/index.js';
import { compileFields, type Fields } from '../../../definition/expressions/index.js';
import { type Measures, measured, measuredFields } from '../measure/measures.js';
import type { Asker, Item, Question, Values } from '../port.js';
import type { Findings } from './findings.js';
import type { HowFar } from './how-far.js';
import { type Cursor, type Lookup, lookupIn } from './names.js';
import { questionOf } from './question.js';
import { type Compiled, compiled } from './reading.js';
import { StepSession } from './session.js';

/** What is remembered of folders whose archives follow each other. */
export interface ArchiveMemory {
  /** Null: nothing of it was read. */
  of(folder: string): ReadArchives | null;
  /** An archive could not be read: when it is not there any more, it is missing. */
  missed(folder: string, stamp: string): void;
  /** Everything of an archive has been handed out. */
  taken(folder: string, read: ReadArchives): Promise<void>;
}

export interface ReadArchives {
  /** Stamp of the last one that was read whole. */
  readonly applied: string;
  /** Stamp of the last one before some that were missing. */
  readonly gap: string | null;
  /** Stamp of one that was there and could not be read. */
  readonly missed: string | null;
  /** Everything is to be read again. */
  readonly isAll?: boolean;
  /** The run that goes on began with a full archive, so that it lists everything. */
  readonly isWhole: boolean;
}

export interface Room {
  readonly connector: Connector;
  /** Names that hold for the whole listing. */
  readonly names: Values;
  readonly asker: Asker;
  readonly findings: Findings;
  readonly howFar: HowFar;
  /** Counts what expressions yield; null: nobody wants to know. */
  readonly measures: Measures | null;
  readonly cursor: Cursor | null;
  readonly today: string;
  readonly archives: ArchiveMemory | null;
  /** What a document is known by; null where its fields do not say it yet. */
  keyOf(fields: Values): string | null;
}

/** A step done once: for a row of the step before, in one window, with one value each of what it is done over. */
export interface Turn {
  readonly item: Item;
  /** Window, values of `over`, and whatever a reader of lists adds. */
  readonly names: Values;
}

export interface Prepared {
  readonly step: Step;
  /** list[0] */
  readonly rule: string;
  readonly room: Room;
  readonly session: StepSession;
  readonly each: Compiled | null;
  readonly fields: Fields;
  /** The same, not counted: what is told to be gone need not have them. */
  readonly fieldsOfGone: Fields;
  /** Whether a field needs further pages. */
  readonly fetches: boolean;
  readonly count: Compiled | null;
  readonly error: Compiled | null;
  readonly gone: Compiled | null;
  readonly doubt: Compiled | null;
  readonly next: NextExpressions;
  /** Lists of steps of their own, where the step is of this kind. */
  readonly branches: readonly (readonly Prepared[])[];
  /** What the step has brought so far, over all its turns. */
  readonly tally: { answers: number; rows: number; passedOver: number; failures: number };
}

interface NextExpressions {
  readonly link: Compiled | null;
  readonly token: Compiled | null;
  readonly pages: Compiled | null;
  readonly more: Compiled | null;
  readonly shown: Compiled | null;
}

export function prepare(step: Step, rule: string, room: Room): Prepared {
  const options = { sets: room.connector.sets, ...(step.read && { as: step.read }) };
  const { measures } = room;
  const part = (expression: Expression | undefined, name: string): Compiled | null => {
    if (expression === undefined) return null;
    const made = compiled(expression, `${rule}.${name}`, options);
    return measures ? measured(made, measures.rule(`${rule}.${name}`)) : made;
  };
  const fields = compileFields(step.fields, `${rule}.fields`, options);
  return {
    step,
    rule,
    room,
    session: new StepSession(room.asker, step.session, rule),
    each: part(step.each, 'each'),
    fields: measures ? measuredFields(fields, `${rule}.fields`, measures) : fields,
    fieldsOfGone: fields,
    fetches: JSON.stringify(step.fields).includes('"fetch"'),
    count: part(step.count, 'count'),
    error: part(step.error, 'error'),
    gone: part(step.gone, 'gone'),
    doubt: part(step.doubt, 'doubt'),
    next: nextExpressions(step.next, part),
    branches: branchesOf(step, rule, room),
    tally: { answers: 0, rows: 0, passedOver: 0, failures: 0 },
  };
}

function branchesOf(step: Step, rule: string, room: Room): Prepared[][] {
  if (step.kind === 'join') return [step.with.map((each, index) => prepare(each, `${rule}.with[${index}]`, room))];
  if (step.kind !== 'branches') return [];
  return step.branches.map((steps, at) => steps.map((each, index) => prepare(each, `${rule}.branches[${at}][${index}]`, room)));
}

function nextExpressions(
  next: NextRule | undefined,
  part: (expression: Expression | undefined, name: string) => Compiled | null,
): NextExpressions {
  const until: { pages?: Expression; more?: Expression } = next && 'until' in next && typeof next.until === 'object' ? next.until : {};
  return {
    link: part(next && 'link' in next ? next.link : undefined, 'next.link'),
    token: part(next && 'token' in next ? next.token : undefined, 'next.token'),
    pages: part(until.pages, 'next.until.pages'),
    more: part(until.more, 'next.until.more'),
    shown: part(next && 'shown' in next ? next.shown : undefined, 'next.shown'),
  };
}

export function lookupOf({ room }: Prepared, { item, names }: Turn, more: Values = {}): Lookup {
  return lookupIn(room.connector, more, names, item.fields, room.names);
}

/** What relative addresses of a step are relative to: the page its row was found on. */
export const baseOf = ({ room }: Prepared, { item }: Turn): string | null => item.path.at(-1) ?? room.connector.url ?? null;

/** Null, and noted, where a name in it has no value. */
export function requestOf(prepared: Prepared, turn: Turn, template: RequestTemplate, more: Values = {}): Question | null {
  const rule = `${prepared.rule}.request`;
  return questionOf(template, lookupOf(prepared, turn, more), { base: baseOf(prepared, turn), rule });
}
