import { expect, it } from 'vitest';
import { readFeedDate, readW3cDate } from './dates.js';

it.each([
  ['year', '2005', '2005-01-01T00:00:00Z'],
  ['month', '2005-03', '2005-03-01T00:00:00Z'],
  ['day', '2005-03-04', '2005-03-04T00:00:00Z'],
  ['minutes', '2005-03-04T05:06Z', '2005-03-04T05:06:00Z'],
  ['fraction and offset', ' 2005-03-04T05:06:07.890-01:30 ', '2005-03-04T06:36:07Z'],
  ['offset without colon', '2005-03-04T05:06:07+0100', '2005-03-04T04:06:07Z'],
  ['no zone: UTC', '2005-03-04 05:06:07', '2005-03-04T05:06:07Z'],
  ['leap day', '2024-02-29', '2024-02-29T00:00:00Z'],
  ['no such day', '2023-02-29', null],
  ['no such month', '2023-13-01', null],
  ['words', 'yesterday', null],
  ['nothing', '', null],
  ['without end', `2005-${'0'.repeat(1e6)}`, null],
])('W3C: %s', (_case, raw, expected) => expect(readW3cDate(raw)).toBe(expected));

it.each([
  ['full', 'Thu, 05 Jan 2017 13:34:51 +0100', '2017-01-05T12:34:51Z'],
  ['two-digit year', '05 Jan 17 13:34:54 +0100', '2017-01-05T12:34:54Z'],
  ['named zone', 'Mon, 6 Sep 2010 00:01:00 GMT', '2010-09-06T00:01:00Z'],
  ['American zone', 'Mon, 6 Sep 2010 00:01 EST', '2010-09-06T05:01:00Z'],
  ['long month', '6 September 2010 00:01:00 Z', '2010-09-06T00:01:00Z'],
  ['no zone', '05 Jan 17 13:34:55', null],
  ['no such month', '05 Jam 2017 13:34:55 GMT', null],
  ['W3C instead', '2003-12-13T18:30:02Z', '2003-12-13T18:30:02Z'],
])('feed: %s', (_case, raw, expected) => expect(readFeedDate(raw)).toBe(expected));
