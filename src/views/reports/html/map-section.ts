/** The section about a whole web: sites, pages, images and files. */
import type { FullReport } from '../full-report.js';
import { barList } from './charts.js';
import { address, number, section, size, table } from './markup.js';

export function map({ map: found }: FullReport): string {
  if (!found) return '';
  const { sites, pages, images, files, bytes } = found;
  const counts: [string, number][] = [
    ['Sites', sites],
    ['Pages visited', pages.visited],
    ['Duplicates', pages.duplicates],
    ['Known and not visited', pages.waiting],
    ['Images', images.count],
    ['Files', files.count],
  ];
  const types = files.types.map(({ type, count, share }) => ({ name: type, value: count, more: `${(100 * share).toFixed(1)} %` }));
  const sizes = bytes.filter(({ count }) => count > 0).map(({ kind, count, bytes: sum }) => [kind, number(count), size(sum)]);
  const columns = [{ head: 'Kind' }, { head: 'Number', as: 'number' as const }, { head: 'Bytes', as: 'number' as const }];
  const inner = [
    table(
      [{ head: 'Found' }, { head: 'Number', as: 'number' }],
      counts.map(([name, count]) => [name, number(count)]),
    ),
    files.count > 0 ? `<h3>Files by type</h3>${barList(types)}` : '',
    `<h3>Bytes by kind</h3>${table(columns, sizes)}`,
  ];
  return section('map', 'Map of the web', inner.join(''), imageWords(images));
}

function imageWords({ pagesWithImages, meanPerPage, mostOnPage }: NonNullable<FullReport['map']>['images']): string {
  if (meanPerPage === null || !mostOnPage) return '';
  const most = `at most ${number(mostOnPage.count)}, on ${address(mostOnPage.url)}`;
  return `${number(pagesWithImages)} pages show images: ${meanPerPage.toFixed(2)} on average, ${most}.`;
}
