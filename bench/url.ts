/**
 * Speed of URL work on one core: `npx tsx bench/url.ts`.
 *
 * A million links of the forms pages really have: most relative, some absolute, some with tracking,
 * escapes, fragments or other hosts. No list of them repeats within a pass over the pool.
 */
import { domainOf, fingerprinter, surtOf, URL_POLICIES, urlReader } from '../src/model/index.js';

const BASE = 'https://www.example-ministry.gov.si/en/news/2024/some-article.html';

type Form = (n: number) => string;

const FORMS: readonly Form[] = [
  (n) => `/en/news/2024/article-${n}.html`,
  (n) => `../topics/topic-${n}/`,
  (n) => `?page=${n}&sort=date`,
  (n) => `article-${n}.html#section-3`,
  (n) => `/documents/${n}/law-on-land-registry.pdf`,
  (n) => `https://www.example-ministry.gov.si/en/contact/${n}`,
  (n) => `https://data.example-${n % 500}.org/dataset/${n}`,
  (n) => `https://shop.example.com/item?id=${n}&utm_source=newsletter&utm_medium=email`,
  (n) => `/search?q=zemlji%C5%A1%C4%8De&start=${n}`,
  (n) => `http://Example.org:80/A/./b/../c/${n}`,
  (n) => `/iskanje?besedilo=občina+${n}`,
  (n) => `//cdn.example.net/files/${n}.jpg`,
];

const POOL = Array.from({ length: 120_000 }, (_, n) => FORMS[n % FORMS.length]?.(n) ?? '');

/** By processor time, so that other work on the machine does not count. */
function measure(name: string, total: number, work: (link: string) => unknown): void {
  for (const link of POOL) work(link); // warm-up
  const before = process.cpuUsage();
  for (let done = 0; done < total; done++) work(POOL[done % POOL.length] ?? '');
  const { user, system } = process.cpuUsage(before);
  const perSecond = total / ((user + system) / 1e6);
  console.log(`${name.padEnd(34)} ${Math.round(perSecond).toLocaleString('en').padStart(10)}/s`);
}

for (const policy of URL_POLICIES) {
  const read = urlReader(policy);
  measure(`url + key + site, ${policy}`, policy === 'default' ? 1_000_000 : 200_000, (link) => read(link, BASE));
}

const KEYS = new Map(POOL.map((link) => [link, urlReader()(link, BASE)?.key ?? '']));
const keyOf = (link: string) => KEYS.get(link) ?? '';
const { write } = fingerprinter(new Uint8Array(16).fill(7));
const pair = new Uint32Array(2);
measure('fingerprint (with map look-up)', 500_000, (link) => write(keyOf(link), pair, 0));
measure('surt (with map look-up)', 200_000, (link) => surtOf(keyOf(link)));
measure('registrable domain', 500_000, (link) => domainOf(`a${link.length}.example-ministry.gov.si`));
