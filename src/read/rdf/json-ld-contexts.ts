/**
 * Contexts of JSON-LD that come with the program: those most data name. Nothing is ever asked of the network for a
 * context; what is not here has to be among the documents that were crawled.
 */

/** Terms of schema.org whose values are addresses, though written as strings. */
export const SCHEMA_PLACES: ReadonlySet<string> = new Set(
  'url sameAs image logo contentUrl embedUrl thumbnailUrl mainEntityOfPage additionalType license isBasedOn isBasedOnUrl downloadUrl installUrl discussionUrl paymentUrl relatedLink significantLink hasMap map maps menu hasMenu codeRepository screenshot serviceUrl trackingUrl targetUrl releaseNotes publishingPrinciples ethicsPolicy diversityPolicy correctionsPolicy masthead ownershipFundingInfo actionableFeedbackPolicy acquireLicensePage usageInfo archivedAt sdLicense photo'.split(
    ' ',
  ),
);

const SCHEMA = {
  '@context': {
    '@vocab': 'http://schema.org/',
    type: '@type',
    id: '@id',
    HTML: { '@id': 'http://www.w3.org/1999/02/22-rdf-syntax-ns#HTML' },
    schema: 'http://schema.org/',
    ...Object.fromEntries([...SCHEMA_PLACES].map((term) => [term, { '@id': `http://schema.org/${term}`, '@type': '@id' }])),
  },
};

const ACTIVITY_PLACES =
  'actor attributedTo attachment audience bcc bto cc context current first generator icon image inReplyTo items last location next object oneOf anyOf origin partOf prev preview replies result tag target to url href inbox outbox following followers liked streams endpoints sharedInbox'.split(
    ' ',
  );

const ACTIVITY = {
  '@context': {
    '@vocab': 'https://www.w3.org/ns/activitystreams#',
    id: '@id',
    type: '@type',
    xsd: 'http://www.w3.org/2001/XMLSchema#',
    ...Object.fromEntries(
      ['published', 'updated', 'startTime', 'endTime', 'deleted'].map((term) => [
        term,
        { '@id': `https://www.w3.org/ns/activitystreams#${term}`, '@type': 'xsd:dateTime' },
      ]),
    ),
    ...Object.fromEntries(
      ACTIVITY_PLACES.map((term) => [term, { '@id': `https://www.w3.org/ns/activitystreams#${term}`, '@type': '@id' }]),
    ),
  },
};

export const isSchemaContext = (url: string): boolean => bundledContext(url) === SCHEMA;

/** Null when there is none of this address. http or https, slash or none: people write all of them. */
export function bundledContext(url: string): object | null {
  const name = url
    .replace(/^https?:\/\/(?:www\.(?=schema\.org))?/, '')
    .replace(/[#?].*$/s, '')
    .replace(/\/$/, '');
  if (/^schema\.org(?:\/docs\/jsonldcontext\.jsonl?d?(?:son)?|\/version\/[\w.]+)?$/.test(name)) return SCHEMA;
  return name === 'w3.org/ns/activitystreams' || name === 'www.w3.org/ns/activitystreams' ? ACTIVITY : null;
}
