/** Where pages and files of the project lie on the site. */
import { posix } from 'node:path';
import { OVERVIEW } from './pages.js';

export const pagePath = (file: string): string =>
  file === OVERVIEW
    ? 'index.html'
    : file
        .replace(/^docs\//, '')
        .replace(/\.md$/, '.html')
        .toLowerCase();

/** Pictures, schemas and the like that pages link to. */
export const filePath = (file: string): string => `files/${file.replace(/^docs\//, '')}`;

/** The address of one place of the site as a page elsewhere writes it: the site works from any folder, without a server. */
export const addressFrom = (page: string, target: string): string => posix.relative(posix.dirname(page), target) || posix.basename(target);
