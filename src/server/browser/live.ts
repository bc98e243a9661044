/**
 * Keeps the live page up to date. What it shows was made by the server; it only writes numbers anew, puts changes on
 * top and takes tables from a fresh copy of the page. Without it the page is complete, only still.
 */
import type { CrawlStatus } from '../crawls/status.js';
import { changeRow, type ShownEntry } from '../page/change-row.js';
import { figureTexts } from '../page/figures.js';

/** How often the tables are taken from a fresh copy of the page while the crawl runs. */
const TABLES_MS = 3000;
/** Points of the little curve: half a minute and more. */
const POINTS = 80;

const main = document.querySelector('main') as HTMLElement;
const crawl = main.dataset['crawl'] ?? '';
const shown = Number(main.dataset['shown']);
const rates: number[] = [];
let tablesAt = 0;
/** Its process may be there a moment longer than its run, and both decide what can be asked of it. */
const stateOf = ({ state: name, statistics }: CrawlStatus): string => `${name} ${statistics === null ? 'alone' : 'at work'}`;
let state = '';

function showFigures(status: CrawlStatus): void {
  const texts = figureTexts(status);
  for (const element of document.querySelectorAll<HTMLElement>('[data-figure]')) {
    const text = texts[element.dataset['figure'] ?? ''];
    // Written only when it differs: what a screen reader follows would be read out again.
    if (text !== undefined && element.textContent !== text) element.textContent = text;
    element.classList.toggle('zero', text === '0');
  }
  document.querySelector('.state')?.setAttribute('class', `state ${status.state}`);
}

function drawRate({ statistics }: CrawlStatus): void {
  if (!statistics) return;
  rates.push(statistics.recentPerSecond);
  rates.splice(0, rates.length - POINTS);
  const top = Math.max(...rates, 1);
  // The newest stands at the right end, wherever the others begin.
  const points = rates.map(
    (rate, index) => `${120 - (120 * (rates.length - 1 - index)) / (POINTS - 1)},${(23 - (22 * rate) / top).toFixed(1)}`,
  );
  document.querySelector('.spark polyline')?.setAttribute('points', points.join(' '));
}

function showChange(entry: ShownEntry): void {
  const body = document.getElementById('changes');
  if (!body || body.querySelector(`[data-sequence="${entry.sequence}"]`)) return;
  body.insertAdjacentHTML('afterbegin', changeRow(entry, crawl));
  body.firstElementChild?.classList.add('fresh');
  while (body.childElementCount > shown) body.lastElementChild?.remove();
  document.querySelector('.changes')?.closest('section')?.querySelector('.empty')?.setAttribute('hidden', '');
}

async function showTables(): Promise<void> {
  tablesAt = Date.now();
  const answer = await fetch(location.href, { cache: 'no-store' });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const part of document.querySelectorAll<HTMLElement>('[data-part]')) {
    const newer = fresh.querySelector(`[data-part="${part.dataset['part'] ?? ''}"]`);
    // Left alone while somebody reads or scrolls in it with the keyboard.
    if (newer && newer.innerHTML !== part.innerHTML && !part.contains(document.activeElement)) part.replaceChildren(...newer.childNodes);
  }
}

function onStatus(status: CrawlStatus): void {
  showFigures(status);
  drawRate(status);
  const before = state;
  state = stateOf(status);
  if (state !== before || (status.state === 'running' && Date.now() - tablesAt > TABLES_MS)) void showTables().catch(() => {});
}

function say(words: string): void {
  const element = document.querySelector('.state');
  if (element) element.textContent = words;
}

function listen(): void {
  const source = new EventSource(`/api/v1/crawls/${encodeURIComponent(crawl)}/events?after=${main.dataset['after'] ?? 0}`);
  const on = <Data>(name: string, take: (data: Data) => void): void =>
    source.addEventListener(name, (event) => take(JSON.parse((event as MessageEvent<string>).data) as Data));
  on<CrawlStatus>('status', onStatus);
  on<ShownEntry>('journal', showChange);
  on('run', () => void showTables().catch(() => {}));
  on('reset', () => location.reload());
  on<{ message: string }>('trouble', ({ message }) => say(message));
  source.addEventListener('error', () => say('The server does not answer; trying again'));
}

/** A wish to the crawl. Its button gives up the focus, so that the buttons can be made anew by what comes of it. */
async function ask(button: HTMLButtonElement): Promise<void> {
  button.disabled = true;
  button.blur();
  const address = `/api/v1/crawls/${encodeURIComponent(crawl)}/${button.dataset['do'] ?? ''}`;
  const answer = await fetch(address, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' });
  if (!answer.ok) say(((await answer.json()) as { error: { message: string } }).error.message);
  button.disabled = false;
  await showTables();
}

function takeWishes(): void {
  document.documentElement.classList.add('live');
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[data-do]') : null;
    if (button) void ask(button).catch(() => say('The server does not answer'));
  });
}

function chooseAtOnce(): void {
  const choice = document.querySelector<HTMLFormElement>('.choice');
  choice?.querySelector('button')?.remove();
  choice?.querySelector('select')?.addEventListener('change', () => choice.submit());
}

chooseAtOnce();
takeWishes();
listen();
