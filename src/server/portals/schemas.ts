/** What the API takes and gives of portals and their workers. */
import { z } from 'zod';
import { TRACE_LEVELS, WORKER_STATES } from '../../run/workers/index.js';

export const portalId = z.object({ id: z.string().min(1).max(255).describe('of the portal, as /portals lists it') });

const text = z.string().max(10_000);
const values = z
  .record(z.string().max(200), z.union([text, z.array(text).max(1000), z.boolean()]))
  .describe('by name; a text, several, or true and false');

export const formValues = z.strictObject({
  parameters: values.default({}).describe('of the portal'),
  run: values.default({}).describe('of every run: where it is kept, what is accepted'),
});
export const startBody = z
  .strictObject({ parameters: values.optional(), run: values.optional() })
  .optional()
  .describe('left out: those it has');
export const fileBody = z.strictObject({ file: z.string().max(500_000).describe('a worker file, XML') });

const state = z.enum(WORKER_STATES);
const progress = z.number().int().min(0).max(100);
const time = z.string().describe('ISO 8601, in UTC');

const results = z.object({
  Success: z.boolean(),
  Start: time,
  End: time,
  Duration: z.number().describe('seconds'),
  DownloadedDocs: z.number().int().min(0),
  Message: z.string(),
  Report: z.unknown().describe('what `winnow portals run --json` prints; null where it failed'),
});

const lastRun = z.object({
  run: z.number().int(),
  state: z.string(),
  reason: z.string().nullable(),
  startedAt: time,
  endedAt: time.nullable(),
  documents: z.number().int().nullable(),
  isSuspicious: z.boolean().describe('nothing was deleted, since something is wrong with the portal'),
});

const entry = z.object({
  id: z.string(),
  number: z.number().int().nullable(),
  title: z.string(),
  country: z.string().nullable(),
  languages: z.array(z.string()),
  availability: z.string().describe('ready, refused, and the like'),
  workspace: z.string(),
  state,
  progress,
  last: lastRun.nullable().describe('of the runs in its workspace, started from wherever'),
  health: z
    .object({ state: z.enum(['healthy', 'new', 'unusual', 'broken']), findings: z.array(z.string()) })
    .nullable()
    .describe('of its last runs; null: not known yet'),
});

export const portals = z.object({ items: z.array(entry) });

export const worker = z.object({
  id: z.string(),
  title: z.string(),
  state,
  progress,
  message: z.string(),
  isCancelling: z.boolean(),
  mayStart: z.boolean(),
  parameters: values,
  run: values,
  results: results.nullable(),
});

export const opened = z.object({ worker, notes: z.array(z.string()).describe('what was read differently from the file') });
export const form = z.looseObject({ id: z.string(), title: z.string(), sections: z.array(z.looseObject({ name: z.string() })) });
export const workerResults = results;

const level = z.enum(TRACE_LEVELS).default('INFO').describe('this level and all above it');
const after = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
export const traceQuery = z.object({
  level,
  after: after.default(0).describe('lines after this number'),
  format: z.enum(['json', 'text']).default('json'),
});
export const eventsQuery = z.object({ level, after: after.optional() });
export const trace = z.object({
  items: z.array(z.object({ sequence: z.number().int(), at: time, level: z.enum(TRACE_LEVELS), text: z.string() })),
});
