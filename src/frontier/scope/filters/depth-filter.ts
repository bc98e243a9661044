import { z } from 'zod';
import { defineFilter } from '../../../plugins/index.js';

/** Unlike the `depth` of a scope rule, the limit itself is already too deep: seeds are 0, and 2 lets 0 and 1 through. */
export const depthFilter = defineFilter({
  name: 'depth',
  about: 'Accepts URLs fewer links away from a seed than its limit.',
  options: z.strictObject({ depth: z.number().int().min(0).default(2).describe('The first depth that is refused; seeds have depth 0.') }),
  prepare: (options) => (candidate) => (candidate.depth < options.depth ? null : `depth ${candidate.depth} is not below ${options.depth}`),
});
