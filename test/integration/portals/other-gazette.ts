/** The State Gazette with other contents and other habits than its fixture has: what its notes allow and its connector must bear. */
import type { Day, FixtureRequest, FixtureResponse, PortalFixture } from '../../../src/webs/portals/index.js';
import { html, pdf } from '../../../src/webs/portals/index.js';

/** Number, date, idObj and its acts; an act is its number and its text. */
type Issue = readonly [number: number, date: string, idObj: number, acts: readonly (readonly [number, string])[]];

const SIZE = 10;
const plain = (id: number): readonly [number, string] => [id, `Чл. 1. Текст ${id}`];
/** Twenty-three issues of one year: three pages. */
const YEAR: readonly Issue[] = Array.from({ length: 23 }, (_, at) => [
  at + 1,
  `2005-06-${String(at + 1).padStart(2, '0')}`,
  500 - at * 3,
  [plain(7000 + at)],
]);
const OLD: Issue = [90, '2004-10-19', 9, []];

const issuesOn = (day: Day): readonly Issue[] => {
  if (day !== 2) return [...YEAR, OLD];
  const changed = YEAR.map((issue): Issue => (issue[0] === 4 ? [4, issue[1], issue[2], [[7003, 'Чл. 1. Нов текст']]] : issue));
  return [
    ...changed.filter(([number]) => number !== 9),
    [9, '2005-06-09', 476, []],
    OLD,
    [24, '2005-07-01', 9999, [plain(7100), plain(7101)]],
  ];
};

const key = ([number, date, , acts]: Issue): string[] => {
  const year = date.slice(0, 4);
  return acts.length ? acts.map(([id]) => `dv-${year}-${number}-${id}`) : [`dv-issue-${year}-${number}`];
};

class Gazette {
  readonly #day: Day;
  readonly #issues: readonly Issue[];
  readonly #views = new Map<string, string>();
  readonly #pinned = new Map<string, string>();
  #asked = 0;

  constructor(day: Day) {
    this.#day = day;
    this.#issues = issuesOn(day);
  }

  answer(request: FixtureRequest): FixtureResponse {
    this.#asked++;
    const { url, cookies } = request;
    const session = cookies['JSESSIONID'] ?? `N${this.#asked}`;
    const headers = { 'set-cookie': `JSESSIONID=${session}; Path=/` };
    if (url.pathname.includes('broeveList.faces'))
      return { ...this.#list(request, session), headers: { ...headers, 'content-type': 'text/html; charset=UTF-8' } };
    if (url.pathname.includes('materiali.faces'))
      return { ...this.#contents(url, session), headers: { ...headers, 'content-type': 'text/html' } };
    if (url.pathname.includes('fileUploadShowing.jsp')) return pdf(`Issue ${url.searchParams.get('idFileAtt')}`);
    return this.#act(Number(url.searchParams.get('idMat')));
  }

  /** The view is lost at every seventh request, and no page number is shown. */
  #list({ method, form }: FixtureRequest, session: string): FixtureResponse {
    const isKnown = form.get('javax.faces.ViewState') === this.#views.get(session);
    const isSearch = method === 'POST' && isKnown && this.#asked % 7 !== 0;
    const year = isSearch ? (form.get('broi_form:from_date') ?? '').split('.')[2] : null;
    const page = isSearch ? Number(form.get('broi_form:selectPage') ?? 1) || 1 : 1;
    const found = this.#issues.filter(([, date]) => !year || date.startsWith(year)).toSorted((a, b) => (a[1] < b[1] ? 1 : -1));
    const shown = this.#day === 'cut' && page === 2 ? [] : found.slice((page - 1) * SIZE, page * SIZE);
    const view = `j_id${this.#asked}:${page}`;
    this.#views.set(session, view);
    const rows = shown.map(([number, date, idObj]) => {
      const pairs = `[['broi_','${number}'],['idObj','${idObj}'],['date_izd_','${date}'],['razdel_','1']]`;
      const links =
        this.#day === 'broken' ? '' : `<a href="#" onclick="return oamSubmitForm('broi_form','x:_idJsp9',null,${pairs});">Съдържание</a>`;
      return `<tr><td><b>Брой ${number}</b>, ${date} г.</td><td>${links}<a href="#" onclick="return oamSubmitForm('broi_form','y',null,[['id_','${idObj * 10}']]);"><img src="pdf.gif"></a></td></tr>`;
    });
    return html(`<body><table><tr><td><form name="broi_form" method="post" action="broeveList.faces"><input name="broi_form:from_date">
      <div>Намерени резултати: <span>${found.length}</span></div><table><tr><th>Брой<th></tr>${rows.join('')}</table>
      <input type=hidden name="javax.faces.ViewState" id="javax.faces.ViewState" value="${view}"></form></td></tr></table></body>`);
  }

  #contents(url: URL, session: string): FixtureResponse {
    const wanted = this.#pinned.get(session) ?? url.searchParams.get('idObj') ?? '';
    this.#pinned.set(session, wanted);
    const issue = this.#issues.find(([, , idObj]) => String(idObj) === wanted);
    if (!issue) return html('<p>Системна грешка</p>');
    const [, date, idObj, acts] = issue;
    const attached = acts.length || date < '2005-05' ? '' : `<a href="fileUploadShowing.jsp?idFileAtt=${idObj}">Свали броя</a>`;
    return html(
      `<table>${acts.map(([id]) => `<tr><td>стр. 3</td><td><a href="showMaterialDV.jsp;jsessionid=${session}?idMat=${id}">Акт ${id}</a></td></tr>`).join('')}</table>${attached}`,
    );
  }

  /** The layout of 2014, with a counter beside the text; what is gone is an error page of no known wording. */
  #act(id: number): FixtureResponse {
    const text = this.#issues.flatMap(([, , , acts]) => acts).find(([act]) => act === id)?.[1];
    if (text === undefined) return html('<p>Системна грешка</p>');
    return html(`<i>${this.#asked}</i><span class="tdHead1">Акт ${id}</span><table width="840px"><tr><td>${text}</td></tr></table>`);
  }
}

const GONE = 'dv-2005-9-7008';

export const otherGazette: PortalFixture = {
  connector: 'darzhaven-vestnik',
  hosts: ['dv.parliament.bg'],
  quirks: [],
  parameters: { StartYear: '2004' },
  today: { 1: '2005-06-25T00:00:00Z', 2: '2005-07-02T00:00:00Z' },
  expected: {
    1: [...YEAR, OLD].flatMap(key),
    2: {
      Add: ['dv-2005-24-7100', 'dv-2005-24-7101', 'dv-issue-2005-9'],
      Upd: ['dv-2005-4-7003'],
      Del: [GONE],
      None: [...YEAR, OLD].flatMap(key).filter((each) => each !== GONE && each !== 'dv-2005-4-7003'),
    },
  },
  open: (day) => {
    const gazette = new Gazette(day);
    return (request) => gazette.answer(request);
  },
};
