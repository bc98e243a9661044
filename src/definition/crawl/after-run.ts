/**
 * What happens after a run and after a new version: hooks (mail, program, request, next run) and conversions.
 *
 * Hooks and conversions name programs and addresses, which are used without further checks: they come from the operator,
 * never from a connector or a page.
 */
import { z } from 'zod';
import { marks } from './marks.js';
import { duration, size } from './quantities.js';
import {
  headerName,
  headerSecret,
  headerText,
  isHttpUrl,
  mailAddresses,
  mailServer,
  portalParameters,
  secret,
  targetName,
} from './texts.js';

const argv = z
  .array(z.string())
  .min(1)
  .refine(([program]) => program !== '', 'the first entry names the program')
  .register(marks, { whole: true });

const when = z.enum(['success', 'failure', 'always']);
const WHEN =
  'After which runs. success: those that finished, or reached their quota, with nothing to look at; failure: all others, also those that were stopped.';

const hookName = targetName.describe('Name it is known by. Left out: made of what it does.');

const httpUrl = z
  .string()
  .refine(isHttpUrl, 'an address is a URL such as https://example.org/hook')
  .register(marks, { secret: true, hostOnly: true });

const mailHook = z.strictObject({
  mail: mailAddresses,
  from: headerText.min(1).describe('Address of the sender.'),
  smtp: mailServer,
  prefix: headerText.default('[Winnow] ').describe('What the subject begins with.'),
  timeout: duration('20s').describe('Longest wait for the mail server.'),
  when: when.default('always').describe(WHEN),
  name: hookName,
});

const programHook = z.strictObject({
  program: argv.describe(
    'Program and its arguments, started without a shell. Its environment tells of the run (WINNOW_RUN_ID, WINNOW_RUN_STATE, WINNOW_RUN_ADDED and others), its standard input too, as JSON.',
  ),
  folder: z
    .string()
    .min(1)
    .register(marks, { file: 'path' })
    .optional()
    .describe('Folder it is started in. Left out: that of the definition.'),
  timeout: duration('10m').describe('After so long it is ended.'),
  when: when.default('always').describe(WHEN),
  name: hookName,
});

const callHook = z.strictObject({
  call: httpUrl.describe('URL that is asked. Use ${NAME} to read an environment variable.'),
  method: z.enum(['POST', 'PUT', 'GET']).default('POST').describe('POST and PUT send what is to be told of the run, as JSON.'),
  headers: z.record(headerName, headerSecret).default({}).describe('Further request headers. Use ${NAME} to read an environment variable.'),
  secret: secret.optional().describe('Signs what is sent, as for a webhook. Use ${NAME} to read an environment variable.'),
  timeout: duration('10s').describe('Longest wait for the answer.'),
  when: when.default('always').describe(WHEN),
  name: hookName,
});

const nextHook = z.strictObject({
  next: z
    .union([
      z.string().min(1).register(marks, { noun: 'the name of a portal, or a definition file' }),
      z.strictObject({
        portal: z.string().min(1).describe('Connector, by its id, a name older crawlers had, or the path of its file.'),
        parameters: portalParameters,
        accepted: z.boolean().default(false).describe('You confirm what the re-use record of the portal asks for.'),
        downloadAll: z.boolean().default(false).describe('Download and compare every document, whatever validators and lists say.'),
        onlyNew: z.boolean().default(false).describe('Fetch no document again that is known.'),
      }),
    ])
    .describe('Definition file or worker file that is run next, or portal that is harvested next, in a workspace beside this one.'),
  workspace: z
    .string()
    .min(1)
    .register(marks, { file: 'path' })
    .optional()
    .describe('Its workspace. Left out: beside this one, called after it.'),
  when: when.default('success').describe(WHEN),
  name: hookName,
});

export const hook = z.union([mailHook, programHook, callHook, nextHook]).register(marks, { noun: 'a hook', whole: true });

const role = z.enum(['main', 'meta', 'part', 'asset']);

export const conversion = z
  .strictObject({
    to: httpUrl
      .optional()
      .describe('Service that each new version is posted to; its answer is the further file. Use ${NAME} to read an environment variable.'),
    program: argv
      .optional()
      .describe(
        'Instead of a service: a program, started without a shell. {source} and {answer} in its arguments are files it reads and writes; without them it reads its standard input and writes its standard output.',
      ),
    roles: z.array(role).min(1).default(['main']).describe('Files of a document that are converted.'),
    types: z.array(z.string().min(1)).default([]).describe('Only files of these media types: text/html, text/*. Left out: all.'),
    suffix: z
      .string()
      .regex(/^[\w.-]{1,40}$/, 'a suffix is letters, digits, dot, dash and underscore, such as .akn.xml')
      .optional()
      .describe('What the name of the answer ends in, instead of that of its source. Left out: .converted and an ending by type.'),
    type: headerText.optional().describe('Media type of the answer. Left out: as the service says.'),
    folder: z
      .string()
      .min(1)
      .register(marks, { file: 'path' })
      .optional()
      .describe('Folder where answers are put too, each beside a copy of its source.'),
    headers: z
      .record(headerName, headerSecret)
      .default({})
      .describe('Further request headers. Use ${NAME} to read an environment variable.'),
    user: headerText.optional().describe('Name to log in with.'),
    password: headerSecret.optional().describe('Password of that user. Use ${NAME} to read an environment variable.'),
    token: headerSecret.optional().describe('Bearer token, instead of a user. Use ${NAME} to read an environment variable.'),
    insecureTls: z.boolean().default(false).describe('Accept a certificate that does not verify.'),
    from: z
      .enum(['start', 'now'])
      .default('start')
      .describe('Whether versions are converted that were there before, or only what comes from now on.'),
    attempts: z
      .number()
      .int()
      .min(1)
      .max(100)
      .default(8)
      .describe('How often a version is tried that fails; then it is given up, and told of.'),
    concurrency: z.number().int().min(1).max(64).default(2).describe('Versions under way at once.'),
    timeout: duration('5m').describe('Longest time for one conversion.'),
    maxAnswer: size('64MB').describe('Longest answer; a longer one is refused.'),
    name: targetName,
  })
  .refine(({ to, program }) => (to === undefined) !== (program === undefined), 'say where versions go: either to or program')
  .register(marks, { noun: 'a conversion', whole: true });
