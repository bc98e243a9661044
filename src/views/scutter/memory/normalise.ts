/** Brings a memory that somebody else wrote into the form ours has, so that the same questions can be asked of both. */
import type { Quad, Quad_Object } from '@rdfjs/types';
import * as word from './vocabulary.js';
import { dateTime, iri, statement, text } from './vocabulary.js';

export function normalised(quads: readonly Quad[], graph: string): Quad[] {
  const made = quads.flatMap(({ subject, predicate, object }) => {
    const value = valueOf(predicate.value, object);
    const told = statement(graph, subject, predicate as typeof word.A, value);
    // The original's own samples show the latest fetch apart from the others.
    return predicate.equals(word.LATEST_FETCH) ? [told, statement(graph, subject, word.HAS_FETCH, value)] : [told];
  });
  return [...new Map(made.map((quad) => [keyOf(quad), quad])).values()];
}

function valueOf(property: string, object: Quad_Object): Quad_Object {
  if (RESOURCES.has(property)) return object.termType === 'Literal' ? iri(object.value.trim()) : object;
  if (object.termType !== 'Literal') return object;
  if (property === word.DATE.value) return dateOf(object);
  if (property === word.LOCAL_COPY.value) return text(object.value.trim().replace(/(?<![ \t])[ \t]*[\r\n]\s*/g, '')); // broken where a line ended
  return FOLDED.has(property) ? text(object.value.replace(/\s+/g, ' ').trim()) : object;
}

const RESOURCES: ReadonlySet<string> = new Set([word.SOURCE, word.ORIGIN].map(({ value }) => value));
/** Values of one line, which a printed file may have broken. */
const FOLDED: ReadonlySet<string> = new Set(
  [word.STATUS, word.CONTENT_TYPE, word.LAST_MODIFIED, word.ETAG, word.RAW_TRIPLE_COUNT].map(({ value }) => value),
);

const DATE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?)\s*(?:(Z)|([+-]\d\d):?(\d\d))?$/;

/** `+0000` is how the original wrote the zone; a date that is none stays as it is. */
function dateOf(object: Quad_Object): Quad_Object {
  const [, moment, utc, hours, minutes] = DATE.exec(object.value.trim()) ?? [];
  if (moment === undefined) return object;
  return dateTime(`${moment}${utc || hours === undefined ? '+00:00' : `${hours}:${minutes}`}`);
}

const keyOf = ({ subject, predicate, object }: Quad): string =>
  JSON.stringify([subject.termType, subject.value, predicate.value, object.termType, object.value]);
