import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Expression } from '../../../definition/connector/index.js';
import { changeYaml, flowText, inheritedValue, standaloneYaml } from './change-yaml.js';
import { unifiedDiff } from './unified-diff.js';

const TEXT = `# Laws
list:
  - request: https://law.test/
    each: &rows li.law # rows
    fields:
      title: { from: 'a.t', then: [trim] }
      day:
        - .d
        - { match: { of: p, pattern: '(\\d+)' } }
  - each: *rows
`;

const pipeline = (from: string): Expression => parse(`{ from: '${from}', then: [trim] }`) as Expression;

describe('changes of YAML', () => {
  it('touch the words that differ and nothing else', () => {
    const changes = [
      { path: ['list', 0, 'each'], before: 'li.law', after: 'div.law' },
      { path: ['list', 0, 'fields', 'title'], before: pipeline('a.t'), after: pipeline('a[href*="x"]') },
    ];
    expect(changeYaml(TEXT, changes)).toBe(TEXT.replace('li.law', 'div.law').replace("'a.t'", `'a[href*="x"]'`));
  });

  it('change what an alias stands for, once', () => {
    const changes = [
      { path: ['list', 0, 'each'], before: 'li.law', after: ['li.law', '.act'] },
      { path: ['list', 1, 'each'], before: 'li.law', after: ['li.law', '.act'] },
    ];
    expect(changeYaml(TEXT, changes)).toBe(TEXT.replace('li.law', '[li.law, .act]'));
  });

  it('put a list in the place of a block', () => {
    const before = ['.d', { match: { of: 'p', pattern: '(\\d+)' } }];
    const changed = changeYaml(TEXT, [{ path: ['list', 0, 'fields', 'day'], before, after: 'time' }]);
    expect(inheritedValue(changed, ['list', 0, 'fields', 'day'])).toMatchObject({
      path: ['list'],
      value: [{ fields: { day: 'time' } }, {}],
    });
  });

  it('write with as few quotation marks as they can', () => {
    expect(flowText({ of: "it's", by: [1, 'a b', ': x', '', '@href', 'true'] })).toBe(
      "{ of: 'it''s', by: [1, a b, ': x', '', '@href', 'true'] }",
    );
  });

  it('make a connector that stands alone under its own id', () => {
    const own = standaloneYaml('# mine\nextends: ./base.yaml\nset: { a: b }\n', 'law', '/x/base.yaml', [
      { path: ['document', 'files'], value: [{ read: 'html' }] },
    ]);
    expect(own).toContain('# mine');
    expect(own).toMatch(/extends: \/x\/base\.yaml\n[\s\S]*id: law\n[\s\S]*files:\n\s+- read: html/);
  });
});

describe('patches', () => {
  const lines = (...changed: [number, string][]): string =>
    Array.from({ length: 30 }, (_line, at) => changed.find(([line]) => line === at)?.[1] ?? `line ${at}`).join('\n');

  it('tell changes with what stands around them, those close together as one', () => {
    const patch = unifiedDiff('law.yaml', `${lines()}\n`, `${lines([4, 'other'], [6, 'two\nlines'], [25, 'far'])}\n`);
    expect(patch.split('\n').filter((line) => line.startsWith('@@'))).toEqual(['@@ -2,9 +2,10 @@', '@@ -23,7 +24,7 @@']);
    expect(patch.split('\n').filter((line) => /^[-+]/.test(line))).toEqual([
      '--- a/law.yaml',
      '+++ b/law.yaml',
      '-line 4',
      '+other',
      '-line 6',
      '+two',
      '+lines',
      '-line 25',
      '+far',
    ]);
  });

  it('are empty where nothing differs', () => {
    expect(unifiedDiff('law.yaml', 'a\n', 'a\n')).toBe('');
  });
});
