/** winnow sparql: questions about what a crawl knows, answered from what it has stored. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { askRemote, sparqlOverWorkspaces, withReading } from '../../assembly/index.js';
import { NAMESPACES } from '../../read/rdf/index.js';
import { type FormatWish, formatResult, type SparqlRequest } from '../../views/sparql/index.js';
import type { Exit } from '../exit-codes.js';
import type { Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import { optionalWorkspace, workspaceIn } from '../workspace-option.js';
import { RAW } from './report-question.js';

const HELP = `
Examples:
  winnow sparql 'SELECT * { ?s ?p ?o } LIMIT 10'    of the latest crawl, as a table
  winnow sparql crawls/people 'PREFIX foaf: <http://xmlns.com/foaf/0.1/> SELECT ?name ?g { GRAPH ?g { ?x foaf:name ?name } }'
                                                    with the document that says so
  winnow sparql --file errors.rq --format csv       json, xml, csv, tsv, table, markdown
  winnow sparql --file history.rq --param source=http://example.org/
                                                    ?source is this address
  winnow sparql 'DESCRIBE <http://example.org/me>' --format jsonld
                                                    turtle, ntriples, nquads, trig, jsonld, rdfxml
  winnow sparql --endpoint https://example.org/sparql 'SELECT …'
                                                    asks a store somewhere else
  winnow sparql --update 'INSERT DATA { GRAPH <urn:notes> { <urn:a> <urn:b> "c" } }'

Without FROM a query sees everything as one graph: the data of all documents and the record of the crawl. FROM <address>
asks one document as it was stored; nothing is fetched. SERVICE and LOAD are switched off.`;

interface Flags {
  readonly workspace?: string;
  readonly file?: string;
  readonly format?: string;
  readonly json?: boolean;
  readonly raw?: boolean;
  readonly param?: readonly string[];
  readonly timeout: string;
  readonly update?: boolean;
  readonly smush?: boolean;
  readonly endpoint?: string;
  readonly user?: string;
}

export function sparqlCommand(_terminal: Terminal, _exit: (how: Exit) => void): Command {
  return new Command('sparql')
    .description('Ask what a crawl knows: SPARQL 1.1 over the data of its documents and its own record')
    .argument('[words...]', 'the query, with the folder of the crawl before it if you like')
    .addOption(optionalWorkspace())
    .option('--file <file>', 'read the query from a file; - is standard input')
    .option('--format <format>', 'format of the answer')
    .option('--json', 'the same as --format json')
    .option('--raw', RAW)
    .option('--param <name=value...>', 'a value for a variable of the query')
    .option('--timeout <seconds>', 'end the query after so long', '60')
    .option('--smush', 'resources with the same identifying value (a mailbox, owl:sameAs) are one')
    .option('--endpoint <url>', 'ask a store somewhere else instead of a crawl; SELECT alone')
    .option('--user <name>', 'name to log in with there; its password is WINNOW_ENDPOINT_PASSWORD, a bearer token WINNOW_ENDPOINT_TOKEN')
    .option('--update', 'it is an update, and may change what the crawl knows')
    .addHelpText('after', HELP)
    .action((words: string[], flags: Flags) => run(words, flags));
}

async function run(words: readonly string[], flags: Flags): Promise<void> {
  if (flags.endpoint !== undefined) return runRemotely(flags.endpoint, words, flags);
  const { folder, text } = wanted(words, flags);
  await withReading(folder, () => {}); // says when there is no workspace
  const service = sparqlOverWorkspaces({ limits: { time: secondsOf(flags.timeout) * 1000 }, lanes: 1 });
  try {
    const { pieces } = await service.ask(requestOf(folder, text, flags));
    for await (const piece of pieces) await written(piece);
  } finally {
    await service.close();
  }
}

async function runRemotely(endpoint: string, words: readonly string[], flags: Flags): Promise<void> {
  if (flags.update || flags.smush || flags.param) throw new UsageError('--endpoint goes with neither --update, --smush nor --param.');
  if (words.length !== (flags.file === undefined ? 1 : 0)) throw new UsageError('Give one query, in quotes, or --file FILE.');
  const result = await askRemote({
    endpoint,
    text: flags.file === undefined ? (words[0] as string) : textOf(flags.file),
    timeoutMs: secondsOf(flags.timeout) * 1000,
    user: flags.user,
    password: process.env['WINNOW_ENDPOINT_PASSWORD'],
    token: process.env['WINNOW_ENDPOINT_TOKEN'],
  });
  for (const piece of formatResult(result, wishOf(flags)).text) await written(piece);
}

const textOf = (file: string): string => readFileSync(file === '-' ? 0 : resolve(file), 'utf8');

function wanted(words: readonly string[], flags: Flags): { folder: string; text: string } {
  const [first, second, ...more] = words;
  if (more.length) throw new UsageError('Put the query into quotes, so that it is one argument.');
  if (flags.file !== undefined) {
    if (second !== undefined) throw new UsageError('Give the query itself or --file, not both.');
    return {
      folder: workspaceIn({ workspace: first ?? flags.workspace }),
      text: textOf(flags.file),
    };
  }
  if (first === undefined) throw new UsageError("Give a query, such as 'SELECT * { ?s ?p ?o } LIMIT 10', or --file FILE.");
  return { folder: workspaceIn({ workspace: second === undefined ? flags.workspace : first }), text: second ?? first };
}

function requestOf(folder: string, text: string, flags: Flags): SparqlRequest {
  return {
    folder,
    text,
    kind: flags.update ? 'update' : 'query',
    wish: wishOf(flags),
    prefixes: NAMESPACES,
    parameters: parametersOf(flags.param ?? []),
    smush: flags.smush,
  };
}

function wishOf(flags: Flags): FormatWish {
  const format = flags.json ? 'json' : flags.format;
  return { ...(format ? { format } : { accept: FOR_PEOPLE }), isGuarded: !flags.raw };
}

/** A table for rows. N-Triples is plain text too, but Turtle is easier to read. */
const FOR_PEOPLE = 'text/plain;q=0.5, text/turtle';

function parametersOf(pairs: readonly string[]): Record<string, string> {
  const entries = pairs.map((pair) => {
    const [, name, value] = /^\??(\w+)=(.*)$/s.exec(pair) ?? [];
    if (name === undefined || value === undefined) throw new UsageError(`--param wants name=value, not "${pair}".`);
    return [name, value] as const;
  });
  return Object.fromEntries(entries);
}

function secondsOf(written: string): number {
  const seconds = Number(written);
  if (seconds > 0 && seconds <= 86_400) return seconds;
  throw new UsageError(`--timeout is a number of seconds, not "${written}".`);
}

/** Waits when the reader is slow; nobody reads any further when it is closed. */
const written = (text: string): Promise<void> =>
  new Promise((done) => {
    if (process.stdout.write(text)) done();
    else
      process.stdout
        .once('drain', done)
        .once('close', done)
        .once('error', () => done());
  });
