/**
 * What the words of a class or an id say about a box inside of an article: shares, related stories, comments.
 *
 * They are judged apart from the furniture of a page (furniture-words.ts): these stand in the middle of the content, and
 * what decides here concerns the main text only, not what is compared from visit to visit.
 */
export const BoxHint = { none: 0, small: 1, box: 2, comments: 3 } as const;

const BOX = new Set(
  `related relatedposts relatedarticles recommended recommendations recommendation readmore morestories trending popular mostpopular mostread
  share sharing sharebar social socials sharedaddy addtoany addthis sharethis newsletter subscribe subscription signup
  promo promos promotion sponsor sponsored sponsors advert advertisement advertisements ad ads adsense outbrain taboola
  breadcrumb breadcrumbs pagination pager prevnext tagcloud tags taglist keywords toolbar print
  authorbio aboutauthor authorbox rating ratings widget widgets teaser teasers
  cookie consent paywall login`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Lines about the article, not of it. */
const SMALL = new Set('byline author authors dateline timestamp pubdate published date meta postmeta entrymeta articlemeta credit credits kicker'.split(' '));
const COMMENTS = new Set('comment comments commentlist disqus respond replies reactions livefyre kommentare commentaires comentarios commenti komentarze'.split(' '));

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
  let hint: number = BoxHint.none;
  for (const word of value
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^\p{L}]+/u))
    if (COMMENTS.has(word)) return BoxHint.comments;
    else if (BOX.has(word)) hint = BoxHint.box;
    else if (SMALL.has(word)) hint = Math.max(hint, BoxHint.small);
  return hint;
}
