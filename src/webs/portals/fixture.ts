/**
 * A portal as `winnow portals test` serves it: under its real host names, on two days, and on days when it is broken.
 *
 * Made by code because portals have sessions, forms and validators; everything it says is invented, its shapes are real.
 */

/** 1 and 2: two days of its life. broken: its templates have changed. cut: its lists end too early. */
export type Day = 1 | 2 | 'broken' | 'cut';

export interface FixtureRequest {
  readonly method: string;
  /** As the client meant it: https and the real host name. */
  readonly url: URL;
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Fields of a posted form; empty where it is none. */
  readonly form: URLSearchParams;
  readonly cookies: Readonly<Record<string, string>>;
}

export interface FixtureResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array;
  /** Milliseconds before it answers. */
  readonly after?: number;
  /** The connection breaks off after so many bytes of the body. */
  readonly breakAt?: number;
}

/** By key, on each day. */
export type StoredDays = { readonly [day in 1 | 2]: Readonly<Record<string, string>> };

export interface PortalFixture {
  /** Id of the connector. */
  readonly connector: string;
  readonly hosts: readonly string[];
  /** Quirks of the portal that it plays, in words; at least three. */
  readonly quirks: readonly string[];
  /** Parameters the test runs with, so that it takes seconds. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** A portal that is never asked: the copy of it that is handed over, under the parameter that names it. */
  readonly supplies?: { readonly parameter: string; copy(day: Day): Uint8Array };
  /** What the user has to confirm. */
  readonly accepts?: boolean;
  /** A recording: its lists name documents that it does not have, and that they cannot be had is no fault. */
  readonly isPartial?: boolean;
  /** The moment it is on each day, for windows and cursors. */
  readonly today: { readonly 1: string; readonly 2: string };
  /** Keys of the documents, by what must come of them. */
  readonly expected: {
    readonly 1: readonly string[];
    readonly 2: {
      readonly Add: readonly string[];
      readonly Upd: readonly string[];
      readonly Del: readonly string[];
      readonly None: readonly string[];
    };
  };
  /** Words that each document must hold when a day is over: in its title, its fields, its stamp or its files. */
  readonly holds?: { readonly [day in 1 | 2]: Readonly<Record<string, readonly string[]>> };
  /** Everything that is stored of each document when a day is over, as storedForm writes it; of the second day, where it is otherwise. */
  readonly stored?: StoredDays;
  /** Called for each run: the server's own memory (sessions, counters) is in what it returns. */
  open(day: Day): (request: FixtureRequest) => FixtureResponse | Promise<FixtureResponse>;
}
