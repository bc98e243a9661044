/** How many links of one document are taken, and the note about the others. */
import { z } from 'zod';

export const maxLinksOption = z.number().int().positive().default(500_000).describe('Links that are taken; more are counted in a note.');

export const linksLeftOut = (left: number, most: number): string =>
  `${left} links past the first ${most.toLocaleString('en')} were left out`;
