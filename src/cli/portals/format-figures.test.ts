import { expect, it } from 'vitest';
import { formatFigures, hoursAndMinutes, type PortalFigures, perSecond, volume } from './format-figures.js';

const RUN: PortalFigures = {
  number: 2,
  id: 'gesetze-im-internet',
  title: 'Gesetze im Internet',
  url: 'https://www.gesetze-im-internet.de/',
  tool: 'crawl',
  content: ['legislation'],
  formats: ['text/xml'],
  languages: ['de'],
  bytes: 158_400_000,
  documents: 6_135,
  seconds: 1_500,
  requests: 6_137,
  run: 1,
  health: 'healthy',
  state: 'finished',
  workspace: 'crawls/gesetze-im-internet',
};

it('E-10 puts volume, documents, hh:mm and documents per second beside what was reported before', () => {
  const [head, row] = formatFigures([RUN], Number.POSITIVE_INFINITY).split('\n');
  const heads = 'No Portal URL Tool Content Formats Lang Volume Docs Time docs/s Earlier Docs Time docs/s';
  expect(head?.split(/\s{2,}/)).toEqual(heads.split(' '));
  expect(
    row
      ?.trim()
      .split(/\s{2,}/)
      .join(' | '),
  ).toBe(
    '2 | Gesetze im Internet | www.gesetze-im-internet.de | crawl | legislation | XML | DE | 158 MB | 6,135 | 00:25 | 4.09 | 158 MB | 6,323 | 00:21 | 5.02',
  );
});

it.each([60, 80, 100, 120])('keeps the figures of the run at %i columns', (width) => {
  const text = formatFigures([RUN, { ...RUN, number: null, title: 'A portal that nobody has numbered and that has a long name' }], width);
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(width);
  for (const figure of ['158 MB', '6,135', '00:25', '4.09']) expect(text).toContain(figure);
});

it('says sizes and times as the table always did', () => {
  expect([volume(0), volume(9_700_000), volume(15_600_000), volume(2_910_000_000), volume(51e9)]).toEqual([
    '0.00 MB',
    '9.70 MB',
    '15.6 MB',
    '2.91 GB',
    '51 GB',
  ]);
  expect([hoursAndMinutes(59), hoursAndMinutes(60), hoursAndMinutes(875 * 3600)]).toEqual(['00:00', '00:01', '875:00']);
  expect([perSecond(10, 0), perSecond(1, 3)]).toEqual(['–', '0.33']);
});
