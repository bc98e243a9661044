/** How much a run says, as a whole and of each of its parts. */
import { nearest, WinnowError } from '../../../model/index.js';

/** Each shows what those before it show, and more. */
export const LOG_LEVELS = ['error', 'info', 'verbose', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** run: what happens and what is odd; document: each document; request: each answer; deliver: what is handed over. */
export const LOG_PARTS = ['run', 'document', 'request', 'deliver'] as const;
export type LogPart = (typeof LOG_PARTS)[number];

export interface LogRules {
  readonly level: LogLevel;
  /** Parts with a level of their own. */
  readonly parts: Readonly<Partial<Record<LogPart, LogLevel>>>;
}

export const USUAL_LOG: LogRules = { level: 'info', parts: {} };

export class LogRuleError extends WinnowError {
  override readonly name = 'LogRuleError';
  constructor(message: string, options?: ErrorOptions) {
    super('LOG_RULE_WRONG', message, options);
  }
}

export const isLogged = ({ level, parts }: LogRules, part: LogPart, wanted: LogLevel): boolean =>
  LOG_LEVELS.indexOf(wanted) <= LOG_LEVELS.indexOf(parts[part] ?? level);

/** `DEBUG`, and `document,DEBUG;request,INFO`. Parts that are none are noted: those of older programs were their own. */
export function readLogRules(level: string | undefined, parts: string | undefined): { rules: LogRules; notes: readonly string[] } {
  const notes: string[] = [];
  const own: Partial<Record<LogPart, LogLevel>> = {};
  for (const pair of (parts ?? '').split(';').filter((each) => each.trim() !== '')) {
    const [name = '', value] = pair.split(',').map((each) => each.trim());
    if (value === undefined) throw new LogRuleError(`A level of a part is written as document,DEBUG, not as ${pair.trim()}.`);
    const part = LOG_PARTS.find((each) => each === name.toLowerCase());
    if (part) own[part] = levelOf(value);
    else notes.push(unknownPart(name));
  }
  return { rules: { level: level === undefined ? USUAL_LOG.level : levelOf(level), parts: own }, notes };
}

function levelOf(text: string): LogLevel {
  const found = LOG_LEVELS.find((level) => level === text.trim().toLowerCase());
  if (found) return found;
  throw new LogRuleError(`There is no log level ${text}: there are ${LOG_LEVELS.map((level) => level.toUpperCase()).join(', ')}.`);
}

function unknownPart(name: string): string {
  const meant = nearest(name, LOG_PARTS);
  const advice = meant ? ` Did you mean ${meant}?` : ` There are ${LOG_PARTS.join(', ')}.`;
  return `The log has no part ${name}; its level is ignored.${advice}`;
}

/** {0} is the moment the run begins, also with a form of its own: {0:yyyyMMdd-HHmm}. In a shape that file names may have. */
export const logFileName = (name: string, start: Date): string =>
  name.replace(/\{0(?::([^{}]*))?\}/g, (_all, form: string | undefined) => shaped(form ?? 'yyyy-MM-ddTHH-mm-ss', start));

function shaped(form: string, start: Date): string {
  const [date = '', time = ''] = start.toISOString().split('T');
  const [year = '', month = '', day = ''] = date.split('-');
  const [hour = '', minute = '', second = ''] = time.slice(0, 8).split(':');
  const parts: Readonly<Record<string, string>> = { yyyy: year, MM: month, dd: day, HH: hour, mm: minute, ss: second };
  return form.replace(/yyyy|MM|dd|HH|mm|ss/g, (part) => parts[part] ?? part).replace(/[\\/:*?"<>|]/g, '-');
}
