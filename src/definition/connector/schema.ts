/**
 * The connector language: YAML that says how to harvest one portal. Types, checks, the reference page and the help of
 * parameters all come from here.
 *
 * A connector lists documents (`list`, and `changes` where the portal publishes what changed) and says what a document
 * consists of (`document`). A step of a list sends requests, reads each answer as rows, and passes the fields of every
 * row on to the next step. So what an abstract page says travels with the link to its full text. For expressions see
 * ../expressions/.
 */
import { z } from 'zod';
import { compileExpression, compileTemplate, type Expression, ExpressionError } from '../expressions/index.js';

const text = z.string().min(1);
const MAX_KEPT = 10_000;

/**
 * Checks an expression when the connector is loaded, so that a mistake has its line. A step is parsed as every kind in
 * turn; compile each value only once.
 */
function checked<T>(compile: (value: T) => unknown): (value: T, check: z.core.$RefinementCtx) => void {
  const fine = new Set<string>();
  return (value, check) => {
    const written = JSON.stringify(value);
    if (fine.has(written)) return;
    try {
      compile(value);
      if (fine.size < MAX_KEPT) fine.add(written);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      check.addIssue({ code: 'custom', message: error.message.replace(/^[.:]\s*/, '') });
    }
  };
}

/** Text with places to be filled in: see template.ts. */
const template = text
  .superRefine(checked((value) => compileTemplate(value, '')))
  .describe('Text with {fields}, {parameters} and {window.from} filled in; {name|encode} applies a filter.');
const count = z.number().int().min(0);
const duration = z.string().regex(/^\d+(\.\d+)?(ms|s|m|h|d|w|y)$/, 'a duration is written like 500ms, 2s, 10m, 8h, 30d');

const anyExpression: z.ZodType<Expression> = z.union([
  text,
  z.record(z.string(), z.unknown()),
  z.array(z.lazy((): z.ZodType<Expression> => anyExpression)),
]);
const expression = anyExpression.superRefine(checked((value) => compileExpression(value, '', { anySet: true })));
const fields = z.record(z.string(), expression).describe('Field → where it is found.');

const request = z.union([
  template,
  z.strictObject({
    url: template,
    method: z.enum(['GET', 'POST', 'PUT']).optional().describe('Left out: POST where there is a form or a body, else GET.'),
    query: z.record(z.string(), z.string()).optional().describe('Added to the URL, percent-encoded once. Empty values are sent.'),
    form: z.record(z.string(), z.string()).optional().describe('Sent as application/x-www-form-urlencoded.'),
    json: z.unknown().optional().describe('Sent as JSON; texts in it are templates.'),
    body: template.optional(),
    headers: z.record(z.string(), z.string()).optional(),
    accept: template.optional(),
    acceptLanguage: template.optional(),
    timeout: duration.optional().describe('Longest wait for this portal, where it is slow.'),
  }),
]);

/** Posts a form of the page just received, with its hidden fields (ViewState, tokens). */
const submit = z.strictObject({
  form: text.default('form').describe('CSS selector of the form.'),
  url: template.optional().describe('Instead of the action of the form.'),
  values: z
    .record(z.string(), z.string())
    .default({})
    .describe('Fields set or added. A value of null in YAML is written as an empty text.'),
  drop: z.array(text).default([]).describe('Fields of the form that are not sent.'),
});

const next = z.union([
  z.strictObject({ link: expression.describe('Where the URL of the next page is found.') }),
  z.strictObject({
    page: count.default(1).describe('Number of the first page; {page} in the request.'),
    until: z
      .union([z.enum(['empty', 'count', 'missing']), z.strictObject({ pages: expression }), z.strictObject({ more: expression })])
      .default('empty')
      .describe(
        'When the last page was read: an empty page, as many rows as count says, a page that is not there (404), so many pages, or a page on which `more` yields nothing.',
      ),
    step: z.number().int().min(1).default(1),
  }),
  z.strictObject({
    offset: count.default(0).describe('First offset; {offset} in the request.'),
    size: z.number().int().min(1).describe('Rows a page; {size} in the request.'),
    until: z.enum(['empty', 'count', 'short']).default('short'),
  }),
  z.strictObject({ token: expression.describe('Value for {token} of the next request; none: the end.'), request: request.optional() }),
  z.strictObject({ after: text.describe('Field whose last value becomes {last}: keyset paging.'), size: z.number().int().min(1) }),
  z.strictObject({
    submit,
    page: count.default(2).describe('Number of the second page; {page} in the values.'),
    shown: expression.optional().describe('Number of the page as the answer shows it; another one means that the session was lost.'),
    until: z.union([z.enum(['empty', 'count']), z.strictObject({ pages: expression })]).default('empty'),
  }),
]);

const windows = z.strictObject({
  by: z.enum(['year', 'month', 'day']),
  from: template.describe('First day: 2010, 2010-05, 2010-05-20, or a parameter such as {StartYear}.'),
  until: template.default('today'),
  overlap: duration.optional(),
  split: z
    .array(z.union([z.enum(['month', 'day']), z.strictObject({ over: z.string(), values: z.array(z.string()).min(1) })]))
    .default([])
    .describe('Finer windows, or further values over which a list that reached its cap is asked again; in this order.'),
});

const session = z.union([
  z
    .enum(['keep', 'fresh', 'none'])
    .describe('keep: cookies for the whole step; fresh: an empty jar for every request; none: no cookies at all.'),
  z.strictObject({
    open: request.describe('Asked first, for its cookies.'),
    expired: z
      .array(text)
      .default([])
      .describe('Texts that give away that the session is over; it is opened anew and the request repeated.'),
    maxRequests: z.number().int().min(1).optional(),
  }),
]);

/** A template in `is` may stand for all values of a parameter: ['{Types}']. */
const where = z
  .array(
    z.strictObject({
      field: text,
      is: z.array(template).optional(),
      matches: text
        .optional()
        .describe('Regular expression (RE2), found anywhere in a value; {name} alone is one that the connector sets, or none.'),
      not: text.optional(),
      from: template.optional().describe('Values before this one are kept out: dates, years. A row without a value passes.'),
      until: template.optional().describe('Values after this one are kept out; 2014 means all of that year.'),
    }),
  )
  .default([]);

const reads = z.enum(['html', 'xml', 'json', 'feed', 'text']);

const stepShape = {
  name: text.optional().describe('So that document.files can take its answer as a file.'),
  request: request.optional().describe('Left out: nothing is asked; the item itself is the row, once for each value of over.'),
  submit: submit.optional().describe('A form of the answer to request, posted; its answer is what is read.'),
  session: session.default('keep'),
  windows: windows.optional().describe('The step is done once for each window.'),
  over: z
    .record(z.string(), z.union([template, z.array(z.string()).min(1)]))
    .optional()
    .describe('Name → values: the step is done once for each combination. {parameter} stands for the values of one.'),
  read: reads.optional().describe('Left out: by what came.'),
  charset: text.optional().describe('Where the server names a wrong one or none.'),
  namespaces: z.record(z.string(), z.string()).default({}).describe('Prefixes for XPath; names without prefix match in any namespace.'),
  error: expression.optional().describe('Yields a text where a 200 answer is in truth an error.'),
  refuse: z.array(text).default([]).describe('Texts that show an error page or a challenge; the step fails then.'),
  each: expression.optional().describe('Rows. Left out: the whole answer is one row.'),
  where,
  fields: fields.default({}),
  set: z.record(z.string(), template).default({}).describe('Fields made of others.'),
  require: z.array(text).default([]).describe('Fields without which a row shows that the template has changed.'),
  within: text
    .optional()
    .describe(
      'Field with the date of a row. One outside of the window shows that the search was not made; it is made again, as after a lost session.',
    ),
  count: expression.optional().describe('How many rows the portal announces; a list that brings another number is not complete.'),
  cap: z.number().int().min(1).optional().describe('A list of so many rows is cut: its window is split.'),
  least: count.default(0).describe('Fewer rows than this are suspicious.'),
  next: next.optional(),
  together: z
    .boolean()
    .default(false)
    .describe('All rows of a turn are one item, its fields with the values of all of them: a case with its acts.'),
  stamp: template.optional().describe('Changes when the document does: with the same stamp nothing is fetched again.'),
  gone: expression.optional().describe('A row that yields this tells of a deletion (a tombstone).'),
  doubt: expression
    .optional()
    .describe('A row that yields this says that the document may be gone: it is looked at before anything is concluded.'),
  since: text
    .optional()
    .describe(
      'Field with the date rows are ordered by, newest first: where only changes are wanted, a page that ends before them is the last.',
    ),
  maxRows: z.number().int().min(1).default(5_000_000),
};

const listStep = z.strictObject({ kind: z.literal('list').default('list'), ...stepShape });
const oaiStep = z.strictObject({
  kind: z.literal('oai'),
  ...stepShape,
  base: template.describe('Address of the repository.'),
  prefix: template.default('oai_dc'),
  sets: template.optional(),
});
const sparqlStep = z.strictObject({
  kind: z.literal('sparql'),
  ...stepShape,
  endpoint: template,
  query: template.describe('SELECT with {last} and {size} where it is paged by key.'),
});
const wordpressStep = z.strictObject({
  kind: z.literal('wordpress'),
  ...stepShape,
  base: template.describe('Address of the site.'),
  type: template.default('posts'),
});
const ckanStep = z.strictObject({
  kind: z.literal('ckan'),
  ...stepShape,
  base: template,
  packages: template.describe('Name of a data set, or a regular expression over all names between slashes.'),
  records: z.boolean().default(false).describe('Rows are the records of the datastore; else the resources.'),
});
const directoryStep = z.strictObject({
  kind: z.literal('directory'),
  ...stepShape,
  base: template.describe('http:, ftp: or file: address of a folder, or of one archive.'),
  full: text.optional().describe('Glob of the archives that hold everything.'),
  delta: text.optional().describe('Glob of the archives that hold what changed since.'),
  order: text.optional().describe('Regular expression whose first group is the stamp archives are ordered by.'),
  longest: template
    .optional()
    .describe('Longest time that may lie between two deltas (10d): after a longer one some are missing, and everything is read again.'),
  deletes: text.optional().describe('Glob, inside a delta, of the lists of what is gone.'),
  members: text.optional().describe('Glob of the members that are rows.'),
});
const walkStep = z.strictObject({
  kind: z.literal('walk'),
  ...stepShape,
  seeds: z.array(template).min(1),
  follow: z
    .array(z.union([z.strictObject({ allow: text }), z.strictObject({ deny: text })]))
    .min(1)
    .describe('Regular expressions (RE2) on the URL, in order: the first that matches decides; none: the link is not followed.'),
  rows: text.describe('Regular expression on the URL of pages that are rows.'),
  depth: z.number().int().min(1).default(6),
});

const singleStep = z.union([listStep, oaiStep, sparqlStep, wordpressStep, ckanStep, directoryStep, walkStep]);
const branchesStep = z.strictObject({
  kind: z.literal('branches'),
  ...stepShape,
  branches: z.array(z.array(singleStep).min(1)).min(1).describe('Lists of their own, put together: each begins with the same item.'),
});

const joinStep = z.strictObject({
  kind: z.literal('join'),
  ...stepShape,
  on: template.describe('What a row of the other list and the item have in common.'),
  with: z
    .array(z.union([listStep, directoryStep]))
    .min(1)
    .describe('The other list. It is read once, and its rows go with the items they belong to.'),
});

const step = z.union([listStep, oaiStep, sparqlStep, wordpressStep, ckanStep, directoryStep, walkStep, branchesStep, joinStep]);

const role = z.enum(['main', 'meta', 'part', 'asset']);

const member = z.strictObject({
  name: text.describe('Glob on the name inside the archive.'),
  role: role.default('main'),
  type: text.optional(),
  charset: text.optional(),
  read: reads.optional().describe('As what expressions read it; left out: by what it is.'),
  unpack: z.enum(['zip', 'gzip']).optional().describe('An archive inside the archive.'),
  fields: fields.default({}),
  drop: z.boolean().default(false),
});

const file = z.strictObject({
  role: role.default('main'),
  name: template.optional().describe('File name in the document; left out: from the URL, with an ending by type.'),
  where: where.describe('Only for documents whose fields are like this.'),
  request: request.optional(),
  each: text.optional().describe('Field with several values: one file for each, which is {value} in the request.'),
  step: text.optional().describe('The answer of a step of the list is the file.'),
  join: text.optional().describe('Each row that the step of this name (kind join) has joined is a file; its fields may name it.'),
  item: z.enum(['json', 'xml']).optional().describe('The row itself is the file.'),
  accept: z.array(template).default([]).describe('Media types in order of preference, one request each until one is there.'),
  otherwise: z.array(request).default([]).describe('Asked in this order where the request finds nothing.'),
  choices: z
    .union([z.literal(true), expression])
    .optional()
    .describe('An answer 300 lists parts, and all are fetched: true for all links on it, or where they are found.'),
  type: text.optional(),
  charset: text.optional(),
  read: reads.optional().describe('As what expressions read it; left out: by what it is.'),
  starts: z.array(text).default([]).describe('Texts the body must begin with, one of them: %PDF-, <?xml, PK.'),
  refuse: z.array(text).default([]).describe('Texts that show an error page; the file counts as not had.'),
  inner: expression.optional().describe('Where an HTML page came instead of the file: the link to it, followed once.'),
  required: z.boolean().optional().describe('Left out: main files are, others are not.'),
  instead: z.boolean().default(false).describe('Only where no main file was there before it: the page where a PDF is missing.'),
  validators: z.boolean().default(true).describe('Ask with ETag and Last-Modified of the last time.'),
  unpack: z.array(member).default([]),
  manifest: z
    .strictObject({
      name: text.describe('Glob on the name of the member that lists the others.'),
      main: expression.optional(),
      part: expression.optional(),
      asset: expression.optional(),
    })
    .optional()
    .describe('A member of the archive that says which role the others have; for those it names, this goes before unpack.'),
  select: expression.optional().describe('Only this part of the file is compared and read.'),
  strip: z
    .array(z.strictObject({ pattern: text, with: z.string().default('') }))
    .default([])
    .describe('What is taken out before comparing: session ids, counters, dates of printing.'),
  fields: fields.default({}).describe('Fields of the document found in this file.'),
  files: z
    .array(
      z.strictObject({
        role: role.default('asset'),
        links: expression,
        required: z.boolean().default(false),
        chain: z
          .number()
          .int()
          .min(1)
          .max(1000)
          .default(1)
          .describe('How far such links are followed, from each file to the next: the pages of one text.'),
      }),
    )
    .default([])
    .describe('Further files this one links to.'),
});

const document = z.strictObject({
  key: template.describe('What the portal knows the document by: its identifier comes from this, and never changes.'),
  title: template.optional(),
  date: template.optional(),
  language: template.optional().describe('Left out: the first of languages.'),
  url: template.optional().describe('The address for people.'),
  fields: z.record(z.string(), template).default({}),
  identifiers: z
    .strictObject({ ecli: template, eli: template, celex: template, nir: template, doi: template, urn: template })
    .partial()
    .default({})
    .describe('Parsed and checked; one that is none is noted and left out.'),
  require: z.array(text).default([]),
  where: where.describe('What turns out to be otherwise, once its files are read, is no document of this harvest.'),
  mayBeAbsent: z
    .boolean()
    .default(false)
    .describe('What is listed may well not be there, since languages are tried: that many are not says nothing about the list.'),
  aliases: z.array(template).default([]).describe('Further addresses it is or was known by.'),
  formerIds: z.array(template).default([]).describe('What older crawlers knew it by: names in their CrawlerDatabase.xml.'),
  files: z.array(file).min(1),
  compare: z.enum(['bytes', 'members', 'selected']).default('bytes'),
});

const reuse = z.strictObject({
  terms: z
    .enum(['free', 'inferred', 'licence', 'prohibited'])
    .describe('free: said so; inferred: from the law; licence: one is needed; prohibited: it may not be harvested.'),
  because: text,
  licence: text.optional(),
  validFrom: text.optional(),
  fees: z.strictObject({ once: z.number().default(0), yearly: z.number().default(0), currency: text.default('EUR') }).optional(),
  quota: z
    .strictObject({ run: count.optional(), day: count.optional(), week: count.optional(), month: count.optional() })
    .default({})
    .describe('Documents, at most.'),
  confirm: text.optional().describe('What the user must confirm before this route is used: reuse.accepted.'),
  attribution: text.optional(),
});

const parameter = z.strictObject({
  about: text,
  type: z.enum(['text', 'number', 'year', 'month', 'date', 'choice', 'list', 'flag']).default('text'),
  default: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).optional(),
  choices: z.record(z.string(), z.record(z.string(), z.string())).optional().describe('Name → fields that choosing it sets.'),
  required: z.boolean().default(false),
  names: z.array(text).optional().describe('Names it has in worker files of older crawlers.'),
  former: z
    .array(text)
    .optional()
    .describe('Beginnings of addresses that are no more: where a worker file of an older crawler names one, the default holds.'),
});

const snapshot = z.strictObject({
  given: template.describe('A parameter with the address of the snapshot; where it has no value, nothing is imported.'),
  list: z.array(step).min(1).describe('What the snapshot holds.'),
  rest: z.array(step).default([]).describe('What it does not hold, listed once after it.'),
  document: document.partial().optional().describe('What differs from document for what comes from the snapshot.'),
});

const route = z.strictObject({
  approach: z.enum(['crawl', 'bulk', 'combined']),
  because: text.optional().describe('Why this route stands here.'),
  since: template.optional().describe('Combined: only what is newer than this.'),
  snapshot: snapshot.optional().describe('Combined: everything until the day `since`, imported once before changes are asked for.'),
  reuse: reuse.partial().optional(),
  list: z.array(step).default([]),
  changes: z.array(step).default([]).describe('Used instead of list once a cursor is known: {cursor.from} and {cursor.until}.'),
  overlap: duration.default('1d').describe('How far a window of changes reaches back over the last one.'),
  sweep: duration.default('30d').describe('After so long the whole list is read again, since changes may have been missed.'),
  document: document.partial().optional().describe('What differs from document on this route.'),
});

export const connectorSchema = z.strictObject({
  extends: text.optional().describe('A family, or another connector: what it says holds where this one says nothing.'),
  abstract: z.boolean().default(false).describe('A family: it is not harvested itself.'),
  id: text
    .regex(/^[a-z][a-z0-9-]*$/, 'small letters, digits and dashes')
    .optional()
    .describe('Left out: the name of the file.'),
  number: count.optional().describe('Number of the portal in the list of 41.'),
  title: text.optional(),
  url: text.optional(),
  names: z.array(text).default([]).describe('Names older crawlers had.'),
  content: z.array(z.enum(['legislation', 'case-law', 'articles'])).default([]),
  formats: z.array(text).default([]),
  languages: z.array(text).default([]),
  mode: z
    .enum(['complete', 'by-identifier', 'archive', 'refused'])
    .default('complete')
    .describe('archive: harvested once; by-identifier: no list exists, absence says nothing; refused: it may not be harvested.'),
  reuse: reuse.optional(),
  set: z.record(z.string(), z.string()).default({}).describe('Names for templates.'),
  sets: z.record(z.string(), z.array(text).min(1)).default({}).describe('Sets of regular expressions by name, for the function regex.'),
  parameters: z.record(z.string(), parameter).default({}),
  politeness: z
    .strictObject({
      delay: duration.optional(),
      concurrency: z.number().int().min(1).default(1),
      randomWait: duration.optional().describe('Before each request, besides the delay, a random wait of 1 second to this long.'),
      sites: z.record(text, duration).default({}).describe('Host → longer delay that it asks for.'),
      busy: z
        .array(z.number().int().min(400).max(599))
        .default([])
        .describe('Further statuses by which the portal says that it is busy; asked again later, as after 429 and 503.'),
    })
    .prefault({}),
  timeout: duration.optional(),
  hosts: z
    .record(z.string(), z.string())
    .default({})
    .describe('Host → host it moved to, or host/folder → host/folder; addresses of the old one are kept as aliases.'),
  copy: template
    .optional()
    .describe(
      'File or folder with a copy of the portal, a parameter such as {Archive}: it is read instead, and the portal is never asked.',
    ),
  limit: template.optional().describe('Documents that one run asks for at most: a number, or a parameter such as {MaxDocToCrawl}.'),
  routes: z.array(route).default([]).describe('In order; a later one takes over where an earlier one fails.'),
  approach: z.enum(['crawl', 'bulk', 'combined']).default('crawl'),
  list: z.array(step).default([]).describe('Short for one route.'),
  changes: z.array(step).default([]),
  overlap: duration.default('1d'),
  sweep: duration.default('30d'),
  document: document.optional(),
  deletion: z
    .strictObject({
      absent: z
        .enum(['delete', 'suspect', 'ignore'])
        .default('delete')
        .describe('What follows when a document is missing from a complete list.'),
      most: z.number().min(0).max(1).default(0.1).describe('Share of what is known that may vanish at once; more is held back.'),
      least: count.default(3).describe('So many may vanish whatever their share.'),
    })
    .prefault({}),
  guard: z
    .strictObject({
      sameContent: count
        .default(3)
        .describe('So many documents in a row with the same main file stop the run: a session that repeats itself.'),
    })
    .prefault({}),
  schedule: text.optional(),
});

export type { Expression };
export type ConnectorInput = z.input<typeof connectorSchema>;
export type Connector = z.output<typeof connectorSchema>;
export type Step = z.output<typeof step>;
export type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>;
export type RequestTemplate = z.output<typeof request>;
export type SubmitTemplate = z.output<typeof submit>;
export type NextRule = z.output<typeof next>;
export type WindowRule = z.output<typeof windows>;
export type SessionRule = z.output<typeof session>;
export type DocumentRule = z.output<typeof document>;
export type FileRule = z.output<typeof file>;
export type MemberRule = z.output<typeof member>;
export type Reuse = z.output<typeof reuse>;
export type Parameter = z.output<typeof parameter>;
export type Route = z.output<typeof route>;
export type Role = z.output<typeof role>;
