/**
 * Parameters of every run, whatever the portal. They are described like those of a connector, so that flags, help and
 * form come from one description. Names are those of the flags, in camelCase.
 */
import type { Parameter } from './schema.js';

const text = (about: string): Parameter => ({ about, type: 'text', required: false });
const flag = (about: string): Parameter => ({ about, type: 'flag', default: false, required: false });

export const RUN_PARAMETERS = {
  workspace: text('where it is kept (default: ./crawls/<id>)'),
  deliver: { ...text('hand documents over as document groups: URL of a service, or a folder; may be repeated'), type: 'list' },
  packagesFolder: text('folder where packages wait until they are sent (default: in the workspace)'),
  sentFolder: text('folder for packages and descriptions that were sent (default: they are not kept)'),
  errorFolder: text('folder for packages that were refused (default: in the workspace)'),
  onServiceUnavailable: {
    ...text('keep: packages wait for the next start; rollback: nothing counts as sent, and the run is repeated'),
    type: 'choice',
    choices: { keep: {}, rollback: {} },
  },
  parallel: { ...text('documents at a time (default: what the connector says)'), type: 'number' },
  onlyNew: flag('fetch no document again that is known: only new ones'),
  downloadAll: flag('fetch every document again and compare it, whatever validators and stamps say'),
  full: flag('read the whole list, not only what the portal says has changed'),
  accept: flag('confirm what the re-use record asks you to confirm'),
  randomWait: text('wait before each request, at random from 1 second up to this: 5s'),
  mailTo: { ...text('address that a mail goes to when the run has ended; may be repeated'), type: 'list' },
  mailFrom: text('address of the sender of that mail'),
  mailServer: text('mail server: smtp://host:25, smtps://user:password@host'),
  next: text('run this next, when all went well: a portal, a definition, a worker file or a program'),
  convert: text('service that makes a further file of each new version, such as Akoma Ntoso of a law'),
  convertFolder: text('folder where answers of that service are put too'),
} as const satisfies Readonly<Record<string, Parameter>>;

export type RunParameter = keyof typeof RUN_PARAMETERS;
