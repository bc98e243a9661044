/** Reads Server-Sent Events as a browser would. */
import { until } from './until.js';

export interface SentEvent {
  readonly name: string;
  readonly id: number | null;
  readonly data: Record<string, unknown>;
}

export interface EventStream {
  readonly events: readonly SentEvent[];
  of(name: string): SentEvent[];
  /** Waits until so many of this name have come. */
  wait(name: string, count?: number): Promise<void>;
  close(): void;
}

export async function openEvents(url: string, headers: Record<string, string> = {}): Promise<EventStream> {
  const end = new AbortController();
  const answer = await fetch(url, { headers: { accept: 'text/event-stream', ...headers }, signal: end.signal });
  if (!answer.ok || !answer.body) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  const events: SentEvent[] = [];
  void collect(answer.body, events).catch(() => {}); // closed by us
  const of = (name: string) => events.filter((event) => event.name === name);
  return { events, of, wait: (name, count = 1) => until(() => of(name).length >= count), close: () => end.abort() };
}

async function collect(body: AsyncIterable<Uint8Array>, events: SentEvent[]): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) events.push(...eventIn(block));
  }
}

/** Comments and the time to reconnect are no events. */
function eventIn(block: string): SentEvent[] {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
  const data = field('data');
  if (data === undefined) return [];
  return [
    {
      name: field('event') ?? 'message',
      id: field('id') === undefined ? null : Number(field('id')),
      data: JSON.parse(data) as Record<string, unknown>,
    },
  ];
}
