/** winnow inspect: what Winnow makes of one input, or of one per line; the same code the crawl uses. */
import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Command, Option } from 'commander';
import { ROBOTS_MODES } from '../../frontier/robots/index.js';
import { messageOf, URL_POLICIES } from '../../model/index.js';
import type { Exit } from '../exit-codes.js';
import { answerLines } from '../inspect/answer-lines.js';
import type { Input } from '../inspect/fields.js';
import { formatView } from '../inspect/format-view.js';
import { ANSWERS, INSPECTORS, type InspectKind } from '../inspect/kinds.js';
import { printable, type Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';

type Flags = Readonly<Record<string, string | undefined>> & { readonly json?: boolean; readonly jsonl?: boolean };

/** One way of asking: its flags, and how an argument becomes what a line of --jsonl would hold. */
interface Kind {
  readonly about: string;
  readonly argument: string;
  readonly options: readonly Option[];
  readonly line: string;
  readonly answer: string;
  readonly examples: readonly string[];
  input(argument: string, flags: Flags): Input | Promise<Input>;
}

const base64 = async (file: string): Promise<string> => (await readInput(file)).toString('base64');

const KINDS: Record<InspectKind, Kind> = {
  url: {
    about: 'Show how a URL is requested, compared, grouped and indexed',
    argument: 'url',
    options: [
      new Option('--base <url>', 'page the link stands on'),
      new Option('--policy <name>', 'when two URLs count as one').choices([...URL_POLICIES]),
    ],
    line: '{url, base?, policy?}',
    answer: '{url, key, site, domain, surt}',
    examples: [
      "winnow inspect url 'HTTP://Example.org:80/a/../b?utm_source=x#top'",
      'winnow inspect url ../b.html --base https://example.org/a/',
    ],
    input: (url, { base, policy }) => ({ url, base, policy }),
  },
  robots: {
    about: 'Show what a robots.txt says to an agent about a URL',
    argument: 'file',
    options: [
      new Option('--url <url>', 'URL to be asked about (default: the home page)'),
      new Option('--agent <name>', 'product token of the crawler').default('winnow'),
      new Option('--mode <name>', 'whose reading of the rules').choices(Object.keys(ROBOTS_MODES)),
    ],
    line: '{robots | robots_b64, agent, url, mode?}',
    answer: '{allowed, rule, crawlDelay, sitemaps}',
    examples: ['winnow inspect robots robots.txt --agent winnow --url https://example.org/private/'],
    input: async (file, { url = 'https://site.invalid/', agent, mode }) => ({ robots_b64: await base64(file), agent, url, mode }),
  },
  sitemap: {
    about: 'Show what a sitemap or feed lists',
    argument: 'file',
    options: [
      new Option('--url <url>', 'address it was found at; relative locations refer to it'),
      new Option('--content-type <type>', 'as the server declared it'),
    ],
    line: '{content_b64, contentType, url}',
    answer: '{urls: [{loc, lastmod, …}], sitemaps}',
    examples: ['winnow inspect sitemap sitemap.xml.gz --url https://example.org/sitemap.xml.gz --json'],
    input: async (file, { url, contentType }) => ({ content_b64: await base64(file), contentType, url: url ?? urlOfFile(file) }),
  },
  page: {
    about: 'Show what is read out of a page: title, text, language, metadata, links',
    argument: 'file',
    options: [
      new Option('--url <url>', 'address of the page; relative links refer to it'),
      new Option('--content-type <type>', 'as the server declared it'),
    ],
    line: '{html | html_b64, url, contentType?}',
    answer: '{title, text, visibleText, language, charset, facts, metadata, links}',
    examples: [
      'winnow inspect page page.html --url https://example.org/page.html',
      'curl -s https://example.org/ | winnow inspect page - --url https://example.org/',
    ],
    input: async (file, { url, contentType }) => ({
      html_b64: await base64(file),
      url: url ?? urlOfFile(file),
      contentType: contentType ?? null,
    }),
  },
  language: {
    about: 'Tell the language of a text',
    argument: 'text',
    options: [],
    line: '{text}',
    answer: '{language, confidence}',
    examples: ['winnow inspect language "Občina je objavila nov prostorski načrt."'],
    input: (text) => ({ text }),
  },
  feed: {
    about: 'Show the entries of a feed: RSS, Atom, RDF, JSON Feed',
    argument: 'file',
    options: [
      new Option('--url <url>', 'address it was found at; relative links refer to it'),
      new Option('--content-type <type>', 'as the server declared it'),
    ],
    line: '{content_b64, url, contentType?}',
    answer: '{title, entries: [{title, link, id, date}]}',
    examples: ['winnow inspect feed news.rss --url https://example.org/news.rss --json'],
    input: async (file, { url, contentType }) => ({ content_b64: await base64(file), contentType, url: url ?? urlOfFile(file) }),
  },
  rdf: {
    about: 'Show what a document says as RDF, in whatever syntax: Turtle, RDF/XML, JSON-LD, RDFa, microdata and others',
    argument: 'file',
    options: [
      new Option('--url <url>', 'address it was found at; relative names refer to it'),
      new Option('--content-type <type>', 'as the server declared it'),
    ],
    line: '{content_b64, contentType, url}',
    answer: '{syntax, quads: ["N-Quads line", …], problems}',
    examples: ['winnow inspect rdf card.ttl --url https://example.org/card --json'],
    input: async (file, { url, contentType }) => ({ content_b64: await base64(file), contentType, url: url ?? urlOfFile(file) }),
  },
  type: {
    about: 'Tell the media type and charset of a file by its content',
    argument: 'file',
    options: [new Option('--declared <type>', 'Content-Type as the server declared it')],
    line: '{b64, declared?}',
    answer: '{type, charset}',
    examples: ['winnow inspect type download.bin --declared text/plain'],
    input: async (file, { declared }) => ({ b64: await base64(file), declared }),
  },
};

const SPEED = `
With --jsonl, standard input holds one JSON object per line and standard output gets one result per line, in the same
order. A line that is wrong is answered with {"error": "…"}; the others are not touched by it.`;

export function inspectCommand(terminal: Terminal, exit: (how: Exit) => void): Command {
  const inspect = new Command('inspect')
    .description('Show what Winnow makes of one URL, robots.txt, sitemap, feed, page, RDF document, text or file')
    .addHelpText(
      'after',
      `${SPEED}\n\nExamples:\n${Object.values(KINDS)
        .flatMap(({ examples }) => examples.slice(0, 1).map((line) => `  ${line}`))
        .join('\n')}\n  winnow inspect url --jsonl < urls.jsonl > keys.jsonl`,
    );
  for (const [name, kind] of Object.entries(KINDS)) inspect.addCommand(kindCommand(name as InspectKind, kind, terminal, exit));
  return inspect;
}

function kindCommand(name: InspectKind, kind: Kind, terminal: Terminal, exit: (how: Exit) => void): Command {
  const command = new Command(name)
    .description(kind.about)
    .argument(`[${kind.argument}]`, kind.argument === 'file' ? 'file to read; - is standard input' : `the ${kind.argument}`);
  for (const option of kind.options) command.addOption(option);
  return command
    .option('--json', 'print JSON')
    .option('--jsonl', 'one JSON object per line on standard input, one result per line')
    .addHelpText(
      'after',
      `\nExamples:\n${kind.examples.map((line) => `  ${line}`).join('\n')}\n\nLines of --jsonl:\n  ${kind.line}\n  → ${kind.answer}`,
    )
    .action(async (argument: string | undefined, flags: Flags) => {
      if (flags.jsonl) await answerLines(process.stdin, process.stdout, ANSWERS[name]);
      else exit(await answerOne(name, kind, argument, flags, terminal));
    });
}

async function answerOne(name: InspectKind, kind: Kind, argument: string | undefined, flags: Flags, terminal: Terminal): Promise<Exit> {
  if (argument === undefined)
    throw new UsageError(`Say what to inspect: winnow inspect ${name} ${kind.argument.toUpperCase()}, or --jsonl for many at once.`);
  const input = await kind.input(argument, flags);
  try {
    const view = await INSPECTORS[name](input);
    terminal.print(flags.json ? JSON.stringify(view, null, 2) : formatView(view as Record<string, unknown>, terminal));
    return 'ok';
  } catch (error) {
    const message = messageOf(error);
    if (flags.json) terminal.print(JSON.stringify({ error: message }));
    else terminal.remark(`${terminal.style('red', 'winnow:')} ${printable(message)}`);
    return 'found';
  }
}

/** As much as one string can hold in base64. */
const LARGEST_INPUT = 256 * 1024 * 1024;

async function readInput(file: string): Promise<Buffer> {
  const bytes =
    file === '-'
      ? await readStandardInput()
      : await readFile(file).catch((error: Error) => refuse(`${file} cannot be read: ${error.message}`));
  return bytes.length <= LARGEST_INPUT ? bytes : refuse(`${file} is larger than 256 MB.`);
}

async function readStandardInput(): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of process.stdin) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

function refuse(message: string): never {
  throw new UsageError(message);
}

/** A page without an address still has links; they are shown relative to the file. */
const urlOfFile = (file: string): string => (file === '-' ? 'https://site.invalid/' : pathToFileURL(resolve(basename(file))).href);
