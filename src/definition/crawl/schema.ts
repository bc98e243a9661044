/**
 * The one description of a crawl definition. Types, validation, JSON Schema, the reference page and
 * the CLI flags all come from here; nothing else in the program knows the shape of the file.
 *
 * Every field has a default, so that `{ seeds: [...] }` is a whole definition. Descriptions are
 * written for the reference page: first sentence short, it doubles as help text of the flag.
 */
import { z } from 'zod';
import { AddressPolicy, AddressSet, type ScopeRule } from '../../model/index.js';
import { conversion, hook } from './after-run.js';
import { marks } from './marks.js';
import { readPlace } from './place.js';
import { duration, size } from './quantities.js';
import {
  headerName,
  headerSecret,
  headerText,
  isHttpUrl,
  mailAddresses,
  mailServer,
  portalParameters,
  secret,
  targetName,
} from './texts.js';

const strings = z.array(z.string());
/** URLs and patterns may contain commas, so their flags are repeated, never split. */
const urls = z.array(z.string()).register(marks, { whole: true });
const count = z.number().int().min(0);
const atLeastOne = z.number().int().min(1);

const seed = z
  .union([
    z.string().min(1).describe('A URL; the scheme may be left out (https is tried first).').register(marks, { noun: 'a URL' }),
    z.strictObject({
      url: z.string().min(1).describe('A URL.'),
      depth: count.default(0).describe('Depth this seed starts at, instead of 0.'),
    }),
    z.strictObject({ sitemap: z.string().min(1).describe('URL of a sitemap whose entries become seeds.') }),
    z.strictObject({
      file: z
        .string()
        .min(1)
        .describe('Text file, one URL per line; lines starting with // or # are comments.')
        .register(marks, { file: 'path' }),
    }),
  ])
  .register(marks, { noun: 'a seed', whole: true });

/** Rules that stand side by side must all hold; `any`, `all` and `not` combine them freely. */
const scopeRule: z.ZodType<ScopeRule> = z.lazy(() => (ruleObject ??= makeRule()));
/** Made once: every mention of the rule inside itself must be the same schema, or a walk through it would never end. */
let ruleObject: z.ZodType<ScopeRule> | undefined;

const makeRule = (): z.ZodType<ScopeRule> =>
  z
    .strictObject({
      domains: strings.optional().describe('Host suffixes, compared label by label: gov.si holds for e.gov.si, not for gov.si.evil.com.'),
      hosts: strings.optional().describe('Exact host names, with or without port.'),
      sites: strings.optional().describe('Scheme, host and port: https://example.org:8443.'),
      url: urls.optional().describe('Globs on the whole URL: */login*.'),
      regex: urls.optional().describe('Regular expressions (RE2: linear time, no look-around) searched in the URL.'),
      prefix: urls.optional().describe('URL prefixes.'),
      depth: flagged('--depth', count).optional().describe('Links away from a seed, at most.'),
      language: strings.optional().describe('Language of the page the link stands on.'),
      via: strings.optional().describe('Kinds of link that led here: a, iframe, sitemap, redirect, …'),
      path: z
        .strictObject({
          within: count.describe('How many links back, at most.'),
          of: scopeRule.describe('The rule that page must fulfil.'),
        })
        .optional()
        .describe('A page on the path of links, at most `within` links back, that fulfils a rule.'),
      all: z.array(scopeRule).optional().describe('All of these hold.'),
      any: z.array(scopeRule).optional().describe('At least one of these holds.'),
      not: scopeRule.optional().describe('This does not hold.'),
    })
    .meta({ id: 'scopeRule' })
    .register(marks, { noun: 'a rule' });

const use = z
  .union([
    z.string().min(1).register(marks, { noun: 'a name' }),
    z.looseObject({ use: z.string().min(1).describe('Name of the plug-in.') }),
  ])
  .describe('Name of a plug-in, or { use: name, …its options }.')
  .register(marks, { noun: 'a plug-in' });

const delay = duration().describe('Pause between two requests to a site, unless its robots.txt asks for more.');
const maxDelay = duration().describe('A longer Crawl-delay than this is cut to it, and reported.');
const perSite = atLeastOne.describe('Requests in flight to one site.');
const responseFactor = z.number().min(0).describe('Pause at least this many times the last response time. Has no effect where delay is 0.');
const positive = z.number().gt(0, 'must be more than 0');

const politeness = z.strictObject({
  delay: flagged('--delay', delay.prefault('3s')).describe(delay.description as string),
  maxDelay: maxDelay.prefault('60s').describe(maxDelay.description as string),
  responseFactor: responseFactor.default(1).describe(responseFactor.description as string),
  perSite: perSite.default(1).describe(perSite.description as string),
  perAddress: atLeastOne.default(1).describe('Requests in flight to one IP address, over all its sites.'),
  exemptAddresses: z
    .array(z.string().refine(isNetwork, 'an address or a network is written like 192.0.2.1, 203.0.113.0/24 or 2001:db8::/32'))
    .default([])
    .describe('Addresses or networks (CIDR) of content networks, to which perAddress does not apply.'),
  perDomain: z
    .strictObject({
      sites: atLeastOne.default(32).describe('Sites of one registrable domain that are asked at the same time.'),
      rate: positive.optional().describe('Requests a second to all sites of one registrable domain.'),
    })
    .prefault({})
    .describe('Limits for all sites of a registrable domain together.'),
  rate: positive.optional().describe('Requests a second over all sites.'),
  randomWait: duration()
    .optional()
    .describe(
      'Before each request, besides the delay, a random wait of 1 second to this long; if this is shorter than 1 second, of 0 to this long.',
    ),
  trouble: z
    .strictObject({
      tries: atLeastOne
        .default(10)
        .describe(
          'Requests in a row that fail (5xx, 429, reset, time-out, too slow) before a site is set aside: a working answer ends a row.',
        ),
      time: duration('8m').describe(
        'How long such a row may last if it is three requests long, and the longest wait (Retry-After) a site may ask for, before it is set aside.',
      ),
      probes: atLeastOne
        .default(3)
        .describe('Requests in a row that suffice for a site that was set aside before and has not answered since.'),
      askAgain: duration('15m').describe('When a site that was set aside is asked again, should the run still be going on.'),
    })
    .prefault({})
    .describe('When a site in trouble is set aside, so that the run can end: what is queued there waits for the next run.'),
  crawlDelayFactor: z.number().min(0).default(1).describe('Multiplies Crawl-delay; below 1 only for tests on your own servers.'),
});

const rdf = z.strictObject({
  read: z
    .enum(['auto', 'always', 'never'])
    .default('auto')
    .describe(
      'Whether RDF is read. auto: documents that are RDF, and pages with signs of it inside; always: every page is searched for it.',
    ),
  most: atLeastOne.max(10_000_000).default(1_000_000).describe('Statements kept of one document; the rest is left out, and said so.'),
  follow: strings.default([]).describe('Properties whose objects are followed as links: rdfs:seeAlso, owl:sameAs, or a whole IRI.'),
  followAll: z.boolean().default(false).describe('Follow every resource that statements name.'),
  followMatching: z
    .strictObject({
      regex: z.string().min(1).describe('Regular expression (RE2) searched in the IRI.'),
      replacement: z.string().optional().describe('What is put in the place of what matched; $1 is the first group.'),
    })
    .optional()
    .describe('Follow resources whose IRI matches, as it is or changed.'),
  schemas: z.boolean().default(false).describe('Follow the namespaces of properties and classes too, so that their schemas are known.'),
  accept: z.boolean().default(false).describe('Ask servers for RDF first: the Accept field names its media types before HTML.'),
  transformations: z
    .array(
      z
        .strictObject({
          file: z
            .string()
            .min(1)
            .register(marks, { file: 'path' })
            .describe('Stylesheet (XSLT 1.0). It may read nothing but the document.'),
          url: z.url().optional().describe('Where documents say the stylesheet is (GRDDL), or a profile or namespace they name.'),
          match: z
            .string()
            .min(1)
            .optional()
            .describe(
              'Documents it is applied to though they do not name it, by URL or media type: with * for anything, or a regular expression (RE2) between slashes.',
            ),
        })
        .refine(({ url, match }) => url !== undefined || match !== undefined, 'say with url or match what it is applied to'),
    )
    .default([])
    .describe('Stylesheets that make RDF of pages and XML documents. Pages are made well-formed XHTML first.'),
});

const renderMode = z
  .enum(['auto', 'always', 'never'])
  .describe('Whether pages are shown in a browser, so that their scripts run. auto: where that was found to bring text or links.');

/** Settings for one part of the Web. A value that is left out comes from the next wider layer; see site-settings.ts. */
const siteOverlay = z
  .strictObject({
    for: z
      .string()
      .refine(
        isPlace,
        'write a host name such as gov.si, which also holds for all hosts below it, or a site such as https://www.gov.si:8443',
      )
      .describe('Host name, with all hosts below it, or one site with scheme and port.'),
    politeness: z
      .strictObject({
        delay: delay.optional().describe(delay.description as string),
        maxDelay: maxDelay.optional().describe(maxDelay.description as string),
        perSite: perSite.optional().describe(perSite.description as string),
        responseFactor: responseFactor.optional().describe(responseFactor.description as string),
      })
      .prefault({})
      .describe('As in politeness, for these sites.'),
    budget: z
      .strictObject({ pages: atLeastOne.optional().describe('Pages taken of each of these sites, instead of budget.perSite.pages.') })
      .prefault({})
      .describe('As in budget.perSite, for these sites.'),
    capture: z
      .strictObject({
        files: z.boolean().optional().describe('Follow links to files on these sites.'),
        images: z.boolean().optional().describe('Fetch the images of pages of these sites.'),
        render: renderMode.optional().describe(renderMode.description as string),
      })
      .prefault({})
      .describe('As in capture, for these sites.'),
  })
  .register(marks, { noun: 'a site setting', whole: true });

const credentials = z.strictObject({
  site: z.string().min(1).describe('Origin these credentials belong to; they are sent nowhere else.'),
  scheme: z.enum(['basic', 'digest', 'bearer']).default('basic').describe('How they are sent.'),
  user: secret.optional().describe('User name, for basic and digest.'),
  password: secret.optional().describe('Use ${NAME} to read an environment variable.'),
  token: secret.optional().describe('For bearer. Use ${NAME} to read an environment variable.'),
});

const fetch = z.strictObject({
  agent: z
    .string()
    .regex(/^[A-Za-z][\w-]*$/, 'a product token is letters, digits, dash and underscore, such as Winnow')
    .default('Winnow')
    .describe('Product token: the name matched in robots.txt.'),
  contact: flagged('--contact', headerText).optional().describe('Mail or web address of whoever runs the crawl; part of the User-Agent.'),
  userAgent: flagged('--user-agent', headerText)
    .optional()
    .describe('The whole User-Agent field, instead of one made of agent and contact.'),
  timeout: duration('30s').describe('Longest wait for the next byte of an answer.'),
  deadline: duration('10m').describe('Longest time for a whole fetch.'),
  minRate: size('100B').describe('Bytes a second below which an answer is given up, measured over the time-out.'),
  maxSize: size('2GB').describe('Bytes of a body as sent; the rest is cut and the record marked truncated.'),
  maxPageSize: size('64MB').describe('The same for what says that it is an HTML page.'),
  maxDecodedSize: size('256MB').describe('Bytes of a body after content decoding.'),
  maxHeaderSize: size('64KB').describe("Bytes of an answer's head."),
  maxRedirects: count.default(10).describe('Redirects followed in a row, at most.'),
  retries: count.default(2).describe('Further attempts after a time-out, a reset or a 5xx or 429 answer.'),
  retryDelay: duration('250ms').describe(
    "Pause before the first retry, or the site's own delay if that is longer; doubled for each further one.",
  ),
  concurrency: flagged('--concurrency', atLeastOne).default(32).describe('Requests in flight over all sites.'),
  http2: z.boolean().default(true).describe('Offer HTTP/2 on TLS connections.'),
  accept: headerText
    .default('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8')
    .describe('The Accept field: which media types are preferred.'),
  acceptLanguage: headerText.optional().describe('The Accept-Language field: which languages are preferred.'),
  headers: z
    .record(headerName, headerSecret)
    .default({})
    .describe(
      'Further request headers; those that look like secrets go to the sites of the seeds alone. Use ${NAME} to read an environment variable.',
    ),
  cookies: z
    .union([
      z.boolean(),
      z.strictObject({ file: z.string().min(1).describe('File in Netscape format.').register(marks, { file: 'path' }) }),
    ])
    .default(true)
    .describe('Keep cookies per crawl; a file in Netscape format may start the jar.'),
  credentials: z
    .array(credentials)
    .register(marks, { flag: false })
    .default([])
    .describe('User names, passwords and tokens, each for one site.'),
  proxy: z
    .string()
    .refine(isHttpUrl, 'a proxy is a URL such as http://proxy.example:3128')
    .register(marks, { secret: true })
    .optional()
    .describe('http:// proxy for all requests. Use ${NAME} to read an environment variable.'),
  proxyResolves: z
    .boolean()
    .default(false)
    .describe('Leave names that cannot be looked up here to the proxy, which may then reach private networks.'),
  insecureTls: z.boolean().default(false).describe('Accept certificates that do not verify; the verdict is recorded either way.'),
  allowAddresses: flagged(
    '--allow-addresses',
    z.array(
      z
        .string()
        .refine(
          isPermission,
          'an address or network that may be fetched is written like 127.0.0.1, 10.0.0.0/8, 127.0.0.1:8080 or [::1]:8080',
        ),
    ),
  )
    .default([])
    .describe(
      'Addresses or networks (CIDR) that may be fetched though they are not public, each with a port or for all: 10.0.0.0/8, 127.0.0.1:8080, [::1]:8080.',
    ),
  resolve: flagged('--resolve', z.record(z.string(), z.string()))
    .default({})
    .describe(
      'Host → address[:port] to connect to, like a hosts file; *.example stands for all below, ftp://host for one scheme alone. After http:// the host is spoken to without TLS.',
    ),
  robots: z.enum(['obey', 'ignore']).default('obey').describe('Whether robots.txt is obeyed. Ignore it on your own servers only.'),
  robotsMode: z.enum(['rfc9309', 'google', 'protego']).default('rfc9309').describe('Whose reading of unclear robots.txt lines to follow.'),
});

const budget = z.strictObject({
  pages: flagged('--pages', z.number().int().min(1)).optional().describe('Stop after this many pages.'),
  time: flagged('--time', duration()).optional().describe('Stop after this time.'),
  size: size().optional().describe('Pause when this run has written so much to disk. A larger value lets it go on.'),
  keepFree: size('500MB').describe("Pause when less than this is free on the workspace's disk; 0 turns it off."),
  perSite: z
    .strictObject({ pages: atLeastOne.optional().describe('Stop taking pages of a site after this many.') })
    .prefault({})
    .describe('Limits for each site.'),
  perSeed: z
    .strictObject({ pages: atLeastOne.optional().describe('Stop taking pages that were found through a seed after this many.') })
    .prefault({})
    .describe('Limits for each seed.'),
});

const frontier = z.strictObject({
  order: z
    .enum(['depth', 'score', 'levels'])
    .default('depth')
    .describe(
      'What is fetched first. depth: fewer links away from a seed first, best score first among those; score: best score first; ' +
        'levels: one level of links at a time, the next only when it is done.',
    ),
  update: z
    .enum(['FIRST', 'LAST', 'MAX', 'SUM', 'AVG'])
    .default('AVG')
    .describe('Score of a queued URL that is found again. The first, the newest, the highest, the sum or the average of all seen.'),
  workers: flagged('--workers', atLeastOne)
    .optional()
    .describe('Workers at most, each with one request in flight. Left out: as many as fetch.concurrency allows.'),
  deal: z
    .enum(['links', 'domains'])
    .default('links')
    .describe(
      'What workers are dealt. links: whichever may be visited next; domains: whole hosts, each to one worker for as long as ' +
        'a level lasts (see order), as evenly as possible.',
    ),
  balance: atLeastOne.default(1).describe("URLs taken from a site's queue in a row, best first (bl)."),
  inMemory: atLeastOne.default(65_536).describe('Queue entries kept in memory over all sites; the rest waits on disk.'),
  drop: z
    .string()
    .min(1)
    .register(marks, { file: 'path' })
    .optional()
    .describe('Folder watched for files with URLs. Left out: drop in the workspace, if there is one.'),
});

const urlRules = z.strictObject({
  policy: flagged('--policy', z.enum(['default', 'whatwg', 'semantic', 'semantic-precise', 'aggressive', 'w3lib', 'gov']))
    .default('default')
    .describe('When two URLs count as the same resource.'),
  rewrite: z.boolean().default(false).describe('Request the key instead of the URL as linked. Only the gov profile does so.'),
  maxSegments: atLeastOne.default(10).describe('Path segments kept by the gov policy.'),
  keepWww: strings.default([]).describe('Hosts that only answer with www., under the gov policy.'),
});

const archive = z.strictObject({
  prefix: z
    .string()
    .regex(/^[\w.-]{1,60}$/, 'letters, digits, dot, dash and underscore only')
    .default('winnow')
    .describe('First part of WARC file names.'),
  rotate: size('1GB').describe('Start a new WARC file at this size.'),
  gzip: z.number().int().min(0).max(9).default(1).describe('Compression level of text; media that are compressed already get 0.'),
  metadata: z
    .enum(['none', 'short', 'links'])
    .default('short')
    .describe('Metadata records: none, how the page was found, or also its links.'),
  requests: z.boolean().default(true).describe('Write request records.'),
  except: strings.default([]).describe('Media types that are read but not kept in the archive: video/*.'),
});

const retention = z.strictObject({
  versions: atLeastOne.optional().describe('Versions of a document that keep their content, the newest first.'),
  age: duration().optional().describe('How long a version keeps its content: 2y.'),
  keepLast: z.boolean().default(true).describe('Keep the newest version whatever its age.'),
  archive: z
    .enum(['keep', 'drop'])
    .default('keep')
    .describe('Whether the WARC records of such versions are kept too, or dropped from the archive.'),
});

const search = z.strictObject({
  index: z
    .boolean()
    .default(true)
    .describe('Index documents for full-text search while the crawl runs. Without, `winnow search` does it when it is asked.'),
});

const capture = z.strictObject({
  requisites: flagged('--requisites', z.boolean())
    .default(true)
    .describe(
      'Fetch what a browser needs to show pages too: images, styles, fonts, scripts, frames; off-scope hosts included. ' +
        'Often several requests a page; the report says how many, and how large.',
    ),
  maxRequisites: atLeastOne.default(1000).describe('Requisites of one page that are fetched; further ones are left out.'),
  maxRequisiteSize: size('32MB').describe('Bytes of one requisite; the rest is cut and the record marked truncated.'),
  files: flagged('--files', z.boolean())
    .default(true)
    .describe('Follow links to files: PDF, Word, PowerPoint and other documents and packages, told by their ending.'),
  fileTypes: strings.default(['*']).describe('Endings of files that are followed and saved: pdf, doc, docx, ppt, pptx, …'),
  images: flagged('--images', z.boolean()).default(false).describe('Fetch the images of pages too, off-scope hosts included.'),
  imageTypes: strings.default(['png', 'jpg', 'jpeg']).describe('Images that are fetched and saved; * for all.'),
  saveFiles: z
    .boolean()
    .default(false)
    .describe('Also save images and files in the folder files of the workspace when a run has finished, by type and site.'),
  types: strings.default(['*']).describe('Media types whose bodies are fetched whole; others are cut after the head.'),
  obeyNofollow: z.boolean().default(true).describe('Do not follow links that say nofollow.'),
  obeyNoarchive: z.boolean().default(false).describe('Do not keep pages that say noarchive.'),
  acceptedStatus: z.array(z.number().int().min(100).max(599)).default([200, 203]).describe('Answers whose body is read as a page.'),
  sitemaps: z.boolean().default(true).describe('Read sitemaps named in robots.txt, else /sitemap.xml.'),
  maxLinks: atLeastOne.default(500_000).describe('Links of one page that are taken; how many more there were is noted.'),
  maxSitemapUrls: atLeastOne.default(10_000_000).describe('URLs of one sitemap that are taken; how many more there were is noted.'),
  render: flagged('--render', renderMode)
    .default('auto')
    .describe(renderMode.description as string),
});

const render = z.strictObject({
  browser: z.string().min(1).register(marks, { file: 'path' }).optional().describe('Path of a Chromium. Left out: the one of the system.'),
  timeout: duration('10s').describe('Longest time for one page; then it is read as it stands.'),
  settle: duration('3s').describe("How much of a page's own time is let pass for its scripts; it runs ahead while nothing is fetched."),
  concurrency: atLeastOne.default(2).describe('Pages shown at the same time.'),
  maxRequests: count.default(100).describe('Things one page may ask for.'),
  maxBytes: size('32MB').describe('Bytes one page may ask for and send in all.'),
  maxNodes: atLeastOne.default(200_000).describe('Elements of a rendered page; one with more is read as it was sent.'),
  maxSize: size('8MB').describe('Size of a rendered page; the rest is cut.'),
  restartAfter: atLeastOne.default(200).describe('Pages after which a fresh browser takes the place of the old one.'),
  maxPageMemory: size('512MB').describe('Memory a page may hold; one that wants more is ended and read as it was sent.'),
  maxMemory: size('1GB').describe('Memory the browser may hold with all its pages; one that has grown to much of it is replaced.'),
});

const revisit = z.strictObject({
  mode: z
    .enum(['everything', 'fresh', 'seeds'])
    .default('everything')
    .describe(
      'everything: all that is known. fresh: what the budget can keep fresh best, by how often pages were seen to change. ' +
        'seeds: the seeds, and what they lead to.',
    ),
  budget: atLeastOne.default(10_000).describe('Fetches a day that mode fresh spends on what is known already.'),
  explore: z.number().min(0).max(1).default(0.1).describe('Share of the budget for pages that lead to new ones.'),
  min: duration('1h').describe('A page is not visited again before this time has passed.'),
  max: duration('90d').describe('No page is left for longer, as far as the budget allows.'),
  skip: z
    .strictObject({
      statuses: z.array(z.number().int().min(400).max(599)).default([]).describe('Answers after which a URL is left alone: 403, 404, 410.'),
      unknownHosts: z.boolean().default(false).describe('Leave URLs alone whose host does not exist.'),
      recheck: duration('30d').describe('How long they are left alone; 0: for good.'),
    })
    .prefault({})
    .describe('Failures that further runs do not ask for again.'),
});

const scutter = z.strictObject({
  id: z.string().min(1).optional().describe('Name of the scutter in its configuration.'),
  title: headerText.optional().describe('Title or description of the scutter, for logs and pages.'),
  memory: z
    .string()
    .min(1)
    .register(marks, { file: 'path' })
    .optional()
    .describe('File the memory is written to as RDF when a run ends or is stopped.'),
  cache: z
    .string()
    .min(1)
    .register(marks, { file: 'path' })
    .optional()
    .describe('Folder where copies of what was fetched are kept under host and path, made of the archive.'),
});

const lsh = z
  .strictObject({
    vocabulary: z
      .enum(['sl-triples', 'sl-words'])
      .default('sl-triples')
      .describe('Units of the text that count: character triples or words, of the thousand most frequent Slovene words.'),
    vocabularyFile: z
      .string()
      .min(1)
      .register(marks, { file: 'path' })
      .optional()
      .describe('File with another vocabulary, as winnow lsh vocabulary makes it.'),
    hashes: atLeastOne.max(1024).default(1).describe('Hash functions (num_hash).'),
    bands: atLeastOne.max(1024).default(1).describe('Equal parts the hashes are split into (num_bands); must divide their number.'),
    threshold: z.number().min(0).max(1).default(0.9).describe('Gestalt ratio from which on a candidate is a duplicate.'),
    time: duration('1s').describe('Longest time for comparing one page with its candidates; what is left then is counted as unsettled.'),
  })
  .refine(({ hashes, bands }) => hashes % bands === 0, {
    message: 'the number of bands must divide the number of hashes',
    path: ['bands'],
  });

const duplicates = z.strictObject({
  find: z
    .enum(['near', 'lsh', 'off'])
    .default('near')
    .describe(
      'How pages that say the same are found. near: by likeness of the text; lsh: by signatures and gestalt ratio, as the gov profile does.',
    ),
  similarity: z
    .number()
    .min(0.5)
    .max(1)
    .default(0.75)
    .describe(
      'Likeness from which on a page is a duplicate of another: the share of word runs that stand in both, running text counting most.',
    ),
  lsh: lsh.prefault({}).describe('How find: lsh goes about it.'),
});

const traps = z.strictObject({
  shapes: z
    .boolean()
    .default(true)
    .describe('Leave out URLs whose shape gives a trap away: segments that repeat, parameters that pile up, dates far ahead.'),
  text: z.boolean().default(true).describe('Pause kinds of URLs that keep leading to each other and bring no new text. See winnow traps.'),
});

const webhook = z.strictObject({
  webhook: z
    .string()
    .refine(isHttpUrl, 'a webhook is a URL such as https://example.org/hook')
    .register(marks, { secret: true, hostOnly: true })
    .describe('URL that is posted to. Use ${NAME} to read an environment variable.'),
  on: z
    .array(z.enum(['add', 'upd', 'del', 'suspected', 'anomaly', 'run', 'run-failed']))
    .min(1)
    .default(['add', 'upd', 'del', 'anomaly', 'run'])
    .describe(
      'What it is told of. suspected: a suspicion that came up or went away; run: every run that ended; run-failed: those to look at.',
    ),
  secret: secret.optional().describe('Signs what is sent. Use ${NAME} to read an environment variable.'),
  from: z
    .enum(['start', 'now'])
    .default('start')
    .describe('Whether a new webhook is told of everything in the journal, or of what comes from now on.'),
  batch: atLeastOne.max(1000).default(100).describe('Events in one request, at most.'),
  every: duration('5s').describe('Pause between two requests while fewer events than a batch wait.'),
  timeout: duration('10s').describe('Longest wait for the answer.'),
  name: targetName,
});

const mail = z.strictObject({
  mail: mailAddresses,
  from: headerText.min(1).describe('Address of the sender.'),
  smtp: mailServer,
  on: z
    .array(z.enum(['anomaly', 'run', 'run-failed']))
    .min(1)
    .default(['anomaly', 'run-failed'])
    .describe('What is written about. run: every run that ended; run-failed: those to look at.'),
  prefix: headerText.default('[Winnow]').describe('What the subject begins with.'),
  timeout: duration('20s').describe('Longest wait for the mail server.'),
  name: targetName,
});

const notify = z.union([webhook, mail]).register(marks, { noun: 'a notice', whole: true });

const publish = z
  .strictObject({
    to: z
      .string()
      .refine(isHttpUrl, 'a store is a URL such as https://example.org/sparql')
      .register(marks, { secret: true, hostOnly: true })
      .describe('Address that takes SPARQL 1.1 updates. Use ${NAME} to read an environment variable.'),
    user: headerText.optional().describe('Name to log in with.'),
    password: headerSecret.optional().describe('Password of that user. Use ${NAME} to read an environment variable.'),
    token: headerSecret.optional().describe('Bearer token, instead of a user. Use ${NAME} to read an environment variable.'),
    timeout: duration('60s').describe('Longest wait for the answer to one graph.'),
    name: targetName,
  })
  .register(marks, { noun: 'a remote store', whole: true });

const folderOrUrl = 'an address is a URL such as https://central.example/ingest, or a folder';

const delivery = z
  .strictObject({
    to: z
      .string()
      .min(1)
      .refine((to) => !/^[a-z][a-z0-9+.-]+:\/\//i.test(to) || isHttpUrl(to), folderOrUrl)
      .register(marks, { secret: true, hostOnly: true })
      .describe(
        'Service that takes the documents: a URL, or a folder where packages are put. Use ${NAME} to read an environment variable.',
      ),
    as: z
      .enum(['document-groups', 'crawler-data'])
      .default('document-groups')
      .describe(
        'document-groups: ZIP packages with a description each. crawler-data: to is a folder, where SQLiteData/SQLiteCrawlerData.sqlite and the packages are brought up to date at the end of each run.',
      ),
    protocol: z
      .enum(['soap', 'rest', 'folder'])
      .optional()
      .describe('Left out: by the address. folder for what is no URL, soap where it ends in .svc, else rest.'),
    encoding: z.enum(['mtom', 'text']).default('mtom').describe('soap: the ZIP in a part of its own, or as base64 in the text.'),
    dialect: z
      .enum(['text', 'printed-schema'])
      .default('text')
      .describe('Of descriptions. text: with type, no namespace; printed-schema: without type, in the namespace of the schema.'),
    onServiceUnavailable: z
      .enum(['keep', 'rollback'])
      .default('keep')
      .describe('keep: packages wait and go first at the next start; rollback: nothing counts as sent, the run must be repeated.'),
    sendNone: z.boolean().default(false).describe('Also tell the service of documents that did not change.'),
    require: strings.default([]).describe('Fields without which a document is reported and not sent.'),
    extraFormats: strings.default([]).describe('Media types the service takes beyond the contract; files of others travel as gzip.'),
    articles: z.boolean().default(false).describe('Write type 3 for journal articles, which only our own service knows.'),
    crawler: z.string().min(1).optional().describe('Name of the crawler in descriptions. Left out: as each document says.'),
    keepSent: z.boolean().default(false).describe('Keep packages and descriptions that were sent, in the workspace.'),
    packagesFolder: z
      .string()
      .min(1)
      .optional()
      .describe('Folder where packages wait until they are sent, instead of the workspace, in a folder of this delivery.'),
    sentFolder: z.string().min(1).optional().describe('Folder for what was sent, instead of the workspace; sets keepSent.'),
    errorFolder: z.string().min(1).optional().describe('Folder for what was refused or rolled back.'),
    concurrency: atLeastOne.max(64).default(2).describe('Packages under way at once.'),
    timeouts: z
      .strictObject({
        open: duration('10m').describe('Until the connection stands.'),
        send: duration('10m').describe('For a whole package and its answer.'),
        receive: duration('10m').describe('Silence while the answer is waited for.'),
        close: duration('10m').describe('How long closing waits for what is under way.'),
      })
      .prefault({})
      .describe('How long the service may take.'),
    maxAnswer: size('4MB').describe('Longest answer of the service.'),
    cookies: z.boolean().default(false).describe('Keep cookies of the service.'),
    proxy: z
      .string()
      .refine(isHttpUrl, 'a proxy is a URL such as http://proxy.example:3128')
      .register(marks, { secret: true })
      .optional()
      .describe('http:// proxy for this service.'),
    insecureTls: z.boolean().default(false).describe('Accept a certificate that does not verify.'),
    user: headerText.optional().describe('Name to log in with.'),
    password: headerSecret.optional().describe('Password of that user. Use ${NAME} to read an environment variable.'),
    token: headerSecret.optional().describe('Bearer token, instead of a user. Use ${NAME} to read an environment variable.'),
    name: targetName,
  })
  .refine(({ as, to }) => as !== 'crawler-data' || !isHttpUrl(to), { path: ['to'], message: 'crawler-data is kept in a folder' })
  .register(marks, { noun: 'a delivery', whole: true });

const portal = z
  .union([
    z.string().min(1).register(marks, { noun: 'the name of a portal' }),
    z.strictObject({
      id: z.string().min(1).describe('Connector, by its id, a name older crawlers had, or the path of its file.'),
      parameters: portalParameters,
      accepted: z.boolean().default(false).describe('You confirm what the re-use record of the portal asks for.'),
      downloadAll: z.boolean().default(false).describe('Download and compare every document, whatever validators and lists say.'),
      onlyNew: z.boolean().default(false).describe('Fetch no document again that is known.'),
    }),
  ])
  .register(marks, { noun: 'a portal', flag: false });

export const definitionSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[\w.-]{1,100}$/, 'a name is letters, digits, dot, dash and underscore, at most 100 of them')
    .default('crawl')
    .describe('Name of the crawl; its workspace is called after it.'),
  extends: flagged('--profile', z.string().min(1)).optional().describe('Profile or definition file this one builds on.'),
  seeds: z.array(seed).default([]).describe('Where the crawl starts.'),
  portal: portal.optional().describe('A portal that is harvested by its connector, instead of seeds that are crawled.'),
  scope: scopeRule.optional().describe('Which links are followed. Left out, or without a rule that names a place: the hosts of the seeds.'),
  filters: z.array(use).default([]).describe('Further filters; all must agree.'),
  politeness: politeness.prefault({}).describe('How gently sites are treated.'),
  sites: z
    .array(siteOverlay)
    .default([])
    .describe('Politeness, budget and rendering of single hosts, domains or sites; the most specific entry wins.'),
  frontier: frontier.prefault({}).describe('In which order URLs are fetched.'),
  fetch: fetch.prefault({}).describe('How resources are requested.'),
  budget: budget.prefault({}).describe('When the crawl ends. Left out: when nothing is left to fetch.'),
  urls: urlRules.prefault({}).describe('How URLs are compared.'),
  capture: capture.prefault({}).describe('What is taken of a site.'),
  rdf: rdf.prefault({}).describe('What is read and followed of RDF.'),
  render: render.prefault({}).describe('How pages are shown in a browser, where capture.render says so.'),
  archive: archive.prefault({}).describe('How WARC files are written.'),
  retention: retention.prefault({}).describe('What is kept of older versions, applied when a run has finished. Left out: everything.'),
  search: search.prefault({}).describe('Full-text search.'),
  fetchers: z.array(use).default([]).describe('Fetchers that replace the built-in one for their schemes.'),
  readers: z.array(use).default([]).describe('Readers tried before the built-in ones.'),
  documents: z
    .array(
      z.strictObject({
        page: urls.describe('Globs on the URL of the page.'),
        files: urls.describe('Globs on the URLs of links on such a page that are its files.'),
      }),
    )
    .register(marks, { flag: false })
    .default([])
    .describe('Documents of several files: links on a page that are files of its document, and no documents of their own.'),
  consumers: z.array(use).default([]).describe('Take each result, in this order.'),
  analysers: z.array(use).default([]).describe('Give each page, and each of its links, a score. The mean of a link orders the queue.'),
  scanners: z.array(use).default([]).describe('Find further links in each page: in its text or its statements of RDF.'),
  extractors: z.array(use).default([]).describe('Read fields out of each page.'),
  plugins: z
    .array(z.string().min(1).register(marks, { file: 'module' }))
    .register(marks, { whole: true })
    .default([])
    .describe('Modules that export plug-ins: files, relative to this one, or npm packages.'),
  notify: z
    .array(notify)
    .register(marks, { flag: false })
    .default([])
    .describe('Who is told of changes, anomalies and runs: webhooks and mails.'),
  publish: z
    .array(publish)
    .register(marks, { flag: false })
    .default([])
    .describe('Remote stores that are sent the RDF of documents, a graph for each, as SPARQL updates.'),
  deliver: z
    .array(delivery)
    .register(marks, { flag: false })
    .default([])
    .describe(
      'Services and folders that documents are handed over to, as document groups: those of portals whole, pages of a crawl as one file each.',
    ),
  convert: z
    .array(conversion)
    .register(marks, { flag: false })
    .default([])
    .describe('Services and programs that make a further file of each new version of a document, such as Akoma Ntoso of a law.'),
  afterRun: z
    .array(hook)
    .register(marks, { flag: false })
    .default([])
    .describe('What is done when a run has ended, in this order: a mail, a program, a request, the next run.'),
  schedule: z.string().min(1).optional().describe('daily at 02:00, every 6h, continuously, or a cron line. Read by watch.'),
  duplicates: duplicates.prefault({}).describe('How pages that say the same as others are found. They are kept and marked.'),
  traps: traps.prefault({}).describe('What is done about parts of sites without end.'),
  revisit: revisit.prefault({}).describe('What a further run visits again.'),
  scutter: scutter.prefault({}).describe('What a scutter leaves behind. Set by winnow scutter, which reads its configuration.'),
  session: z
    .enum(['keep', 'replace'])
    .default('keep')
    .describe('What a new run does with what earlier ones brought. keep: goes on from it; replace: throws it away, archive included.'),
  profile: z
    .string()
    .min(1)
    .register(marks, { flag: false })
    .optional()
    .describe('Set by profiles; names the contract whose output is wanted.'),
});

/** A definition as a user writes it: nearly everything may be left out. */
export type DefinitionInput = z.input<typeof definitionSchema>;
/** A definition with every default filled in; frozen after loading. */
export type Definition = z.output<typeof definitionSchema>;

/** For definitions in TypeScript: `export default defineCrawl({ … })` gives completion and checks while you type. */
export const defineCrawl = (definition: DefinitionInput): DefinitionInput => definition;

/** Gives a field a short flag. The mark goes onto a copy, since fields share simple schemas. */
function flagged<S extends z.ZodType>(flag: string, schema: S): S {
  const copy = schema.clone();
  marks.add(copy, { ...marks.get(schema), flag });
  return copy;
}

function isPlace(text: string): boolean {
  return readPlace(text) !== null;
}

function isPermission(text: string): boolean {
  try {
    return Boolean(new AddressPolicy([text]));
  } catch {
    return false;
  }
}

function isNetwork(text: string): boolean {
  try {
    return Boolean(new AddressSet([text]));
  } catch {
    return false;
  }
}
