/**
 * The worker page at work: tabs with the keyboard, wishes to the worker, and what its events tell. Everything it shows can
 * also be had by loading the page anew.
 */

import type { TraceLine } from '../../run/workers/index.js';
import { stateClass, stateText, traceItem } from '../page/worker-words.js';
import type { WorkerView } from '../portals/served-workers.js';
import type { FormValue } from '../portals/serving.js';

const MOST_SHOWN = 3000;

const main = document.querySelector('main') as HTMLElement;
const api = `/api/v1/portals/${encodeURIComponent(main.dataset['portal'] ?? '')}`;
const form = document.getElementById('parameters') as HTMLFormElement;
const trace = document.querySelector('.trace') as HTMLOListElement;
const level = document.getElementById('level') as HTMLSelectElement;
const file = document.getElementById('worker-file') as HTMLInputElement;
const told = (name: string): HTMLElement => document.querySelector(`[data-worker="${name}"]`) as HTMLElement;
const button = (wish: string): HTMLButtonElement => document.querySelector(`[data-wish="${wish}"]`) as HTMLButtonElement;

// ---- tabs

const tabs = [...document.querySelectorAll<HTMLButtonElement>('[role=tab]')];

function show(tab: HTMLButtonElement): void {
  for (const each of tabs) {
    const isShown = each === tab;
    each.setAttribute('aria-selected', String(isShown));
    each.tabIndex = isShown ? 0 : -1;
    (document.getElementById(each.getAttribute('aria-controls') ?? '') as HTMLElement).hidden = !isShown;
  }
  history.replaceState(null, '', `#${tab.textContent}`);
  if (tab.textContent === 'Trace') trace.scrollTop = trace.scrollHeight;
}

function turnTabs(event: KeyboardEvent): void {
  const at = tabs.indexOf(event.target as HTMLButtonElement);
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
  const tab = next === undefined ? undefined : tabs[(next + tabs.length) % tabs.length];
  if (at < 0 || !tab) return;
  event.preventDefault();
  tab.focus();
  show(tab);
}

function openTabs(): void {
  document.documentElement.classList.add('live');
  const [first] = tabs;
  const named = tabs.find(({ textContent }) => `#${textContent}` === location.hash) ?? first;
  if (named) show(named);
  for (const tab of tabs) tab.addEventListener('click', () => show(tab));
  document.querySelector('[role=tablist]')?.addEventListener('keydown', (event) => turnTabs(event as KeyboardEvent));
}

// ---- what the form holds

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
const fields = (): Field[] => [...form.querySelectorAll<Field>('[data-name]')];

function valuesOfForm(): Record<string, Record<string, FormValue>> {
  const values: Record<string, Record<string, FormValue>> = { parameters: {}, run: {} };
  for (const field of fields()) {
    const { section = '', name = '' } = field.dataset;
    const of = values[section];
    if (of) of[name] = valueOf(field, of[name]);
  }
  return values;
}

function valueOf(field: Field, before: FormValue | undefined): FormValue {
  if (field instanceof HTMLInputElement && 'flag' in field.dataset) return field.checked;
  if (field instanceof HTMLInputElement && 'choice' in field.dataset)
    return [...(Array.isArray(before) ? (before as string[]) : []), ...(field.checked ? [field.value] : [])];
  if ('several' in field.dataset)
    return field.value
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
  return field.value.trim();
}

function mark(problems: readonly { readonly field: string; readonly message: string }[]): void {
  for (const old of form.querySelectorAll('.wrong')) old.remove();
  for (const field of fields()) field.removeAttribute('aria-invalid');
  const marked = problems.flatMap(({ field: name, message }) => {
    const field = fields().find(({ dataset }) => dataset['name'] === name || `${dataset['section']}.${dataset['name']}` === name);
    if (!field) return [];
    field.setAttribute('aria-invalid', 'true');
    field.closest('details')?.setAttribute('open', '');
    const words = Object.assign(document.createElement('p'), { className: 'wrong', textContent: message });
    field.closest('.field')?.append(words);
    return [field];
  });
  const [first] = marked;
  if (!first) return;
  if (tabs[0]) show(tabs[0]);
  first.focus();
}

// ---- asking

interface Refusal {
  readonly error: { readonly message: string; readonly fields?: readonly { readonly field: string; readonly message: string }[] };
}

async function ask(method: string, path: string, body: unknown = {}): Promise<unknown> {
  complain('');
  const answer = await fetch(`${api}${path}`, { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  const text = await answer.text();
  const said: unknown = text === '' ? null : JSON.parse(text);
  if (answer.ok) return said;
  const { error } = said as Refusal;
  complain(error.message);
  mark(error.fields ?? []);
  return null;
}

function complain(words: string): void {
  const trouble = told('trouble');
  trouble.textContent = words;
  trouble.hidden = words === '';
}

function note(notes: readonly string[]): void {
  const element = told('notes');
  element.textContent = notes.join(' ');
  element.hidden = notes.length === 0;
}

async function start(): Promise<void> {
  mark([]);
  const wrong = fields().find((field) => !field.checkValidity());
  if (wrong) return mark([{ field: `${wrong.dataset['section']}.${wrong.dataset['name']}`, message: whyNot(wrong) }]);
  const view = (await ask('POST', '/start', valuesOfForm())) as WorkerView | null;
  if (view) stand(view);
}

const whyNot = (field: Field): string =>
  field.validity.valueMissing ? 'This is needed.' : `This is not as it must be${field.title ? `: ${field.title}` : ''}.`;

async function wish(what: 'cancel' | 'reset'): Promise<void> {
  const view = (await ask('POST', `/${what}`)) as WorkerView | null;
  if (view) stand(view);
}

/** The file is made of what the worker has, so it gets what stands in the form first. */
async function save(): Promise<void> {
  mark([]);
  const isOpen = now?.state === 'WaitToStart';
  if (isOpen && !(await ask('PUT', '/parameters', valuesOfForm()))) return;
  const link = Object.assign(document.createElement('a'), { href: `${api}/worker-file`, download: `${main.dataset['portal']}.xml` });
  link.click();
}

async function openFile(): Promise<void> {
  const [chosen] = file.files ?? [];
  if (!chosen) return;
  const said = (await ask('PUT', '/worker-file', { file: await chosen.text() })) as { worker: WorkerView; notes: string[] } | null;
  file.value = ''; // the same one can be opened again
  if (!said) return;
  note([`Opened ${chosen.name}.`, ...said.notes]);
  await renew(true);
}

async function clear(): Promise<void> {
  await ask('DELETE', '/trace');
}

const WISHES: Readonly<Record<string, () => Promise<void> | void>> = {
  start,
  save,
  clear,
  open: () => file.click(),
  cancel: () => wish('cancel'),
  reset: () => wish('reset'),
};

function takeWishes(): void {
  document.addEventListener('click', ({ target }) => {
    const pressed = target instanceof Element ? target.closest<HTMLButtonElement>('button[data-wish]') : null;
    const done = pressed && WISHES[pressed.dataset['wish'] ?? ''];
    if (done) void Promise.resolve(done()).catch(() => complain('The server does not answer.'));
  });
  file.addEventListener('change', () => void openFile().catch(() => complain('The file could not be read.')));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!button('start').disabled) void start().catch(() => complain('The server does not answer.'));
  });
}

// ---- what is told

let now: WorkerView | null = null;

function write(name: string, text: string): void {
  const element = told(name);
  // Written only when it differs: what a screen reader follows would be read out again.
  if (element.textContent !== text) element.textContent = text;
}

function stand(view: WorkerView): void {
  const before = now;
  now = view;
  write('state', stateText(view));
  told('state').className = `state ${stateClass(view)}`;
  write('message', view.message);
  write('progress', `${view.progress} %`);
  (document.getElementById('progress') as HTMLProgressElement).value = view.progress;
  allow(view);
  if (before && before.state !== view.state) void renew(view.state === 'Executing').catch(() => {});
}

function allow({ state, mayStart, isCancelling }: WorkerView): void {
  const isOpen = state === 'WaitToStart';
  const hadFocus = document.activeElement;
  button('start').disabled = !(mayStart && isOpen);
  button('cancel').disabled = state !== 'Executing' || isCancelling;
  button('reset').disabled = state !== 'Executed' && state !== 'Cancelled';
  button('open').disabled = !isOpen;
  (form.querySelector('.all') as HTMLFieldSetElement).disabled = !isOpen;
  told('locked').hidden = isOpen;
  // Who works with the keyboard stands at what can be done next, not at nothing.
  if (hadFocus instanceof HTMLButtonElement && hadFocus.disabled && hadFocus.dataset['wish'])
    ['start', 'cancel', 'reset']
      .map(button)
      .find(({ disabled }) => !disabled)
      ?.focus();
}

/** Parts from a fresh copy of the page; what somebody is writing in the form stays unless it was taken by the worker. */
async function renew(withForm: boolean): Promise<void> {
  const answer = await fetch(location.pathname, { cache: 'no-store' });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const part of document.querySelectorAll<HTMLElement>('[data-part]')) {
    if (part.dataset['part'] === 'form' && !withForm) continue;
    const newer = fresh.querySelector(`[data-part="${part.dataset['part'] ?? ''}"]`);
    if (newer && newer.innerHTML !== part.innerHTML) part.replaceChildren(...newer.childNodes);
  }
}

function addLine(line: TraceLine): void {
  const isAtEnd = trace.scrollHeight - trace.scrollTop - trace.clientHeight < 40;
  trace.insertAdjacentHTML('beforeend', traceItem(line));
  while (trace.childElementCount > MOST_SHOWN) trace.firstElementChild?.remove();
  if (isAtEnd) trace.scrollTop = trace.scrollHeight;
  told('no-trace').hidden = true;
}

function emptyTrace(): void {
  trace.replaceChildren();
  told('no-trace').hidden = false;
}

let source: EventSource | null = null;

function listen(): void {
  source?.close();
  const after = trace.lastElementChild?.getAttribute('data-sequence') ?? '0';
  source = new EventSource(`${api}/events?level=${level.value}&after=${after}`);
  const on = <Data>(name: string, take: (data: Data) => void): void =>
    source?.addEventListener(name, (event) => take(JSON.parse((event as MessageEvent<string>).data) as Data));
  on<WorkerView>('state', stand);
  on<TraceLine>('line', addLine);
  on('clear', emptyTrace);
  source.addEventListener('open', () => told('trouble').dataset['lost'] && complain(''));
  source.addEventListener('error', () => {
    told('trouble').dataset['lost'] = 'yes';
    complain('The server does not answer; trying again.');
  });
}

/** Another level shows other lines: all of them are had anew. */
function chooseLevel(): void {
  (told('save-trace') as HTMLAnchorElement).href = `${api}/trace?format=text&level=${level.value}`;
  emptyTrace();
  listen();
}

level.addEventListener('change', chooseLevel);
openTabs();
takeWishes();
// A browser that goes back keeps what was chosen.
if (level.value === 'INFO') listen();
else chooseLevel();
