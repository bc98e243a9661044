/**
 * A run and its companions: what works beside it while its workspace is open. Deliveries, conversions, notices, publishing and
 * the search index are companions; a run of any kind begins them, tells them that it has begun, and ends them.
 *
 * They end in the reverse of the order they were opened in, each within its time: what is left, the next run goes on with.
 */
export interface Companion {
  /** The run is in the workspace. Never called where the work ends before that. */
  begun?(): void;
  finish(ending: Ending): Promise<void>;
}

/** How the work ended. Somebody who stopped a run waits for nobody. */
export interface Ending {
  readonly how: 'done' | 'stopped' | 'failed';
  /** What made it fail. */
  readonly error?: unknown;
}

/** How long the end of a stopped or failed run waits for each companion. */
const HURRIED_MS = 500;

/** How long the end of a run waits for a companion: its own time where nobody is in a hurry. */
export const patience = <Own extends number | undefined>({ how }: Ending, own: Own): Own | number => (how === 'done' ? own : HURRIED_MS);

/** A companion that cannot be opened throws before the work begins. */
export async function accompanied<End extends { readonly state: string }>(
  openings: readonly (() => Companion | Promise<Companion>)[],
  work: (begun: () => void) => Promise<End>,
): Promise<End> {
  const companions: Companion[] = [];
  let ending: Ending = { how: 'failed' };
  try {
    for (const open of openings) companions.push(await open());
    const end = await work(() => companions.forEach((companion) => companion.begun?.()));
    ending = { how: end.state === 'stopped' ? 'stopped' : 'done' };
    return end;
  } catch (error) {
    ending = { how: 'failed', error };
    throw error;
  } finally {
    await finishAll(companions.reverse(), ending);
  }
}

/** One that fails keeps none of the others from coming to its end. */
async function finishAll(companions: readonly Companion[], ending: Ending): Promise<void> {
  const failures: unknown[] = [];
  for (const companion of companions) await companion.finish(ending).catch((error: unknown) => failures.push(error));
  if (failures.length > 0 && ending.how !== 'failed') throw failures[0];
}
