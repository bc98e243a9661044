import { expect, it } from 'vitest';
import type { FormField } from '../../definition/connector/index.js';
import type { PortalWorker, WorkerView } from '../portals/index.js';
import { portalsPage } from './portals-page.js';
import { workerPage } from './worker-page.js';

const EVIL = `"><script>alert('x')</script>`;

const field = (name: string, more: Partial<FormField> = {}): FormField => ({
  name,
  about: EVIL,
  type: 'text',
  default: null,
  choices: [],
  isRequired: false,
  takesSeveral: false,
  pattern: null,
  example: null,
  ...more,
});

const fields = [
  field(EVIL),
  field('Year', { type: 'year', pattern: '^[12]\\d{3}$', example: '2014', isRequired: true }),
  field('Sort', { type: 'choice', choices: ['one', EVIL] }),
  field('Kinds', { type: 'list', takesSeveral: true, choices: ['Acts', EVIL] }),
  field('Words', { type: 'list', takesSeveral: true }),
  field('Deep', { type: 'flag' }),
];

const portal: PortalWorker = {
  id: 'evil',
  number: 7,
  title: EVIL,
  country: EVIL,
  languages: [EVIL],
  availability: EVIL,
  workspace: '/w',
  url: 'javascript:alert(1)',
  terms: EVIL,
  confirm: EVIL,
  form: {
    id: 'evil',
    title: EVIL,
    sections: [
      { name: 'parameters', title: EVIL, fields },
      { name: 'run', title: 'Run', fields: [field('accept', { type: 'flag' })] },
    ],
  },
  usage: EVIL,
  open: () => ({ values: { parameters: {}, run: {} }, notes: [] }),
  save: () => '',
  check: () => Promise.resolve([]),
  work: () => Promise.reject(new Error('not here')),
};

const view: WorkerView = {
  id: 'evil',
  title: EVIL,
  state: 'Executed',
  progress: 100,
  message: EVIL,
  isCancelling: false,
  mayStart: true,
  parameters: { [EVIL]: EVIL, Year: '1999', Sort: EVIL, Kinds: ['Acts'], Words: ['a', EVIL], Deep: true },
  run: {},
  results: {
    Success: false,
    Start: '2026-01-02T03:04:05.000Z',
    End: '2026-01-02T03:04:09.500Z',
    Duration: 4.5,
    DownloadedDocs: 1234,
    Message: EVIL,
    Report: { operations: { Add: 3 }, failed: 1, problems: [{ rule: EVIL, message: EVIL }] },
  },
};
const lines = [{ sequence: 1, at: '2026-01-02T03:04:05.000Z', level: 'ERROR' as const, text: EVIL }];
const last = {
  run: 1,
  state: 'failed',
  reason: EVIL,
  startedAt: '2026-01-02T03:04:05.000Z',
  endedAt: null,
  documents: 5,
  isSuspicious: true,
};
const health = { state: 'broken' as const, findings: [EVIL] };
const page = workerPage({ portal, view, lines, last, health, crawl: EVIL });

it('lets nothing from a portal, a connector or a file become markup', () => {
  for (const text of [page, portalsPage([{ ...portal, state: 'Executing', progress: 3, last, health }], EVIL)]) {
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain('javascript:');
  }
  expect(page.match(/<script/g)).toHaveLength(1);
});

it('draws each kind of parameter with the value it has', () => {
  expect(page).toMatch(
    /<input type="text" id="parameters-Year"[^>]* value="1999"[^>]* inputmode="numeric" pattern="\^\[12\]\\d\{3\}\$"[^>]* required/,
  );
  expect(page).toMatch(/<select id="parameters-Sort"[^>]*>.*<option value="one">one<\/option><option value="[^"]*" selected>/);
  expect(page).toMatch(/data-choice value="Acts" checked/);
  expect(page).toMatch(/<textarea id="parameters-Words"[^>]* data-several[^>]*>a\n/);
  expect(page).toMatch(/<input type="checkbox" id="parameters-Deep"[^>]* data-flag checked>/);
});

it('is complete without a script: state, results, trace and what can be done now', () => {
  for (const words of [
    'Executed, without success',
    'Downloaded documents',
    '1,234',
    '4.5 s',
    '>100 %<',
    '2026-01-02 03:04:05 UTC',
    'data-wish="reset">',
    'data-wish="start" disabled',
  ])
    expect(page).toContain(words);
  expect(page).toMatch(/<fieldset class="all" disabled>/);
});
