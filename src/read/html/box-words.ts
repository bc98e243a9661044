/**
 * What the words of a class or an id say about a box inside an article: shares, related stories, comments.
 *
 * Separate from furniture-words.ts: these boxes stand in the middle of the content, and decisions here concern the main
 * text only, not what is compared from visit to visit.
 */
import { ownCopy } from '../../model/index.js';
export const BoxHint = { none: 0, line: 1, caption: 2, weak: 3, doubtful: 4, named: 5, box: 6, comments: 7 } as const;

const HINTS = new Map<string, number>();

const BOXES = `related relatedposts relatedarticles recommended recommendations recommendation readmore morestories trending mostpopular
  mostread sharebar sharedaddy addtoany addthis sharethis newsletter newsletters signup outbrain taboola adsense advert advertisement
  advertisements breadcrumb breadcrumbs pagination pager prevnext tagcloud taglist authorbio aboutauthor authorbox cookie cookies
  consent gdpr modal popup skiplink skiplinks`;

/** Words that name a box, but also the article behind or beside it. */
const DOUBTFUL = 'paywall disclaimer';

/** Words that articles are about as well, or that a class says of sentences: they count only for boxes without sentences. */
const WEAK = `share sharing social socials subscribe subscription promo promos promotion sponsor sponsored sponsors ad ads popular
  tags keywords toolbar rating ratings widget widgets login follow like likes rss feedback survey poll quiz donate donation`;

/** Words for the text below a picture. */
const CAPTIONS = 'caption captions lightbox';

/** Lines about the article, not part of it. */
const LINES = 'byline author authors timestamp pubdate published date meta postmeta entrymeta articlemeta credit credits kicker';

const COMMENTS = `comment comments commentlist disqus respond replies reactions livefyre kommentare commentaires comentarios commenti
  komentarze komentáře komentari kommentarer reacties`;

const hints = (words: string, hint: number): void => {
  for (const word of words.split(/\s+/)) HINTS.set(word, hint);
};
hints(LINES, BoxHint.line);
hints(CAPTIONS, BoxHint.caption);
hints(WEAK, BoxHint.weak);
hints(DOUBTFUL, BoxHint.doubtful);
hints(BOXES, BoxHint.box);
hints(COMMENTS, BoxHint.comments);

/** `author-info`, `about_the_author`: a few lines about the writer at the end. */
const ABOUT_AUTHOR =
  /author[-_ ]?(?:info|box|bio|desc|description|about|card|profile|container)|about[-_](?:the[-_])?author|(?:^|[\s_-])bio(?:$|[\s_-])/i;

/** Text for screen readers only, by the class names of the most common stylesheets. */
const SPOKEN =
  /(?:^|[\s_-])(?:visually[-_]?hidden|hidden[-_]visually|sr[-_]?only|screen[-_]?reader(?:[-_]?(?:text|only))?|a11y[-_]?hidden)(?![\p{L}-])/u;

const MOST_KEPT = 5000;
const kept = new Map<string, number>();

/** `value` is a class attribute or an id. */
export function boxHint(value: string): number {
  const known = kept.get(value);
  if (known !== undefined) return known;
  if (kept.size >= MOST_KEPT) kept.clear();
  const hint = judge(value.slice(0, 300));
  kept.set(ownCopy(value), hint);
  return hint;
}

function judge(value: string): number {
  const words = value.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();
  let hint: number = ABOUT_AUTHOR.test(words) || SPOKEN.test(words) ? BoxHint.box : BoxHint.none;
  for (const word of words.split(/[^\p{L}]+/u)) hint = Math.max(hint, HINTS.get(word) ?? BoxHint.none);
  return hint;
}
