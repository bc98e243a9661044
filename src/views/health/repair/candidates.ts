/** Selectors that examples suggest, by how many suggest them and how sturdy they are. */

export type Votes = Map<string, { hits: number; readonly cost: number }>;

const MOST_TRIED = 40;

export function vote(votes: Votes, text: string, cost: number): void {
  const known = votes.get(text);
  if (known) known.hits++;
  else votes.set(text, { hits: 1, cost });
}

/** Those that most examples suggest, the sturdiest of them first. */
export function ranked(votes: Votes): string[] {
  const most = Math.max(0, ...[...votes.values()].map(({ hits }) => hits));
  return [...votes]
    .filter(([, { hits }]) => hits * 2 > most)
    .toSorted(([, one], [, other]) => one.cost - other.cost || other.hits - one.hits)
    .slice(0, MOST_TRIED)
    .map(([text]) => text);
}
