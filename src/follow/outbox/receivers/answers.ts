/** What the answers of a service mean. They are texts; older servers differ in the case of them. */

export const isOk = (answer: string): boolean => answer.trim().toLowerCase() === 'ok';

/** Add of a group that is there: said also to a repetition of our own Add whose answer was lost. */
export const saysExists = (answer: string): boolean => /There is a document identifier: /i.test(answer);

/** Upd or Del of a group that is not there: said also to a repetition of our own Del. */
export const saysUnknown = (answer: string): boolean => /No document identifier: /i.test(answer);

const ABOUT_THE_PACKAGE = [
  /\*\*\*XML Validation error/i,
  /ZipData length is zero/i,
  /^Error: Zip archive /i,
  /\bMD5\b/,
  /is used by another group/i,
  /^Error: .*is larger than \d+ bytes/i,
];

/** Whether an error is about the package itself, so that sending it again cannot help. */
export const isRefusal = (answer: string): boolean =>
  saysExists(answer) || saysUnknown(answer) || ABOUT_THE_PACKAGE.some((pattern) => pattern.test(answer));
