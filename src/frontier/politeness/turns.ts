/**
 * Turns: the right to ask a site, an address or a domain, shared by all crawls on this machine.
 *
 * A crawl claims a key before its first request and keeps the turn as long as nobody else wants it, so a crawl that is
 * alone pays for it once. Whoever wants it too is remembered, and the turn is passed on after a request. Turns know
 * nothing of pages or queues; the crawl keeps its own pace while it has the turn. Times are those of the crawl's clock
 * (clock.ts). Two turns are claimed one after the other; when the second is refused, give the first back, or two
 * crawls wait for each other.
 */
export interface Turns {
  /**
   * Asks for the turn of `key`: 'site:https://a.org', 'address:192.0.2.1', 'domain:gov.si'. Answers when the first
   * request may be sent and how many requests in flight are this crawl's share; null when others have it: the wish is
   * remembered, ask again later. Asking for a turn one has is cheap and says how it stands.
   */
  claim(key: string, wish: Wish, now: number): Grant | null;
  /** True when another crawl waits for a turn that is ours: pass it on when our requests have ended. Cheap. */
  isWanted(key: string): boolean;
  /** Gives the turn back; nobody asks the key before `nextAt`. */
  release(key: string, nextAt: number): void;
  /**
   * The heartbeat: at least every second while crawling, best before every round of requests, since a process that was
   * stopped learns here that its turns are gone. Returns keys to look at again: turns lost, shares changed, turns
   * that came free for us, and turns of ours that somebody began to wait for (pass them on if they lie idle).
   */
  refresh(now: number): readonly string[];
  /** Gives everything back. Turns still held count as used this moment. */
  close(now: number): void;
}

export interface Wish {
  /** What this crawl owes the key between two requests, in milliseconds. */
  readonly delay: number;
  /** What whoever takes the turn over must wait should we vanish, where that is more: we may not know yet what is owed. */
  readonly atWorst?: number;
  /** Requests in flight the key bears over all crawls; 1 means that the turn is held by one crawl at a time and passed on. */
  readonly capacity: number;
}

export interface Grant {
  /** When the first request may be sent; the crawl's own pace holds besides. */
  readonly at: number;
  /** Requests in flight that are this crawl's. */
  readonly share: number;
}
