/** How harvested portals do: their last runs held against the earlier ones. */
import { z } from 'zod';
import type { Crawls } from '../crawls/index.js';
import { type Api, refusals } from './routes.js';

const page = z
  .object({
    url: z.string(),
    run: z.number(),
    at: z.string(),
    record: z.string().nullable().describe('file of the archive and offset in it'),
  })
  .nullable();

const finding = z.object({
  level: z.enum(['broken', 'unusual']),
  about: z.string(),
  route: z.string().nullable(),
  rule: z.string().nullable().describe('of the connector, such as list[0].fields.title'),
  message: z.string(),
  expression: z.unknown().describe('as the connector writes it'),
  where: z.string().nullable().describe('file and line'),
  lastValue: z.string().nullable(),
  pageThen: page,
  pageNow: page,
});

export const portalHealth = z.object({
  portal: z.string(),
  title: z.string(),
  workspace: z.string(),
  state: z.enum(['healthy', 'new', 'unusual', 'broken']),
  run: z.number(),
  at: z.string(),
  heldAgainst: z.number().describe('earlier good runs'),
  lastGood: z.object({ run: z.number(), at: z.string() }).nullable(),
  badRuns: z.number(),
  documents: z.number(),
  listed: z.number(),
  findings: z.array(finding).readonly(),
});

/** Looks at one workspace. */
export type LookAtPortals = (workspace: string) => Promise<readonly z.input<typeof portalHealth>[]>;

export function healthRoutes(api: Api, crawls: Crawls, health: LookAtPortals): void {
  api.get(
    '/portals/health',
    {
      schema: {
        tags: ['portals'],
        summary: 'The health of every harvested portal, and which rule of its connector broke',
        response: { 200: z.object({ items: z.array(portalHealth) }), ...refusals },
      },
    },
    async () => {
      const all = await Promise.all(crawls.list().map(({ folder }) => health(folder)));
      return { items: all.flat() };
    },
  );
}
