/**
 * Session identifiers in URLs: they number one visit and are not part of what a page is.
 *
 * Only well-known names with well-known values count. `sid=42` may be a section of the site; `sid=` with sixteen letters
 * and digits or more is a session.
 */

/**
 * Names in lower case, each with the form of a value that makes it a session. Names whose value does not matter are
 * unmistakable or long.
 */
const SESSION_VALUES: ReadonlyMap<string, RegExp> = new Map([
  ['jsessionid', /^[0-9a-z$.!_:~-]{10,}$/i],
  ['phpsessid', /^[0-9a-z,-]{16,}$/i],
  ['sessionid', /^[0-9a-z-]{16,}$/i],
  ['session_id', /^[0-9a-z-]{16,}$/i],
  ['sid', /^[0-9a-z]{16,}$/i],
  ['oscsid', /^[0-9a-z]{16,}$/i],
  ['zenid', /^[0-9a-z]{16,}$/i],
]);

const ASP_SESSION_NAME = /^aspsessionid[a-z]{8}$/;
const ASP_SESSION_VALUE = /^[0-9a-z]{16,}$/i;

/** Source of a pattern that matches the start of every such name, and of some others. */
export const SESSION_NAMES = [...SESSION_VALUES.keys(), 'aspsessionid', 'cfid', 'cftoken'].join('|');

/** Expects `name` in lower case. The caller handles ColdFusion's pair of names, which counts only together. */
function isSessionParameter(name: string, value: string): boolean {
  const form = SESSION_VALUES.get(name) ?? (ASP_SESSION_NAME.test(name) ? ASP_SESSION_VALUE : undefined);
  return form?.test(value) ?? false;
}

/** Query parts without session identifiers. A part is `name=value` or `name`. */
export function withoutSessions(parts: readonly string[]): string[] {
  const kept = parts.filter((part) => !isSessionParameter(nameOf(part), valueOf(part)));
  const coldFusion = kept.some((part) => /^cfid=\d+$/i.test(part)) && kept.some((part) => /^cftoken=[0-9a-z-]+$/i.test(part));
  return coldFusion ? kept.filter((part) => !/^(?:cfid=\d+|cftoken=[0-9a-z-]+)$/i.test(part)) : kept;
}

export function nameOf(part: string): string {
  const equals = part.indexOf('=');
  return (equals < 0 ? part : part.slice(0, equals)).toLowerCase();
}

function valueOf(part: string): string {
  const equals = part.indexOf('=');
  return equals < 0 ? '' : part.slice(equals + 1);
}

/** `/x;jsessionid=…`, which servlet containers put anywhere in the path. */
const PATH_SESSION = /;jsessionid=[0-9a-z$.!_:~%-]{10,}(?=[;/]|$)/gi;
/** ASP.NET sessions without cookies: `/(S(lit3py55t21z5v55vlm25s55))/page.aspx`, and the older `/(lit3…)/`. */
const ASP_SEGMENT = /\/\((?:[0-9a-z]{24}|(?:[a-z]\([0-9a-z]{24}\))+)\)(?=\/)/gi;

/** A path without session identifiers. A segment that would become `.` or `..` stays: the path would name another place. */
export function withoutPathSessions(path: string): string {
  let result = path;
  if (path.includes(';')) result = path.replace(PATH_SESSION, (session, at: number) => (isDots(path, at) ? session : ''));
  if (result.includes('/(')) result = result.replace(ASP_SEGMENT, '');
  return result;
}

/** Whether the segment that ends at `end` is `.` or `..`. */
const isDots = (path: string, end: number): boolean => /\/\.{1,2}$/.test(path.slice(Math.max(end - 3, 0), end));
