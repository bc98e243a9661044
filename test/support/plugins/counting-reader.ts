/** A reader that writes a line into a file for each parse, so that a test can count them over all threads. */
import { appendFileSync } from 'node:fs';
import { defineReader, type Link, type Page } from 'winnow-crawler';
import { z } from 'zod';

export const countingReader = defineReader({
  name: 'counting',
  about: 'Reads HTML by its bare links and counts how often it is asked to.',
  types: ['text/html'],
  options: z.strictObject({ log: z.string() }),
  read({ url, bytes }, { log }): Page {
    appendFileSync(log, `parse ${url}\n`);
    const html = Buffer.from(bytes).toString('utf8');
    const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => linkTo(new URL(href, url).href));
    return {
      type: 'text/html',
      charset: 'utf-8',
      title: 'counted',
      text: html.replace(/<[^>]+>/g, ' ').trim(),
      language: null,
      languageConfidence: 0,
      metadata: {},
      canonical: null,
      directives: { noindex: false, nofollow: false, noarchive: false, tdmReserved: false },
      links,
      notes: [],
    }; // prettier-ignore
  },
});

const linkTo = (url: string): Link => ({ url, kind: 'a', anchor: '', rel: [], nofollow: false, paragraph: null, path: 'html>body>a' });
