/** The central portal of court acts of Bulgaria: by ECLI alone, since its search asks for a code. All acts are invented. */
import { html, notFound } from '../answers.js';
import type { Day, FixtureRequest, FixtureResponse, PortalFixture } from '../fixture.js';

const HOST = 'legalacts.justice.bg';

const ecli = (court: string, number: number): string => `ECLI:BG:${court}:2025:2025011000${String(number).padStart(4, '0')}.001`;
const keyOf = (of: string): string => of.replaceAll(':', '-');

const STANDING = [ecli('RC223', 1), ecli('RC223', 2), ecli('DC110', 3), ecli('AP500', 4)];
const CHANGED = ecli('RC223', 5);
const GONE = ecli('RC223', 6);
const LATE = ecli('DC110', 7);
const CHALLENGED = ecli('AP500', 8);
const ALL = [...STANDING, CHANGED, GONE, LATE, CHALLENGED];

const CHALLENGE = `<form method="post"><input type="hidden" name="captcha-guid" value="x1"/><img src="/captcha.ashx?guid=x1"/></form>`;

function answer(day: Day, { url }: FixtureRequest): FixtureResponse {
  const id = decodeURIComponent(url.pathname.replace('/GetActContent/', ''));
  if (url.pathname === '/') return html(CHALLENGE);
  if (!ALL.includes(id)) return notFound();
  if (day === 'broken') return html(CHALLENGE);
  // Everything is away for a while: that is no deletion.
  if (day === 'cut') return ALL.indexOf(id) > 1 ? notFound() : act(id, 'Отхвърля иска.');
  if (day === 1) return id === LATE ? notFound() : act(id, 'Отхвърля иска.');
  if (id === GONE) return notFound();
  if (id === CHALLENGED) return html(CHALLENGE);
  return act(id, id === CHANGED ? 'Отхвърля иска на А. Б. В.' : 'Отхвърля иска.');
}

const act = (id: string, text: string): FixtureResponse =>
  html(
    `<html><body><p>Вид акт: Решение Акт номер: ${Number(id.slice(-7, -4))} от 01.02.2025 Съд: Районен съд - Пример Дело номер: 20250110000012</p>
<div>Р Е Ш Е Н И Е<br>${id}<br>${text}</div></body></html>`,
  );

export const legalacts: PortalFixture = {
  connector: 'legalacts',
  hosts: [HOST],
  quirks: [
    'the search asks for a code, and nothing is listed: acts are had by ECLI',
    'a challenge comes with status 200 instead of an act: it is none, and deletes nothing',
    'an act that is not there when asked twice is gone',
    'an act of a known ECLI is published late',
    'a later anonymisation changes the text',
  ],
  parameters: { Identifiers: ALL.join(',') },
  today: { 1: '2026-03-02T04:00:00Z', 2: '2026-04-02T04:00:00Z' },
  expected: {
    1: [...STANDING, CHANGED, GONE, CHALLENGED].map(keyOf),
    2: { Add: [keyOf(LATE)], Upd: [keyOf(CHANGED)], Del: [keyOf(GONE)], None: [...STANDING, CHALLENGED].map(keyOf) },
  },
  open: (day) => (request) => answer(day, request),
};
