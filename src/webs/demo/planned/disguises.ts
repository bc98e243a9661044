/**
 * Pages that stand in for others and say nothing about them: logins, challenges, maintenance, parking. All come with
 * words that give them away; what status they have is the caller's choice.
 */
import { htmlAnswer } from '../html.js';
import { failing } from '../resources.js';
import type { Resource } from '../site.js';

export type Disguise = 'login' | 'challenge' | 'maintenance' | 'parked';

interface Face {
  readonly title: string;
  readonly body: string;
  readonly note: string;
}

const FACES: Readonly<Record<Disguise, Face>> = {
  login: {
    title: 'Log in',
    note: 'shows a login form',
    body: `<main><h1>Please log in</h1><p>You must log in to see this page.</p>
<form action="/session" method="post"><label>User name <input name="user" type="text"></label>
<label>Password <input name="password" type="password"></label><button type="submit">Log in</button></form></main>`,
  },
  challenge: {
    title: 'Just a moment...',
    note: 'wants to know whether we are human',
    body: `<main><h1>Checking your browser before you go on</h1><p>Please verify that you are a human. This may take a few seconds.</p>
<noscript>Please enable JavaScript and cookies to continue.</noscript><div id="challenge-form"></div></main>`,
  },
  maintenance: {
    title: 'Site under maintenance',
    note: 'is under maintenance',
    body: `<main><h1>We will be back soon</h1><p>This site is down for scheduled maintenance. Please come back later.</p></main>`,
  },
  parked: {
    title: 'This domain is for sale',
    note: 'the domain is parked',
    body: `<main><h1>This domain is for sale</h1><p>The domain may be for sale. Buy this domain, or have a look at related searches.</p>
<ul><li>Cheap flights</li><li>Insurance</li><li>Holiday rentals</li></ul></main>`,
  },
};

const htmlOf = ({ title, body }: Face): string =>
  `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>${title}</title>\n</head>\n<body>\n${body}\n</body>\n</html>\n`;

/** The whole site wears it: a page at every path. */
export function disguised({ path }: Resource, disguise: Disguise): Resource {
  const face = FACES[disguise];
  const { title, note } = face;
  return { path, kind: 'page', anomaly: 'disguise', title, note, links: [], answer: () => htmlAnswer(htmlOf(face)) };
}

/** One page wears it. */
export function troubled(path: string, status: number, disguise: Disguise, below = false): Resource {
  const face = FACES[disguise];
  return failing(path, status, face.note, () => ({ ...htmlAnswer(htmlOf(face)), status }), { below });
}
