/** What a crawl found of a web, for people. */

import { counted } from '../model/index.js';
import type { MapReport } from '../views/reports/index.js';
import { printable, shortSize, type Terminal, table } from './terminal.js';

export function formatMap({ sites, pages, images, files, bytes }: MapReport, style: Terminal['style']): string {
  const { visited, html, binary, duplicates, unanswered, waiting } = pages;
  const answers = `${html} HTML, ${binary} binary, ${counted(duplicates, 'duplicate')}${unanswered ? `, ${unanswered} never answered` : ''}; ${waiting} waiting`;
  const rows = [
    ['sites', sites, ''],
    ['pages', visited, answers],
    ['duplicates', duplicates, visited ? `${percent(duplicates / visited)} of the pages` : ''],
    ['images', images.count, imageWords(images)],
    ['files', files.count, files.types.map(({ type, count, share }) => `${type} ${count} (${percent(share)})`).join(', ')],
  ];
  const sizes = bytes.filter(({ count }) => count > 0).map(({ kind, count, bytes: size }) => [count, kind, shortSize(size)]);
  return [section('Map', rows, style), section('Bytes', sizes, style)].filter((text) => text !== '').join('\n\n');
}

function imageWords({ pagesWithImages, meanPerPage, mostOnPage }: MapReport['images']): string {
  if (meanPerPage === null || !mostOnPage) return 'on no page';
  return `on ${counted(pagesWithImages, 'page')}, ${meanPerPage.toFixed(2)} on average, at most ${mostOnPage.count}: ${printable(mostOnPage.url)}`;
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

const section = (title: string, rows: readonly (readonly (string | number)[])[], style: Terminal['style']): string =>
  rows.length ? `${style('bold', title)}\n${table(rows).replace(/^/gm, '  ')}` : '';
