/**
 * What the words of a class or an id say about a box inside of an article: shares, related stories, comments.
 *
 * They are judged apart from the furniture of a page (furniture-words.ts): these stand in the middle of the content, and
 * what decides here concerns the main text only, not what is compared from visit to visit.
 */
export const BoxHint = { none: 0, box: 1 } as const;

const BOX = new Set(
  `related relatedposts relatedarticles recommended recommendations recommendation readmore morestories trending popular mostpopular mostread
  share sharing sharebar social socials sharedaddy addtoany addthis sharethis newsletter subscribe subscription signup
  comment comments commentlist disqus respond replies reactions livefyre
  promo promos promotion sponsor sponsored sponsors advert advertisement advertisements ad ads adsense outbrain taboola
  breadcrumb breadcrumbs pagination pager prevnext tagcloud tags taglist keywords toolbar print
  authorbio aboutauthor authorbox rating ratings widget widgets teaser teasers
  cookie consent paywall login`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

const MOST_KEPT = 5000;
const kept = new Map<string, number>();

/** `value` is a class attribute or an id. */
export function boxHint(value: string): number {
  const known = kept.get(value);
  if (known !== undefined) return known;
  if (kept.size >= MOST_KEPT) kept.clear();
  const hint = judge(value.slice(0, 300));
  kept.set(Buffer.from(value, 'utf16le').toString('utf16le'), hint);
  return hint;
}

function judge(value: string): number {
  for (const word of value
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^\p{L}]+/u))
    if (BOX.has(word)) return BoxHint.box;
  return BoxHint.none;
}
