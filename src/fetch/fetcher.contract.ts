/**
 * The contract every Fetcher must pass: one answer for one request, within its limits, and nothing left behind.
 *
 * A scene is a server (or a folder) with a fetcher that may ask it. A feature that a scheme lacks, such as cookies or
 * redirects, is null in its scene.
 */
import { readdirSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Exchange } from '../model/index.js';
import type { Fetcher, FetchRequest } from '../plugins/index.js';
import { discard } from './http/discard.js';

export interface FetcherScene {
  readonly fetcher: Fetcher;
  /** Where large bodies wait; empty at the start. */
  readonly spoolFolder: string;
  /** Answers `body`. */
  readonly page: string;
  readonly body: string;
  readonly missing: string;
  /** A body of more than 2 MB: it goes to the spool folder. */
  readonly large: string;
  /** A URL at a forbidden address, or outside the folders that may be read. */
  readonly forbidden: string;
  /** Answers with a redirect to `page`. */
  readonly redirecting: string | null;
  /** Stage → a URL whose answer stops at that stage, and a promise that resolves when the fetch has reached it. */
  readonly stalled: Readonly<Record<string, { readonly url: string; readonly reached: () => Promise<void> }>>;
  /** A URL that sets a cookie unless one was sent, and the cookies sent so far. */
  readonly cookies: { readonly url: string; readonly sent: () => readonly (string | undefined)[] } | null;
  close(): Promise<void>;
}

export function fetcherContract(name: string, begin: () => Promise<FetcherScene>): void {
  const scene = async (): Promise<FetcherScene> => {
    const begun = await begin();
    onTestFinished(async () => {
      await begun.fetcher.close();
      await begun.close();
    });
    return begun;
  };

  describe(`${name} keeps the Fetcher contract`, () => {
    it('one request has one answer, with its bytes', async () => {
      const { fetcher, page, body } = await scene();
      const exchange = await fetcher.fetch({ url: page });
      expect(exchange).toMatchObject({ url: page, status: 200, truncated: null });
      expect(textOf(exchange)).toBe(body);
    });

    it('what is not there is an answer, not an error', async () => {
      const { fetcher, missing } = await scene();
      expect(await fetcher.fetch({ url: missing })).toMatchObject({ status: 404 });
    });

    it('a redirect is returned, not followed', async () => {
      const { fetcher, redirecting } = await scene();
      if (redirecting === null) return;
      const exchange = await fetcher.fetch({ url: redirecting });
      expect(exchange.url).toBe(redirecting);
      expect(Math.floor(exchange.status / 100)).toBe(3);
    });

    it('the address found before is the one that is asked; none is found for nonsense, and nothing is thrown', async () => {
      const { fetcher, page } = await scene();
      const address = await fetcher.addressOf(page);
      const { remoteAddress } = await fetcher.fetch({ url: page });
      expect(address).toBe(remoteAddress);
      expect(await fetcher.addressOf('no URL')).toBeNull();
    });

    it('a body that is too long is cut, and says so', async () => {
      const { fetcher, page, body } = await scene();
      const exchange = await fetcher.fetch({ url: page, maxBytes: 2 });
      expect(exchange.truncated).toBe('length');
      expect(textOf(exchange)).toBe(body.slice(0, 2));
    });

    it('a large body lies in the spool folder until it is disposed of', async () => {
      const { fetcher, large, spoolFolder } = await scene();
      const exchange = await fetcher.fetch({ url: large });
      expect(exchange.body).not.toBeInstanceOf(Uint8Array);
      await discard(exchange);
      expect(filesIn(spoolFolder)).toEqual([]);
    });

    it('what is forbidden is refused', async () => {
      const { fetcher, forbidden } = await scene();
      await expect(fetcher.fetch({ url: forbidden })).rejects.toMatchObject({ code: 'FETCH_ADDRESS_FORBIDDEN' });
    });

    it('a fetch that is called off ends at whatever stage it is, and leaves no file', async () => {
      const { fetcher, page, stalled, spoolFolder } = await scene();
      await expect(fetcher.fetch({ url: page, signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'FETCH_ABORTED' });
      for (const { url, reached } of Object.values(stalled)) {
        const stop = new AbortController();
        const ended = settled(fetcher, { url, signal: stop.signal });
        await reached();
        stop.abort();
        expect(await ended).toMatchObject({ code: 'FETCH_ABORTED' });
      }
      expect(filesIn(spoolFolder)).toEqual([]);
    });

    it('E-52 forgets the cookies of a session that is over, and of no other', async () => {
      const { fetcher, cookies, page } = await scene();
      const url = cookies?.url ?? page;
      const ask = async (jar: string): Promise<void> => discard(await fetcher.fetch({ url, jar }));
      for (const jar of ['a', 'b', 'a']) await ask(jar);
      await fetcher.forget('a');
      for (const jar of ['a', 'b']) await ask(jar);
      await fetcher.forget('never used');
      if (cookies) expect(cookies.sent()).toEqual([undefined, undefined, 's=1', undefined, 's=2']);
    });
  });
}

const textOf = ({ body }: Exchange): string => Buffer.from(body as Uint8Array).toString('utf8');
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []));
const settled = (fetcher: Fetcher, request: FetchRequest): Promise<unknown> =>
  fetcher.fetch(request).then(
    () => 'answered',
    (error: unknown) => error,
  );
