/** Answers of the SOAP edge, in the form they were asked for. */
import { randomUUID } from 'node:crypto';
import { SERVICE, SOAP, type SoapOperation } from './names.js';
import type { Encoding } from './read-message.js';
import type { SoapFault } from './soap-fault.js';

export interface SoapAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

export const resultAnswer = (operation: SoapOperation, result: string, encoding: Encoding): SoapAnswer =>
  inForm(
    200,
    `<${operation}Response xmlns="${SERVICE}"><${operation}Result>${escape(result)}</${operation}Result></${operation}Response>`,
    encoding,
  );

/** `detail`: what an operator wants to see while a client is written; null: nothing. */
export function faultAnswer({ faultCode, message, status }: SoapFault, detail: string | null, encoding: Encoding): SoapAnswer {
  const more =
    detail === null
      ? ''
      : `<detail><ExceptionDetail xmlns="${EXCEPTION}"><StackTrace>${escape(detail)}</StackTrace></ExceptionDetail></detail>`;
  return inForm(
    status,
    `<s:Fault><faultcode>s:${faultCode}</faultcode><faultstring xml:lang="en">${escape(`Error: ${message}`)}</faultstring>${more}</s:Fault>`,
    encoding,
  );
}

const EXCEPTION = 'http://schemas.datacontract.org/2004/07/System.ServiceModel';

function inForm(status: number, body: string, encoding: Encoding): SoapAnswer {
  const envelope = `<s:Envelope xmlns:s="${SOAP}"><s:Body>${body}</s:Body></s:Envelope>`;
  return encoding === 'mtom' ? asMtom(status, envelope) : { status, contentType: 'text/xml; charset=utf-8', body: envelope };
}

const ROOT = '<http://tempuri.org/0>';

function asMtom(status: number, envelope: string): SoapAnswer {
  const boundary = `uuid:${randomUUID()}+id=1`;
  return {
    status,
    contentType: `multipart/related; type="application/xop+xml"; start="${ROOT}"; boundary="${boundary}"; start-info="text/xml"`,
    body: [
      `--${boundary}`,
      `Content-ID: ${ROOT}`,
      'Content-Transfer-Encoding: 8bit',
      'Content-Type: application/xop+xml; charset=utf-8; type="text/xml"',
      '',
      envelope,
      `--${boundary}--`,
      '',
    ].join('\r\n'),
  };
}

const NAMED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Line breaks stay as they are: the three lines of a validation error are read as lines. */
const escape = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters XML 1.0 cannot hold.
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '\uFFFD')
    .replace(/[&<>]/g, (sign) => NAMED[sign] as string)
    .replaceAll('\r', '&#xD;');
