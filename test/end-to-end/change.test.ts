/** What the commands say about changes that are held back, and about the life of a document. */
import { expect, it } from 'vitest';
import { article, changingWeb, HOST, listOf } from '../support/changing.js';
import { crawling } from '../support/crawling.js';
import { runCli } from '../support/run-cli.js';

const open = crawling();

it('winnow anomalies and winnow history tell, decide and show', async () => {
  const paths = ['/a', '/b', '/c', '/d'];
  const site = await changingWeb(open, { '/': listOf(...paths), ...Object.fromEntries(paths.map((path) => [path, article(path)])) });
  await site.run();
  for (const path of paths) site.pages[path] = article('Our shop', 'Shoes for the whole family.');
  await site.run();
  const winnow = (...args: string[]) => runCli([...args, '--workspace', site.made.workspace], site.made.folder);

  const listed = await winnow('anomalies');
  expect(listed.out).toContain(`1 one-text at http://${HOST}\n  4 of 5 documents visited turned into the same text`);
  expect(listed.out).toContain(`4 held back:\n  changed  http://${HOST}/`);
  expect((await winnow('report')).out).toContain('0 changed, 0 deleted, 1 unchanged, 4 held back (winnow anomalies)');
  expect(JSON.parse((await winnow('anomalies', '--json')).out)).toMatchObject([{ id: 1, kind: 'one-text', state: 'open', documents: 4 }]);

  expect(await winnow('anomalies', 'accept')).toMatchObject({ code: 2, err: expect.stringContaining('Say which anomaly to accept') });
  expect(await winnow('anomalies', 'accept', '7')).toMatchObject({ code: 2, err: expect.stringContaining('There is no anomaly 7') });
  expect((await winnow('anomalies', 'accept', '1')).out).toBe('Anomaly 1 accepted: 4 updated, 0 deleted.\n');
  expect((await winnow('anomalies')).out).toBe('Nothing is held back.\n');

  const history = await winnow('history', `http://${HOST}/b`);
  expect(history.out).toMatch(/run 1 {2}added {4}version 1 .*\n.*run 2 {2}changed {2}version 2 {2}Our shop/);
  expect((await winnow('history', `http://${HOST}/b`, '--text', '1')).out).toContain('This is the article about /b');
  expect((await winnow('history', `http://${HOST}/b`, '--text', '2')).out).toContain('Shoes for the whole family.');
  expect(await winnow('history', `http://${HOST}/b`, '--text', '3')).toMatchObject({ code: 2 });
  expect(await winnow('history', `http://${HOST}/nowhere`)).toMatchObject({ code: 2, err: expect.stringContaining('No document') });
});
