/** A mail when a run has ended: how it ended, its counts, what to look at. */
import { type MailerOptions, openMailer } from '../notify/index.js';
import type { Hook } from './hook.js';
import { linesOf, subjectOf } from './run-end.js';

export interface MailHookOptions extends MailerOptions, Pick<Hook, 'name' | 'when'> {
  /** What the subject begins with, as it stands. */
  readonly prefix: string;
}

export function mailHook({ name, when, prefix, ...options }: MailHookOptions): Hook {
  const mailer = openMailer(options);
  return {
    name,
    when,
    async perform({ end, id, signal }) {
      const subject = `${prefix}${/\s$|^$/.test(prefix) ? '' : ' '}${subjectOf(end)}`;
      try {
        await mailer.send({ id, subject, text: linesOf(end).join('\n') }, signal);
      } catch (error) {
        return { state: 'again', detail: (error as Error).message };
      }
      return { state: 'done', detail: `sent to ${options.to.join(', ')}` };
    },
    close: () => mailer.close(),
  };
}
