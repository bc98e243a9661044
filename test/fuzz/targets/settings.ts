/** Definitions, connectors and the files of an earlier crawler. */
import { loadConnector } from '../../../src/definition/connector/index.js';
import { definitionFromInput, parseDuration, parseSize } from '../../../src/definition/crawl/index.js';
import { parseJson } from '../../../src/definition/crawl/parse-json.js';
import { parseYaml } from '../../../src/definition/crawl/parse-yaml.js';
import { SourceText } from '../../../src/definition/crawl/source-tree.js';
import { compileExpression, compileFields, compileTemplate, parseContent } from '../../../src/definition/expressions/index.js';
import { parseSchedule } from '../../../src/definition/schedule/parse-schedule.js';
import { parseLegacySettings } from '../../../src/formats/document-groups/legacy/read-settings.js';
import { parseWorkerFile } from '../../../src/formats/document-groups/legacy/worker-file.js';
import { compileGlob, compilePattern, compileScope } from '../../../src/frontier/scope/index.js';
import { answerTo } from '../../../src/run/control/requests.js';
import { bytesOf, each, type Target, text, URL_OF_PAGE } from '../target.js';
import { workFile, workFolder } from '../work-folder.js';
import { DEFINITION, PAGE, RSS, SETTINGS } from './seeds.js';

const YAML = `# a crawl
name: a
seeds: [https://page.example/, "https://b.example/\\u00e4"]
extends: gov
scope: &s { maxDepth: 3, domains: [a.example], not: { url: ['*/x/*'] } }
fetch:
  timeout: 30s
  headers: { X-A: 'b' }
sites:
  - <<: *s
    text: |
      one
       two
    more: >-
      folded
`;
const CONNECTOR = `title: Court
url: https://court.example
names: [Court]
content: [case-law]
languages: [en]
reuse: { terms: free, because: official works }
politeness: { delay: 1s }
parameters:
  From: { about: First year., type: year, default: 2000 }
list:
  - kind: list
    url: 'https://court.example/list?year={From}'
    each: //row
    fields: { id: '@id', title: h2, url: { css: a, attribute: href } }
documents:
  - files: [{ url: '{url}' }]
    fields: { date: { xpath: //time/@datetime, as: date } }
`;
const EXPRESSIONS = [
  'a.b[*].c[kind="Main"]',
  '//div[@class="a"]/text()',
  'h1 > a:contains("x")@href',
  '//*[count(p) > 1 and not(contains(., "x"))]/following-sibling::a[position()=last()]/@href',
  '$..a[?(@.b > 1)].c',
  '{"css":"a","attribute":"href","pattern":"(?<y>\\\\d{4})","as":"date"}',
  '[{"xpath":"//time/@datetime"},{"join":["h1","p"],"with":" "},{"first":["h2","h1"]}]',
  '{"from":"//p","replace":[["a+","b"]],"split":",","case":"lower"}',
];
const CONTENTS = [
  parseContent(PAGE, { as: 'html', url: URL_OF_PAGE }),
  parseContent(RSS, { as: 'xml', url: URL_OF_PAGE }),
  parseContent('{"a":{"b":[{"c":{"kind":"Main"}}]}}', { as: 'json', url: URL_OF_PAGE }),
];
const WORKER = `<?xml version="1.0"?><AParameters xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><CrawlerParameters><EndYear>2001</EndYear><URL>http://a.example/b.do</URL><Timeout>00:01:30</Timeout></CrawlerParameters><UploaderParameters><EUCasesServiceURL>C:\\a</EUCasesServiceURL><PathAddFiles>C:\\a\\b</PathAddFiles><OutputFolder xsi:nil="true"/></UploaderParameters><EmailParameters><To>a@b.example</To></EmailParameters></AParameters>`;
const HANDLERS = new Proxy({}, { get: (_, name) => (name === 'traps' ? HANDLERS : () => ({})) }) as never;

function written(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return bytes.toString('utf8');
  }
}

/** What is none is refused before anybody looks into it. */
const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const SETTINGS_FILES: readonly Target[] = [
  {
    name: 'definitions',
    seeds: bytesOf(DEFINITION),
    run: (bytes) => {
      const input = written(bytes);
      return definitionFromInput((isMapping(input) ? input : { seeds: [String(input)], name: String(input).slice(0, 30) }) as never);
    },
    throws: ['DefinitionError'],
  },
  {
    name: 'YAML',
    seeds: bytesOf(YAML, CONNECTOR),
    run: text((source) => parseYaml(new SourceText('a.yaml', source))),
    throws: ['DefinitionError'],
  },
  {
    name: 'YAML definitions',
    seeds: bytesOf(YAML),
    run: text((source) => {
      const { value } = parseYaml(new SourceText('a.yaml', source));
      return isMapping(value) ? definitionFromInput(value as never) : null;
    }),
    throws: ['DefinitionError'],
  },
  {
    name: 'JSON definitions',
    seeds: bytesOf(DEFINITION),
    run: text((source) => parseJson(new SourceText('a.json', source))),
    throws: ['DefinitionError'],
  },
  {
    name: 'connectors',
    seeds: bytesOf(CONNECTOR),
    run: (bytes) => loadConnector(workFile('court.yaml', bytes), { shipped: workFolder() } as never),
    throws: ['DefinitionError'],
  },
  {
    name: 'expressions',
    seeds: bytesOf(...EXPRESSIONS, '{a|date:yyyy} {b}'),
    run: (bytes) => {
      const expression = written(bytes) as never;
      each(
        bytes,
        ['ExpressionError', 'ContentError'],
        () => compileTemplate(bytes.toString('utf8'), 'here'),
        ...CONTENTS.map((content) => () => compileExpression(expression, 'here').values({ content })),
        () => compileFields({ a: expression, '*': expression }, 'here').read({ content: CONTENTS[0] as never }),
      );
    },
  },
  { name: 'settings', seeds: bytesOf(SETTINGS), run: text(parseLegacySettings), throws: ['LegacySettingsError'] },
  { name: 'worker files', seeds: bytesOf(WORKER), run: text((source) => parseWorkerFile(source)), throws: ['LegacySettingsError'] },
  {
    name: 'scopes',
    seeds: bytesOf(
      'https://*.page.example/{a,b}/**?x=*',
      '^https?://(a|b)+\\.example/.*$',
      '{"domains":["page.example"],"not":{"url":["*/x/*"]},"path":{"within":2,"of":{"hosts":["a.example"]}}}',
    ),
    run: async (bytes) => {
      const source = bytes.toString('utf8');
      const rule = written(bytes);
      const wanted = isMapping(rule) ? rule : { url: [source], domains: [source] };
      each(
        bytes,
        ['Error'],
        () => compileGlob(source)(`${URL_OF_PAGE}/${source}`),
        () => compilePattern(source)(`${URL_OF_PAGE}/${source}`),
      );
      const { definition } = await definitionFromInput({ name: 'a', seeds: [URL_OF_PAGE], scope: wanted as never });
      compileScope(definition.scope, ['page.example'])({ url: URL_OF_PAGE, depth: 1, via: 'a', trail: [] } as never);
    },
    throws: ['ScopeError', 'DefinitionError'],
  },
  {
    name: 'quantities',
    seeds: bytesOf('1h30m', '50MB', '2 weeks', '0 3 * * 1-5', 'daily at 03:00', 'every 2 hours'),
    run: (bytes) =>
      each(
        bytes,
        ['ScheduleError'],
        text(parseDuration),
        text(parseSize),
        text((source) => parseSchedule(source)),
      ),
  },
  {
    name: 'control',
    seeds: bytesOf(
      '{"do":"change","settings":{"politeness.delay":"2s"}}',
      '{"do":"add","entries":[{"url":"https://page.example/","depth":1}]}',
      '{"do":"pause-trap","site":"a","pattern":"b"}',
    ),
    run: text((line) => answerTo(line, HANDLERS)),
  },
];
