/** The search index as a companion of a run: it begins with the run, and what is left when its time is over is indexed next time. */
import { type Companion, patience } from '../../run/lifecycle/index.js';
import type { Indexing } from './index-beside.js';

export function indexCompanion(begin: () => Indexing, withinMs: number): Companion {
  let indexing: Indexing | null = null;
  return {
    begun() {
      indexing = begin();
    },
    finish: async (ending) => indexing?.finish(patience(ending, withinMs)),
  };
}
