import { expect, it } from 'vitest';
import { isLogged, logFileName, readLogRules } from './log-rules.js';

it('shows what is asked for and everything that matters more', () => {
  const { rules, notes } = readLogRules('verbose', 'request,DEBUG; deliver , error;Unito.EUCases.Crawlers,DEBUG;documents,INFO');
  expect(['error', 'info', 'verbose', 'debug'].map((level) => isLogged(rules, 'run', level as 'info'))).toEqual([true, true, true, false]);
  expect([isLogged(rules, 'request', 'debug'), isLogged(rules, 'deliver', 'info')]).toEqual([true, false]);
  expect(notes).toEqual([
    'The log has no part Unito.EUCases.Crawlers; its level is ignored. There are run, document, request, deliver.',
    'The log has no part documents; its level is ignored. Did you mean document?',
  ]);
  expect(readLogRules(undefined, undefined).rules).toEqual({ level: 'info', parts: {} });
});

it.each([
  ['loud', undefined, 'There is no log level loud: there are ERROR, INFO, VERBOSE, DEBUG.'],
  [undefined, 'document', 'written as document,DEBUG'],
  [undefined, 'document,LOUD', 'There is no log level LOUD'],
])('refuses %s %s', (level, parts, message) => expect(() => readLogRules(level, parts)).toThrow(message));

it('puts the moment of the start into the name of the file', () => {
  const start = new Date('2026-07-08T09:05:03Z');
  expect(logFileName('logs/run-{0}.txt', start)).toBe('logs/run-2026-07-08T09-05-03.txt');
  expect(logFileName('{0:yyyyMMdd HH:mm/ss}.log', start)).toBe('20260708 09-05-03.log');
  expect(logFileName('plain.log', start)).toBe('plain.log');
});
