/** The State Gazette of Bulgaria: JavaServer Faces with a view that changes at each answer, and sessions with a will of their own. */
import { html, notFound, pdf } from '../answers.js';
import type { Day, FixtureRequest, FixtureResponse, PortalFixture } from '../fixture.js';
import { type Act, EXPECTED, type Issue, issuesOn } from './darzhaven-vestnik-contents.js';

const HOST = 'dv.parliament.bg';
const SIZE = 10;

interface Session {
  readonly id: string;
  view: string;
  from: string;
  until: string;
  /** The issue whose contents it asked for first. */
  pinned: number | null;
}

export const darzhavenVestnik: PortalFixture = {
  connector: 'darzhaven-vestnik',
  hosts: [HOST],
  quirks: [
    'issues are found by posting a search form with hidden fields and an image button, year by year',
    'the view state changes with every answer; an expired one gives a fresh first page instead of an error',
    'the contents page repeats the first issue of a session, and its head names the current issue',
    'an unknown issue or act is an error page with status 200',
    'links carry ;jsessionid= where no cookie came along',
    'ids made by the template change from day to day',
    'issues before May 2005 have no acts, only a PDF',
    'numbers of issues (idObj) are sparse and not in the order of time',
  ],
  parameters: { StartYear: '2004' },
  today: { 1: '2006-03-03T04:00:00Z', 2: '2006-03-11T04:00:00Z' },
  expected: EXPECTED,
  open: (day) => {
    const portal = new Gazette(day);
    return (request) => portal.answer(request);
  },
};

class Gazette {
  readonly #day: Day;
  readonly #issues: readonly Issue[];
  readonly #sessions = new Map<string, Session>();
  #made = 0;
  /** The first view asked for a second page has expired meanwhile. */
  #hasExpired = false;

  constructor(day: Day) {
    this.#day = day;
    this.#issues = issuesOn(day);
  }

  answer(request: FixtureRequest): FixtureResponse {
    const page = request.url.pathname.replace(/;jsessionid=[^/]*/, '').replace('/DVWeb/', '');
    if (page === 'broeveList.faces') return this.#list(request);
    if (page === 'materiali.faces') return this.#contents(request);
    if (page === 'showMaterialDV.jsp') return this.#act(request);
    if (page === 'fileUploadShowing.jsp') return pdf(`File ${request.url.searchParams.get('idFileAtt')}`);
    return notFound();
  }

  #session({ cookies }: FixtureRequest): Session {
    const known = this.#sessions.get(cookies['JSESSIONID'] ?? '');
    if (known) return known;
    const session: Session = { id: `S${++this.#made}A7F`, view: '', from: '', until: '', pinned: null };
    this.#sessions.set(session.id, session);
    return session;
  }

  #list(request: FixtureRequest): FixtureResponse {
    const { method, form } = request;
    const session = this.#session(request);
    if (method !== 'POST') return this.#page(session, 1, false);
    const page = form.get('broi_form:_idcl') === 'broi_form:chP' ? Number(form.get('broi_form:selectPage')) : 1;
    const isLost = form.get('javax.faces.ViewState') !== session.view || (page > 1 && !this.#hasExpired);
    if (page > 1) this.#hasExpired = true;
    if (isLost) return this.#page(session, 1, false);
    session.from = isoOf(form.get('broi_form:from_date'));
    session.until = isoOf(form.get('broi_form:to_date'));
    return this.#page(session, page, true);
  }

  #page(session: Session, page: number, isSearch: boolean): FixtureResponse {
    session.view = `vs-${++this.#made}`;
    const found = this.#issues.filter(({ date }) => !isSearch || (date >= session.from && date <= session.until));
    const isCut = this.#day === 'cut' && page > 1;
    const rows = isCut ? [] : found.slice((page - 1) * SIZE, page * SIZE);
    const pages = Array.from({ length: Math.ceil(found.length / SIZE) }, (_, at) => at + 1);
    const options = pages.map((at) => `<option value="${at}"${at === page ? ' selected="selected"' : ''}>${at}</option>`).join('');
    return html(
      `<html><head><title>Държавен вестник</title></head><body><form id="broi_form" name="broi_form" method="post" action="/DVWeb/broeveList.faces;jsessionid=${session.id}">
<input type="text" name="broi_form:from_date" value=""/><input type="text" name="broi_form:to_date" value=""/>
<select name="broi_form:period_"><option value="0">-</option><option value="1">месец</option></select>
<input type="image" name="broi_form:btnFind11" src="find.gif"/>
<p>Намерени резултати: ${found.length}</p><select name="broi_form:selectPage">${options}</select>
<table id="broi_form:dataTable1"><tbody>${rows.map((issue, at) => this.#row(issue, at)).join('')}</tbody></table>
<input type="hidden" name="broi_form_SUBMIT" value="1"/><input type="hidden" name="broi_form:_idcl"/><input type="hidden" name="broi_form:_link_hidden_"/>
<input type="hidden" name="broi_"/><input type="hidden" name="idObj"/><input type="hidden" name="javax.faces.ViewState" value="${session.view}"/></form></body></html>`,
      { headers: { 'set-cookie': `JSESSIONID=${session.id}; Path=/DVWeb` } },
    );
  }

  /** What a row is stands in the scripts of its links. */
  #row({ number, date, idObj, file, acts }: Issue, at: number): string {
    const made = this.#day === 2 ? 117 : 101;
    const link = (offset: number, pairs: readonly (readonly [string, unknown])[], text: string): string => {
      const id = `broi_form:dataTable1:${at}:_idJsp${made + offset}`;
      const list = pairs.map(([name, value]) => `['${name}','${String(value)}']`).join(',');
      return `<a id="${id}" href="#" onclick="return oamSubmitForm('broi_form','${id}',null,[${list}]);">${text}</a>`;
    };
    const contents = (section: number): readonly (readonly [string, unknown])[] => [
      ['broi_', number],
      ['idObj', idObj],
      ['date_izd_', date],
      ['razdel_', section],
    ];
    const unofficial = acts.some(({ section }) => section === 2) ? link(2, contents(2), 'Неофициален раздел') : '';
    return `<tr><td>Брой ${number}, ${shown(date)} г. ${link(0, contents(1), 'Съдържание')} ${unofficial}</td><td>${link(1, [['id_', file]], 'PDF')}</td></tr>`;
  }

  #contents(request: FixtureRequest): FixtureResponse {
    const session = this.#session(request);
    session.pinned ??= Number(request.url.searchParams.get('idObj'));
    const issue = this.#issues.find(({ idObj }) => idObj === session.pinned);
    if (!issue) return failed();
    const section = Number(request.url.searchParams.get('razdel_'));
    const acts = issue.acts.filter((act) => act.section === section);
    const suffix = request.cookies['JSESSIONID'] ? '' : `;jsessionid=${session.id}`;
    const target = this.#day === 'broken' ? 'viewAct.faces?act=' : `showMaterialDV.jsp${suffix}?idMat=`;
    const rows = acts.map(
      ({ id, issuer, title }, at) => `<tr><td>${issuer}</td><td><a href="${target}${id}">${title}</a></td><td>стр. ${at + 2}</td></tr>`,
    );
    const [current] = this.#issues;
    return html(
      `<html><body><h1>Брой ${current?.number}, ${shown(current?.date ?? '')} г.</h1><table>${rows.join('')}</table></body></html>`,
      {
        headers: { 'set-cookie': `JSESSIONID=${session.id}; Path=/DVWeb` },
      },
    );
  }

  #act(request: FixtureRequest): FixtureResponse {
    const id = Number(request.url.searchParams.get('idMat'));
    const issue = this.#issues.find(({ acts }) => acts.some((act) => act.id === id));
    const act = issue?.acts.find((each) => each.id === id);
    return issue && act ? html(actPage(issue, act, this.#session(request).id, ++this.#made)) : failed();
  }
}

function actPage({ number, date }: Issue, { issuer, title, text, section, annex }: Act, session: string, visits: number): string {
  const part = section === 1 ? 'Официален раздел / МИНИСТЕРСТВА И ДРУГИ ВЕДОМСТВА' : 'Неофициален раздел / ОБЩИНИ';
  const file = annex === undefined ? '' : `<a href="fileUploadShowing.jsp;jsessionid=${session}?idFileAtt=${annex}">Приложение</a>`;
  return `<html><head><title>Държавен вестник</title></head><body><a href="index.faces;jsessionid=${session}">Начало</a><i>Посещения: ${visits}</i>
<div class="titleHead">${issuer}</div><span class="mark">брой: ${number}, от дата ${shown(date)} г.</span>
<span class="mark">${part}</span><span class="tdHead1">${title}</span><div style="width: 100%;"><p>${text}</p>${file}</div></body></html>`;
}

const failed = (): FixtureResponse => html('<html><body><h2>Възникна грешка при обработката на заявката.</h2></body></html>');

/** 3.3.2026 for 2026-03-03, and back. */
const shown = (iso: string): string => iso.split('-').reverse().map(Number).join('.');

function isoOf(text: string | null): string {
  const [day = '', month = '', year = ''] = (text ?? '').split('.');
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
