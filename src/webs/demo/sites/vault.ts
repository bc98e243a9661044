/**
 * A house with locked doors: one host each for basic, digest and bearer authentication, a page that
 * wants the cookie of the front door, and one resource in five representations.
 */
import { createHash } from 'node:crypto';
import { htmlAnswer, type Layout, page, renderPage } from '../html.js';
import { writeParagraph } from '../prose/write.js';
import { file, link, story, styleSheet } from '../resources.js';
import type { Answer, Credentials, PlainAnswer, Resource, Site, Visit } from '../site.js';

const ADDRESS = 11;
const NONCE = 'c2VhIGFuZCBzYW5k';

const layoutOf = (site: string): Layout => ({
  site,
  language: 'en',
  colour: '#22304a',
  nav: [link('/', 'Home')],
  footer: [link('http://vault.example/', 'The vault')],
  aside: 'Keys are handed out at the desk against a signature.',
});

export const vault: Site = {
  name: 'vault',
  host: 'vault.example',
  address: ADDRESS,
  purpose: 'A cookie wall, and one resource negotiated as HTML with RDFa, RDF/XML, Turtle, N-Triples or JSON-LD.',
  seeds: ['/'],
  build: () => frontDoor(layoutOf('The Vault')),
};

function frontDoor(layout: Layout): Resource[] {
  const blocks = [
    writeParagraph('en', 'council', 'vault'),
    {
      list: [
        link('/members/', 'Members'),
        link('/things/lighthouse', 'The lighthouse'),
        ...LOCKED.map(({ host, purpose }) => link(`http://${host}/`, purpose)),
      ],
    },
  ];
  const front = page(
    { ...layout, answer: { headers: { 'Set-Cookie': 'visitor=welcome; Path=/; HttpOnly' } } },
    { path: '/', title: 'The Vault', blocks },
  );
  const members = story(layout, { path: '/members/', index: 11 });
  const answer = (visit: Visit): Answer => (visit.headers.cookie?.includes('visitor=welcome') ? members.answer(visit) : NO_COOKIE);
  return [
    styleSheet(layout.colour),
    front,
    { ...members, answer, needs: 'cookie' },
    thing(layout),
    ...REPRESENTATIONS.map(({ suffix, type, body }) => file(`/things/lighthouse${suffix}`, type, body, 'extra')),
  ];
}

const NO_COOKIE: PlainAnswer = { status: 403, headers: { 'Content-Type': 'text/plain' }, body: 'Please come in by the front door.\n' };

const IRI = 'http://vault.example/things/lighthouse';
const RDFS = 'http://www.w3.org/2000/01/rdf-schema#';

/** The same two statements each time: a label and a height. */
const REPRESENTATIONS: readonly { suffix: string; type: string; body: string }[] = [
  {
    suffix: '.rdf',
    type: 'application/rdf+xml',
    body: `<?xml version="1.0"?>\n<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:rdfs="${RDFS}" xmlns:v="http://vault.example/terms#">\n<rdf:Description rdf:about="${IRI}"><rdfs:label xml:lang="en">Lighthouse</rdfs:label><v:height>41</v:height></rdf:Description>\n</rdf:RDF>\n`,
  },
  {
    suffix: '.ttl',
    type: 'text/turtle',
    body: `@prefix rdfs: <${RDFS}> .\n@prefix v: <http://vault.example/terms#> .\n<${IRI}> rdfs:label "Lighthouse"@en ; v:height "41" .\n`,
  },
  {
    suffix: '.nt',
    type: 'application/n-triples',
    body: `<${IRI}> <${RDFS}label> "Lighthouse"@en .\n<${IRI}> <http://vault.example/terms#height> "41" .\n`,
  },
  {
    suffix: '.jsonld',
    type: 'application/ld+json',
    body: `${JSON.stringify({ '@id': IRI, [`${RDFS}label`]: { '@value': 'Lighthouse', '@language': 'en' }, 'http://vault.example/terms#height': '41' })}\n`,
  },
];

function thing(layout: Layout): Resource {
  const rdfa = `<div about="${IRI}" vocab="http://vault.example/terms#"><p property="${RDFS}label" lang="en">Lighthouse</p><p property="height">41</p></div>`;
  const resource = page(layout, {
    path: '/things/lighthouse',
    title: 'Lighthouse',
    blocks: [writeParagraph('en', 'harbour', 'lighthouse'), { html: rdfa }],
  });
  return { ...resource, answer: (visit) => negotiate(visit, resource.answer(visit)) };
}

/** The wanted type with the highest q wins; HTML unless another type is asked for by name. */
function negotiate(visit: Visit, html: Answer): Answer {
  const wanted = (visit.headers.accept ?? '*/*')
    .split(',')
    .map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
      const q = parameters.find((parameter) => parameter.startsWith('q='));
      return { type, q: q ? Number(q.slice(2)) : 1 };
    })
    .toSorted((a, b) => b.q - a.q);
  for (const { type } of wanted) {
    if (type === 'text/html' || type === '*/*') break;
    const found = REPRESENTATIONS.find((representation) => representation.type === type);
    if (found) return { status: 200, headers: { 'Content-Type': found.type, Vary: 'Accept' }, body: found.body };
  }
  return 'speak' in html ? html : { ...html, headers: { ...html.headers, Vary: 'Accept' } };
}

type Check = (visit: Visit) => string | null;

interface Door {
  readonly scheme: Credentials['scheme'];
  readonly credentials: Credentials;
  /** The challenge to send, or null when the visitor may come in. */
  readonly check: Check;
}

const USER = { user: 'keeper', password: 'seven seas' };

const DOORS: readonly Door[] = [
  { scheme: 'basic', credentials: { scheme: 'basic', ...USER }, check: checkBasic },
  { scheme: 'digest', credentials: { scheme: 'digest', ...USER }, check: checkDigest },
  { scheme: 'bearer', credentials: { scheme: 'bearer', token: 'demo-token-41' }, check: checkBearer },
];

function checkBasic({ headers }: Visit): string | null {
  const expected = `Basic ${Buffer.from(`${USER.user}:${USER.password}`).toString('base64')}`;
  return headers.authorization === expected ? null : 'Basic realm="vault", charset="UTF-8"';
}

function checkBearer({ headers }: Visit): string | null {
  return headers.authorization === 'Bearer demo-token-41' ? null : 'Bearer realm="vault"';
}

/** RFC 7616 with qop=auth; pages below /sha256/ want that algorithm, the others MD5. */
function checkDigest(visit: Visit): string | null {
  const algorithm = visit.path.startsWith('/sha256/') ? 'SHA-256' : 'MD5';
  const given = Object.fromEntries(
    [...(visit.headers.authorization ?? '').matchAll(/\b(\w+)=(?:"([^"]*)"|([^\s,]+))/g)].map(([, key = '', quoted, bare]) => [
      key,
      quoted ?? bare ?? '',
    ]),
  );
  const digest = (text: string): string =>
    createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
      .update(text)
      .digest('hex');
  const secret = digest(`${USER.user}:vault:${USER.password}`);
  const request = digest(`${visit.method}:${visit.path}`);
  const expected = digest([secret, NONCE, given['nc'], given['cnonce'], 'auth', request].join(':'));
  const right = given['uri'] === visit.path && given['nonce'] === NONCE && given['response'] === expected;
  return right ? null : `Digest realm="vault", qop="auth", algorithm=${algorithm}, nonce="${NONCE}", opaque="41"`;
}

function lockedHost(door: Door): Site {
  const layout = layoutOf(`The ${door.scheme} vault`);
  const rooms = [1, 2, ...(door.scheme === 'digest' ? ['sha256/3'] : [3])].map((room) => `/${room}`);
  return {
    name: `vault-${door.scheme}`,
    host: `${door.scheme}.vault.example`,
    address: ADDRESS,
    purpose: `Everything but robots.txt wants ${door.scheme} authentication.`,
    seeds: ['/'],
    credentials: door.credentials,
    build: () => [
      styleSheet(layout.colour),
      lock(
        door,
        page(layout, {
          path: '/',
          title: `Behind the ${door.scheme} door`,
          blocks: [{ list: rooms.map((path) => link(path, `Room ${path}`)) }],
        }),
      ),
      ...rooms.map((path, i) => lock(door, story(layout, { path, index: 12 + i }))),
    ],
  };
}

function lock({ scheme, check }: Door, resource: Resource): Resource {
  const refusal = renderPage(layoutOf('The Vault'), {
    path: resource.path,
    title: 'Who goes there?',
    blocks: ['You need a key for this room.'],
  });
  const answer = (visit: Visit): Answer => {
    const challenge = check(visit);
    return challenge ? { ...htmlAnswer(refusal, { headers: { 'WWW-Authenticate': challenge } }), status: 401 } : resource.answer(visit);
  };
  return { ...resource, answer, needs: scheme };
}

const LOCKED: readonly Site[] = DOORS.map(lockedHost);

export const vaults: readonly Site[] = [vault, ...LOCKED];
