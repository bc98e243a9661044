import { describe, expect, it } from 'vitest';
import { readAssignments } from './assignments.js';
import { changeDefinition, changesBetween } from './change.js';
import { keptSettings, replaySettings } from './kept-setting.js';
import { definitionFromInput } from './load.js';
import { DefinitionError } from './problem.js';
import type { DefinitionInput } from './schema.js';
import { siteSettings } from './site-settings.js';

const define = async (input: DefinitionInput = {}) => (await definitionFromInput(input, { environment: {} })).definition;

const messageOf = (change: () => unknown): string => {
  try {
    change();
    return 'accepted';
  } catch (error) {
    expect(error).toBeInstanceOf(DefinitionError);
    return (error as Error).message;
  }
};

describe('A-47 a change of a running crawl', () => {
  it('lies over the definition and leaves the rest as it was', async () => {
    const before = await define({ seeds: ['https://a.example'], politeness: { delay: '2s', perSite: 3 }, fetch: { retries: 7 } });
    const after = changeDefinition(before, { politeness: { delay: '10s' }, budget: { size: '2GB', perSite: { pages: 9 } } });
    expect(after.politeness).toEqual({ ...before.politeness, delay: 10_000 });
    expect(after.budget).toEqual({ ...before.budget, size: 2e9, perSite: { pages: 9 } });
    expect({ ...after, politeness: 0, budget: 0 }).toEqual({ ...before, politeness: 0, budget: 0 });
    expect(before.politeness.delay).toBe(2000);
  });

  it('is frozen all the way down', async () => {
    const after = changeDefinition(await define(), { sites: [{ for: 'a.example', politeness: { delay: '1s' } }] });
    expect(Object.isFrozen(after.politeness) && Object.isFrozen(after.sites[0]?.politeness)).toBe(true);
  });

  it('reads numbers as a definition does: seconds and bytes', async () => {
    const after = changeDefinition(await define(), { politeness: { delay: 10 }, budget: { size: 10 } });
    expect([after.politeness.delay, after.budget.size]).toEqual([10_000, 10]);
  });

  it('joins site settings by place, field by field, whatever the spelling', async () => {
    const before = await define({ sites: [{ for: 'gov.si', politeness: { delay: '5s', perSite: 2 }, budget: { pages: 4 } }] });
    const after = changeDefinition(before, {
      sites: [
        { for: 'GOV.si.', politeness: { delay: '9s' } },
        { for: 'www.gov.si', budget: { pages: 1 } },
      ],
    });
    expect(after.sites).toHaveLength(2);
    expect(siteSettings(after, 'https://www.gov.si')).toMatchObject({ delay: 9000, perSite: 2, pages: 1 });
    expect(siteSettings(after, 'https://gov.si')).toMatchObject({ delay: 9000, perSite: 2, pages: 4 });
  });

  it('takes values back with null', async () => {
    const before = await define({
      politeness: { delay: '9s', rate: 3 },
      budget: { pages: 5 },
      sites: [{ for: 'gov.si', politeness: { delay: '5s', perSite: 2 } }],
    });
    const after = changeDefinition(before, {
      politeness: { delay: null, rate: null },
      budget: { pages: null },
      sites: [{ for: 'gov.si', politeness: { delay: null } }],
    });
    expect(after.politeness).toMatchObject({ delay: 3000 });
    expect(after.politeness.rate).toBeUndefined();
    expect(after.budget.pages).toBeUndefined();
    expect(siteSettings(after, 'https://gov.si')).toMatchObject({ delay: 3000, perSite: 2, from: { delay: 'crawl' } });
    expect(changeDefinition(before, { sites: null }).sites).toEqual([]);
    const emptied = changeDefinition(before, { sites: [{ for: 'gov.si', politeness: null }] });
    expect(siteSettings(emptied, 'https://gov.si')).toMatchObject({ delay: 9000, perSite: 1 });
  });

  it.each([
    ['a field that is read once', { seeds: ['https://b.example'] }, '`seeds` cannot change while a crawl runs'],
    ['another', { fetch: { userAgent: 'x' } }, '`fetch.userAgent` cannot change while a crawl runs'],
    ['a slip', { politeness: { dely: '1s' } }, 'Did you mean `delay`?'],
    ['a wrong value', { politeness: { delay: 'soon' } }, 'a duration is a number with a unit'],
    ['a wrong place', { sites: [{ for: '*.gov.si' }] }, 'sites[0].for'],
    ['no mapping', 'politeness.delay=3s', 'a change is a mapping'],
    ['a list', [1], 'a change is a mapping'],
    ['a list of sites that is none', { sites: { for: 'gov.si' } }, '`sites` must be a list'],
    ['an entry that is none', { sites: [null] }, 'sites[0]'],
    ['a key that means something to JavaScript', JSON.parse('{"__proto__": {"x": 1}}') as unknown, '__proto__'],
  ])('refuses %s', async (_case, settings, message) => {
    const before = await define();
    expect(messageOf(() => changeDefinition(before, settings))).toContain(message);
  });

  it('allows fetch.concurrency and fetch.retries', async () => {
    expect(changeDefinition(await define(), { fetch: { concurrency: 2, retries: 0 } }).fetch).toMatchObject({ concurrency: 2, retries: 0 });
  });
});

describe('what was applied', () => {
  it('names field, place, old and new value as a user would write them', async () => {
    const before = await define({ sites: [{ for: 'www.gov.si', politeness: { perSite: 2 } }] });
    const after = changeDefinition(before, {
      politeness: { maxDelay: '2m' },
      budget: { size: '2GB' },
      sites: [{ for: 'gov.si', politeness: { delay: '10s' }, budget: { pages: 500 } }],
    });
    expect(changesBetween(before, after)).toEqual([
      { site: null, path: 'politeness.maxDelay', before: '1m', after: '2m' },
      { site: null, path: 'budget.size', before: null, after: '2GB' },
      { site: 'gov.si', path: 'politeness.delay', before: '3s', after: '10s' },
      { site: 'gov.si', path: 'budget.pages', before: null, after: '500' },
    ]);
  });

  it('is nothing when nothing is different', async () => {
    const before = await define();
    expect(changesBetween(before, changeDefinition(before, { politeness: { delay: '3s' } }))).toEqual([]);
  });
});

describe('assignments', () => {
  it.each([
    ['full paths', ['politeness.delay=10s', 'budget.size=2GB'], undefined, { politeness: { delay: '10s' }, budget: { size: '2GB' } }],
    [
      'names of short flags',
      ['delay=10s', 'pages=5', 'concurrency=3'],
      undefined,
      { politeness: { delay: '10s' }, budget: { pages: 5 }, fetch: { concurrency: 3 } },
    ],
    ['a value taken back', ['budget.pages=none'], undefined, { budget: { pages: null } }],
    [
      'a list',
      ['politeness.exemptAddresses=192.0.2.1,203.0.113.0/24'],
      undefined,
      { politeness: { exemptAddresses: ['192.0.2.1', '203.0.113.0/24'] } },
    ],
    ['a section inside a section', ['politeness.perDomain.sites=4'], undefined, { politeness: { perDomain: { sites: 4 } } }],
    [
      'of a site, by field alone',
      ['delay=10s', 'pages=500'],
      'gov.si',
      { sites: [{ for: 'gov.si', politeness: { delay: '10s' }, budget: { pages: 500 } }] },
    ],
    [
      'of a site, by path',
      ['politeness.perSite=2', 'budget.pages=none'],
      'gov.si',
      { sites: [{ for: 'gov.si', politeness: { perSite: 2 }, budget: { pages: null } }] },
    ],
    ['not a number: left for validation', ['pages=many'], 'gov.si', { sites: [{ for: 'gov.si', budget: { pages: 'many' } }] }],
  ])('%s', (_case, words, site, expected) => expect(readAssignments(words, site)).toEqual(expected));

  it.each([
    ['a slip', ['politeness.dely=3s'], undefined, 'Did you mean `politeness.delay`?'],
    ['the last part of a path', ['maxDelay=3s'], undefined, 'Did you mean `politeness.maxDelay`?'],
    ['no value', ['delay'], undefined, 'write `delay=value`'],
    ['a field of the crawl for a site', ['politeness.rate=3'], 'gov.si', 'there is no field `politeness.rate`'],
    ['nothing before the equals sign', ['=3s'], undefined, 'there is no field ``'],
  ])('%s is refused', (_case, words, site, message) => expect(messageOf(() => readAssignments(words, site))).toContain(message));
});

describe('changes of a run that goes on', () => {
  const first = { politeness: { delay: '10s' }, budget: { pages: 5, size: 1_234_567_891 } };
  const second = { politeness: { delay: 20 }, sites: [{ for: 'GOV.si', politeness: { delay: '30s' }, budget: { pages: null } }] };
  const input: DefinitionInput = { sites: [{ for: 'gov.si', budget: { pages: 7 } }] };

  const keepBoth = async () => {
    const base = await define(input);
    const once = changeDefinition(base, first);
    const twice = changeDefinition(once, second);
    const kept = [...keptSettings(base, once, first), ...keptSettings(once, twice, second)];
    return { kept: JSON.parse(JSON.stringify(kept)) as typeof kept, twice };
  };

  it('hold again', async () => {
    const { kept, twice } = await keepBoth();
    const after = replaySettings(await define(input), kept);
    expect(after.politeness).toEqual(twice.politeness);
    expect(after.budget).toEqual(twice.budget);
    expect(siteSettings(after, 'https://gov.si')).toMatchObject({ delay: 30_000, pages: null });
  });

  it('give way, field by field, to what was changed in the definition since', async () => {
    const { kept } = await keepBoth();
    const after = replaySettings(await define({ ...input, politeness: { delay: '4s' }, budget: { size: '9GB' } }), kept);
    expect([after.politeness.delay, after.budget.size, after.budget.pages]).toEqual([4000, 9e9, 5]);
    expect(siteSettings(after, 'https://gov.si').pages).toBeNull();
  });

  it('are left out when they make no sense any more', async () => {
    const base = await define();
    const strange = { site: null, path: 'politeness.nothing', before: null, value: 1 };
    expect(replaySettings(base, [strange, { site: 'no place', path: 'budget.pages', before: null, value: 1 }])).toEqual(base);
  });
});
