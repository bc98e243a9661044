/** Texts that several parts of a definition share: header values, secrets, addresses, names. */
import { z } from 'zod';
import { marks } from './marks.js';

export const secret = z.string().register(marks, { secret: true });

/** The value of a header field. A line break in it would start another field. */
export const headerText = z.string().refine((text) => !hasControls(text), 'must be one line, without control characters');
export const headerSecret = headerText.clone().register(marks, { secret: true });
export const headerName = z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, 'a header name has no spaces or colons');

function hasControls(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if ((code < 0x20 && code !== 0x09) || code === 0x7f) return true;
  }
  return false;
}

export const targetName = z
  .string()
  .regex(/^\w[\w.-]{0,59}$/, 'a name is letters, digits, dot, dash and underscore, at most 60 of them')
  .optional()
  .describe('Name of its cursor. Left out: made of the address, so that a new address begins anew.');

export const mailAddresses = z.union([headerText, z.array(headerText).min(1)]).describe('Address or addresses that are written to.');
export const mailServer = z
  .string()
  .refine(isMailServer, 'a mail server is a URL such as smtp://localhost:25 or smtps://user:password@mail.example')
  .register(marks, { secret: true })
  .describe('Mail server: smtp:// or smtps://, with user and password if it wants them. Use ${NAME} to read an environment variable.');

export const portalParameters = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
  .default({})
  .describe('Ranges, collections and the like, as the connector names them.');

export function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function isMailServer(text: string): boolean {
  return URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== '';
}
