import { it } from 'vitest';
import { loadDefinition, definitionFromUrls, explainDefinition } from './index.js';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
const cases: Record<string, string> = {
  'typo.yaml': 'name: x\nseeds: [https://a.example]\npolitness:\n  delay: 3s\n',
  'home.yaml': 'seeds: [https://a.example]\ndelay: 3s\npages: 5\nworkers: 4\nmaxDepth: 3\nuser-agent: x\nfrobnicate: 1\n',
  'values.yaml':
    'name: my crawl\nseeds: https://a.example\npoliteness: { delay: 10 mins, maxDelay: -1, perSite: 0, responseFactor: abc }\nfetch:\n  robots: obay\n  http2: yes\n  maxSize: 50 megs\n  concurrency: "3"\n  contact: 5\n  headers: { X: 1, "a b": c }\n  proxy: foo\n  agent: \n  retries: 1.5\n  credentials: [{scheme: basic, user: x, password: 12345 }, {site: https://x, passwrd: hunter2}]\narchive: { gzip: 12, prefix: a/b }\nbudget: 5\nscope: { domains: gov.si, not: { urls: [a] }, any: [{ depth: x }], path: {within: 1} }\n',
  'seeds.yaml':
    'seeds:\n  - https://a.example\n  - { sitmap: https://x }\n  - { url: https://x, deepth: 1 }\n  - 5\n  - {}\n  - [a]\n  - { sitemap: 5 }\n  - { frob: 1 }\n  -\nfilters: [{ ues: x }, 5, {use: 3}, "" ]\nfetch: { cookies: 5 }\n',
  'tab.yaml': 'politeness:\n\tdelay: 3s\n',
  'dup.yaml': 'name: a\nseeds: []\nname: b\n',
  'unclosed.yaml': 'seeds: [a, b\nname: x\n',
  'multi.yaml': 'name: a\n---\nname: b\n',
  'indent.yaml': 'politeness:\n  delay: 3s\n maxDelay: 5s\n',
  'quote.yaml': 'name: "abc\nseeds: []\n',
  'star.yaml': 'scope:\n  not: { url: [*/login*] }\n',
  'at.yaml': 'fetch: { contact: @me }\n',
  'dash.yaml': 'seeds:\n- a\n-b\n',
  'nospace.yaml': 'seeds:[a]\nname:x\n',
  'colon.yaml': 'name: a: b\n',
  'nocolon.yaml': 'name crawl\nseeds: [x]\n',
  'empty.yaml': '  \n',
  'comment.yaml': '# x\n',
  'list.yaml': '- https://a\n',
  'tag.yaml': 'name: !!js/function x\n',
  'bomb.yaml':
    'a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c]\nseeds: [*d,*d,*d,*d]\n',
  'deep.yaml': 'seeds: ' + '['.repeat(100000),
  'deep2.yaml': '- '.repeat(5000) + 'a',
  'deep3.yaml': Array.from({ length: 500 }, (_, i) => ' '.repeat(i) + 'a:\n').join(''),
  'proto.yaml': '__proto__: { politeness: { delay: 0 } }\nseeds: []\n',
  'comments.json': '{\n  // hi\n  "name": "x"\n}\n',
  'trail.json': '{\n  "name": "x",\n}\n',
  'single.json': "{ 'name': 'x' }",
  'unq.json': '{ name: "x" }',
  'nocomma.json': '{ "name": "x"\n "seeds": [] }',
  'end.json': '{ "name": "x"',
  'dupe.json': '{ "name": "x", "name": "y" }',
  'str.json': '{ "name": "x\n }',
  'word.json': '{ "name": abc }',
  'two.json': '{} {}',
  'typo.json': '{\n\t"name": "x",\n\t"politeness": { "dely": "3s" }\n}',
  'arr.json': '[1]',
  'wrong.txt': 'x',
  'secret.yaml':
    'seeds: [a]\nfetch:\n  contact: ${MAIL}\n  proxy: http://u:${PW}@p.example\n  credentials: [{ site: https://a, password: "${PW2}"}]\nconsumers: [{ use: x, apiKey: "${KEY}", note: "${NOT}" }]\n',
  'ext.yaml': 'extends: gvo\n',
  'ext2.yaml': 'extends: ext3.yaml\n',
  'ext3.yaml': 'extends: ext2.yaml\n',
  'ext4.yaml': 'extends: nothing.yaml\n',
  'nulls.yaml': 'politeness:\nseeds:\n',
  'bad.mjs': 'export const x = 1\n',
  'syntax.mjs': 'export default {\n  name: = 1\n}\n',
  'throws.mjs': '\nthrow new Error("boom")\n',
  'imp.mjs': 'import "nope-x"\n',
  'val.mjs': 'export default { seeds: ["a"], politnes: {} }\n',
  'num.mjs': 'export default 5',
};
it('x', async () => {
  const d = mkdtempSync('/tmp/defs-');
  for (const [n, t] of Object.entries(cases)) writeFileSync(join(d, n), t);
  writeFileSync(join(d, 'big.yaml'), 'a'.repeat(11e6));
  writeFileSync(join(d, 'u16.yaml'), Buffer.from('\ufeffseeds: []', 'utf16le'));
  for (const n of [...Object.keys(cases), 'big.yaml', 'u16.yaml', 'tpyo.yaml', 'typo', 'nodir/x.yaml', '.']) {
    try {
      const l = await loadDefinition({ file: n, directory: d, environment: {} });
      console.log('=== ' + n + ' OK', explainDefinition(l).text);
    } catch (e: any) {
      console.log('=== ' + n + '\n' + (e.name === 'DefinitionError' ? e.message : e.stack));
    }
  }
  for (const [env, flags] of [
    [
      { WINNOW_POLITENESS_DELAY: 'abc', WINNOW_POLITENES_DELAY: '1s', WINNOW_FETCH_HEADERS: 'A=b,c,D=e' },
      { depth: 'x', resolve: ['a.test=127.0.0.1:80', '*.b=1.1.1.1'], fetchHttp2: false },
    ],
    [
      { WINNOW_FETCH_CONTACT: 'me@x.example', WINNOW_FETCH_HEADERS: 'A=b,c,D=e' },
      {
        depth: '3',
        delay: '0',
        resolve: ['a.test=127.0.0.1:80', '*.b=1.1.1.1'],
        fetchHttp2: false,
        profile: 'gov',
        scopeRegex: ['a{1,2}'],
      },
    ],
  ] as any)
    try {
      const l = await definitionFromUrls(['www.example.org/x?a,b'], { environment: env, flags });
      console.log(explainDefinition(l).text, l.problems);
      console.log(explainDefinition(l, { all: true }).text);
    } catch (e: any) {
      console.log(e.message);
    }
  for (const u of [[], ['foo bar'], ['http://[::1]:80/'], ['http://žiga.si']])
    try {
      console.log((await definitionFromUrls(u, { environment: {} })).definition.name);
    } catch (e: any) {
      console.log(e.message);
    }
});
