/** The kinds of lists, each with how its pages are had. */
import type { Step, StepOf } from '../../../../definition/connector/index.js';
import { HarvestError } from '../../port.js';
import type { Page } from '../page.js';
import type { Prepared, Turn } from '../room.js';
import { ckanPages } from './ckan.js';
import { directoryPages } from './directory.js';
import { givenPages } from './given.js';
import { listPages } from './list.js';
import { oaiPages } from './oai.js';
import { sparqlPages } from './sparql.js';
import { walkPages } from './walk.js';
import { wordpressPages } from './wordpress.js';

export function pagesOf(prepared: Prepared, turn: Turn): AsyncGenerator<Page> {
  const { step } = prepared;
  switch (step.kind) {
    case 'list':
      return step.request === undefined ? givenPages(prepared, turn) : listPages(prepared, turn);
    case 'oai':
      return oaiPages(prepared, step, turn);
    case 'sparql':
      return sparqlPages(prepared, step, turn);
    case 'wordpress':
      return wordpressPages(prepared, step, turn);
    case 'ckan':
      return ckanPages(prepared, step, turn);
    case 'directory':
      return directoryPages(prepared, step, turn);
    case 'walk':
      return walkPages(prepared, step, turn);
    case 'branches':
    case 'join':
      throw new HarvestError('definition', `${step.kind} has no pages of its own`, { rule: prepared.rule });
  }
}

export type KindOf<Kind extends Step['kind']> = StepOf<Kind>;
