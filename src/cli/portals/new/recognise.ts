/**
 * Which software a portal runs on, told from what it answers: the family a connector for it extends.
 *
 * Each family looks at the page it was given and, where that is promising, asks for the one address that settles it. What
 * it says is a proposal: whoever writes the connector checks it.
 */

/** An answer, as far as it matters here. */
export interface Look {
  readonly url: string;
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** Null: nothing usable came. */
export type LookAt = (url: string) => Promise<Look | null>;

export interface Recognised {
  /** Name of the family; null: none is known, and the connector has to say everything itself. */
  readonly family: string | null;
  /** What gave it away. */
  readonly because: string;
  /** What the connector tells its family: where the portal lies. */
  readonly says: Readonly<Record<string, unknown>>;
  readonly content: 'articles' | 'legislation' | 'case-law' | null;
  readonly formats: readonly string[];
}

type Recognise = (page: Look, ask: LookAt) => Promise<Recognised | null>;

export async function recognise(page: Look, ask: LookAt): Promise<Recognised> {
  for (const family of FAMILIES) {
    const seen = await family(page, ask);
    if (seen) return seen;
  }
  return { family: null, because: 'none of the known families fits', says: {}, content: null, formats: [] };
}

/** Tags of the head, short ones: what is longer is nothing we look for, and hostile pages have many. */
const tagsOf = ({ text }: Look): string[] => [...text.slice(0, 200_000).matchAll(/<(?:meta|link)\s[^<>]{1,1000}>/gi)].map(([tag]) => tag);

const attributeOf = (name: string): RegExp => new RegExp(`\\s${name}\\s{0,5}=\\s{0,5}["']([^"'<>]{0,900})`, 'i');
const ATTRIBUTES = {
  name: attributeOf('name'),
  content: attributeOf('content'),
  href: attributeOf('href'),
  rel: attributeOf('rel'),
  type: attributeOf('type'),
};

const attribute = (tag: string, name: keyof typeof ATTRIBUTES): string => ATTRIBUTES[name].exec(tag)?.[1]?.replaceAll('&amp;', '&') ?? '';

const generatorOf = (page: Look): string =>
  tagsOf(page)
    .filter((tag) => attribute(tag, 'name').toLowerCase() === 'generator')
    .map((tag) => attribute(tag, 'content'))[0] ?? '';

function hrefOf(page: Look, isIt: (tag: string) => boolean): string | null {
  const tag = tagsOf(page).find((each) => /^<link/i.test(each) && isIt(each));
  return (tag && attribute(tag, 'href')) || null;
}

const isOai = ({ text }: Look): boolean => /<(?:\w{1,20}:)?OAI-PMH[\s>]/.test(text.slice(0, 2000));

const found = (family: string, because: string, says: Recognised['says'], more: Partial<Recognised> = {}): Recognised => ({
  family: `families/${family}`,
  because,
  says,
  content: null,
  formats: [],
  ...more,
});

const ojs: Recognise = async (page, ask) => {
  const version = /^Open Journal Systems\s*([\d.]*)/i.exec(generatorOf(page))?.[1];
  const isLikely = version !== undefined || /\/(?:article\/view|issue\/(?:archive|view))\b/.test(page.text);
  if (!isLikely) return null;
  const base = journalBase(page);
  if (!(await identifies(`${base}/oai`, ask))) return null;
  const family = version?.startsWith('2') ? 'ojs-2' : 'ojs-3';
  return found(family, `Open Journal Systems ${version ?? ''} with OAI-PMH at ${base}/oai`.replace('  ', ' '), { set: { base } }, ARTICLES);
};

const ARTICLES = { content: 'articles', formats: ['application/pdf'] } as const;

/** Address of the journal: what stands before the page of an issue or an article. */
function journalBase({ url, text }: Look): string {
  const link = /href="(https?:\/\/[^"]{1,300}?)\/(?:issue\/(?:archive|current|view)|article\/view|about)\b/.exec(text)?.[1] ?? url;
  return link
    .replace(/[?#].*$/s, '')
    .replace(/\/(index|issue|article|about)(\/.*)?$/s, '')
    .replace(/\/$/, '');
}

/** Whether it answers as an OAI-PMH repository does. */
async function identifies(base: string, ask: LookAt): Promise<boolean> {
  const answer = await ask(`${base}?verb=Identify`);
  return answer?.status === 200 && isOai(answer) && /<(?:\w{1,20}:)?Identify>/.test(answer.text);
}

const wordpress: Recognise = async (page, ask) => {
  const api = hrefOf(page, (tag) => attribute(tag, 'rel') === 'https://api.w.org/');
  const isLikely = api !== null || generatorOf(page).startsWith('WordPress') || page.text.includes('/wp-content/');
  if (!isLikely) return null;
  const base = api && URL.canParse(api, page.url) ? new URL(api, page.url).href.replace(/\/wp-json\/?$/, '') : new URL(page.url).origin;
  const types = await ask(`${base}/wp-json/wp/v2/types`);
  return types?.status === 200 && /"rest_base"/.test(types.text)
    ? found('wordpress', `WordPress with its REST interface at ${base}/wp-json/`, { set: { base } }, { formats: ['text/html'] })
    : null;
};

const dspace: Recognise = async (page, ask) => {
  if (!generatorOf(page).startsWith('DSpace') && !/\/(?:handle|bitstreams?)\/|<ds-app/.test(page.text)) return null;
  const { origin } = new URL(page.url);
  for (const path of ['/server/oai/request', '/oai/request'])
    if (await identifies(`${origin}${path}`, ask))
      return found('oai', `DSpace with OAI-PMH at ${origin}${path}`, { set: { base: `${origin}${path}` } }, ARTICLES);
  return null;
};

const ckan: Recognise = async (page, ask) => {
  if (!generatorOf(page).startsWith('ckan') && !/\/api\/3\/action|\/dataset\//.test(page.text)) return null;
  const { origin } = new URL(page.url);
  const names = await ask(`${origin}/api/3/action/package_list`);
  return names?.status === 200 && /"success":\s*true/.test(names.text)
    ? found('ckan', `CKAN at ${origin}/api/3/`, { set: { base: origin } })
    : null;
};

const contents: Recognise = async (page) =>
  standInOrder(page.text, ['<items', '<item', '<link>']) && !isFeed(page)
    ? found(
        'toc-xml',
        'a table of contents in XML: items with links',
        { parameters: { Contents: { default: page.url } } },
        { formats: ['text/xml'] },
      )
    : null;

function standInOrder(text: string, parts: readonly string[]): boolean {
  let at = 0;
  for (const part of parts) {
    at = text.indexOf(part, at) + part.length;
    if (at < part.length) return false;
  }
  return true;
}

const oai: Recognise = async (page, ask) => {
  const base = page.url.replace(/\?.*$/s, '');
  const isLikely = isOai(page) || /\/oai2?\/?$/.test(base);
  return isLikely && (await identifies(base, ask)) ? found('oai', `an OAI-PMH repository at ${base}`, { set: { base } }) : null;
};

const feed: Recognise = async (page, ask) => {
  if (isFeed(page)) return found('feed', 'a feed: Atom or RSS', { set: { feed: page.url } });
  const href = hrefOf(page, (tag) => /^application\/(?:atom|rss)\+xml$/i.test(attribute(tag, 'type')));
  const answer = href && URL.canParse(href, page.url) ? await ask(new URL(href, page.url).href) : null;
  return answer?.status === 200 && isFeed(answer)
    ? found('feed', `the page names a feed: ${answer.url}`, { set: { feed: answer.url } })
    : null;
};

const isFeed = ({ text }: Look): boolean =>
  /<(?:\w{1,20}:)?(?:feed|rss|RDF)[\s>]/.test(text.slice(0, 2000)) && /<(?:\w{1,20}:)?(?:entry|item)[\s/>]/.test(text);

/** The surest first: an OJS journal has feeds and OAI-PMH too. */
const FAMILIES: readonly Recognise[] = [oai, contents, ojs, dspace, ckan, wordpress, feed];
