import { describe, expect, it } from 'vitest';
import { environmentName } from './environment.js';
import { definitionFields } from './fields.js';
import { applyFlags, definitionFlags } from './flags.js';

const flags = definitionFlags();
const flagOf = (path: string) => flags.find((flag) => flag.path === path);

describe('flags', () => {
  it('exist for every field but secrets and what profiles set', () => {
    const without = definitionFields().filter(({ path }) => !flagOf(path));
    expect(without.map(({ path }) => path)).toEqual([
      'portal',
      'fetch.credentials',
      'documents',
      'notify',
      'publish',
      'deliver',
      'convert',
      'afterRun',
      'profile',
    ]);
  });

  it('have names of their own, as have the variables', () => {
    const names = flags.flatMap(({ flag, short, negation }) => [flag, short, negation]).filter((name) => name !== undefined);
    expect(new Set(names).size).toBe(names.length);
    const variables = definitionFields().map(({ path }) => environmentName(path));
    expect(new Set(variables).size).toBe(variables.length);
  });

  it.each([
    ['--delay', 'politeness.delay'],
    ['--depth', 'scope.depth'],
    ['--pages', 'budget.pages'],
    ['--time', 'budget.time'],
    ['--contact', 'fetch.contact'],
    ['--concurrency', 'fetch.concurrency'],
    ['--policy', 'urls.policy'],
    ['--user-agent', 'fetch.userAgent'],
    ['--allow-addresses', 'fetch.allowAddresses'],
    ['--resolve', 'fetch.resolve'],
    ['--profile', 'extends'],
  ])('%s is short for %s', (short, path) => expect(flagOf(path)?.short).toBe(short));

  it('say what they take', () => {
    expect(flagOf('politeness.maxDelay')).toMatchObject({
      flag: '--politeness-max-delay',
      attribute: 'politenessMaxDelay',
      takesValue: true,
      repeatable: false,
      placeholder: 'duration',
    });
    expect(flagOf('fetch.http2')).toMatchObject({ flag: '--fetch-http2', negation: '--no-fetch-http2', takesValue: false });
    expect(flagOf('fetch.resolve')).toMatchObject({ repeatable: true, placeholder: 'key=value,…' });
    expect(flagOf('fetch.robots')).toMatchObject({ placeholder: 'obey|ignore' });
  });

  it('have a line of help each', () => {
    expect(flags.filter(({ description }) => !/^[^\n]{10,160}$/.test(description)).map(({ flag }) => flag)).toEqual([]);
  });
});

describe('what was typed', () => {
  it.each([
    ['a number', 'scope.depth', '3', 3],
    ['not a number: left for validation', 'scope.depth', 'x', 'x'],
    ['a duration', 'politeness.delay', '3s', '3s'],
    ['commas', 'scope.domains', 'a.example,b.example', ['a.example', 'b.example']],
    ['repeated', 'scope.domains', ['a.example', 'b.example,c.example'], ['a.example', 'b.example', 'c.example']],
    ['commas that belong to a pattern', 'scope.regex', ['a{1,2}', 'b'], ['a{1,2}', 'b']],
    ['commas that belong to a URL', 'seeds', ['https://a.example/?a,b'], ['https://a.example/?a,b']],
    ['a seed as JSON', 'seeds', ['{"sitemap":"https://a.example/s"}'], [{ sitemap: 'https://a.example/s' }]],
    ['numbers in a list', 'capture.acceptedStatus', '200,404', [200, 404]],
    ['pairs', 'fetch.resolve', ['a=1.1.1.1:80', 'b=2.2.2.2,c=3.3.3.3'], { a: '1.1.1.1:80', b: '2.2.2.2', c: '3.3.3.3' }],
    ['a value with an equals sign', 'fetch.headers', ['X=a=b'], { X: 'a=b' }],
    ['a pair without its value', 'fetch.resolve', ['a'], 'a'],
    ['a switch', 'fetch.http2', false, false],
    ['a rule as JSON', 'scope.not', '{"url":["*/x*"]}', { url: ['*/x*'] }],
    ['a choice', 'fetch.cookies', 'false', false],
    ['broken JSON: left for validation', 'scope.not', '{"url"', '{"url"'],
  ])('%s', (_case, path, typed, expected) => expect(flagOf(path)?.parse(typed)).toEqual(expected));

  it('becomes a layer, by full or short name, as typed or as a parser names it', () => {
    const { value, placeOf } = applyFlags({
      delay: '0',
      '--depth': '3',
      fetchMaxSize: '1MB',
      fetchHttp2: false,
      resolve: ['a=b'],
      json: true,
      workspace: 'x',
    });
    expect(value).toEqual({
      politeness: { delay: '0' },
      scope: { depth: 3 },
      fetch: { maxSize: '1MB', http2: false, resolve: { a: 'b' } },
    });
    expect(placeOf(['fetch', 'resolve', 'a'], 'value').text).toBe('flag --resolve');
    expect(placeOf(['fetch', 'http2'], 'value').text).toBe('flag --no-fetch-http2');
  });
});
