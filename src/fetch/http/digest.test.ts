import { describe, expect, it } from 'vitest';
import { digestAuthorization, strongestChallenge } from './digest.js';

/** The example of RFC 7616, section 3.9.1. */
const RFC = [
  'Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=MD5, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"',
  'Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=SHA-256, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"',
];
const MUFASA = {
  method: 'GET',
  target: '/dir/index.html',
  user: 'Mufasa',
  password: 'Circle of Life',
  count: 1,
  cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
};

const answerTo = (challenge: string, request = MUFASA) => {
  const parsed = strongestChallenge([challenge]);
  if (!parsed) throw new Error('no challenge');
  return digestAuthorization(parsed, request);
};

describe('digestAuthorization', () => {
  it.each([
    ['MD5', RFC[0] ?? '', '8ca523f5e9506fed4657c9700eebdbec'],
    ['SHA-256', RFC[1] ?? '', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
    ['without qop (RFC 2069)', 'Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093"', null],
  ])('computes %s', (_name, challenge, response) => {
    const value = answerTo(challenge);
    if (response) expect(value).toContain(`response="${response}"`);
    expect(value).toContain('uri="/dir/index.html"');
    expect(/qop=|nc=/.test(value)).toBe(response !== null);
  });

  it('computes the example of RFC 2617', () => {
    const challenge =
      'Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"';
    const value = answerTo(challenge, { ...MUFASA, password: 'Circle Of Life', cnonce: '0a4f113b' });
    expect(value).toContain('response="6629fae49393a05397450978507c4ef1"');
    expect(value).toContain('nc=00000001, cnonce="0a4f113b"');
  });

  it('a session key depends on both nonces', () => {
    const value = answerTo('Digest realm="r", nonce="n", qop=auth, algorithm=MD5-sess', {
      ...MUFASA,
      user: 'u',
      password: 'p',
      cnonce: 'c',
      target: '/',
    });
    expect(value).toContain('algorithm=MD5-sess');
    expect(value).not.toBe(
      answerTo('Digest realm="r", nonce="n", qop=auth', { ...MUFASA, user: 'u', password: 'p', cnonce: 'c', target: '/' }),
    );
  });

  it('lets no quote of the server end a field', () => {
    expect(answerTo('Digest realm="a\\"b", nonce="n\\\\"')).toContain('realm="a\\"b", nonce="n\\\\"');
  });

  it('hides the user name when asked to', () => {
    const value = answerTo('Digest realm="r", nonce="n", qop=auth, userhash=true');
    expect(value).toContain('userhash=true');
    expect(value).not.toContain('Mufasa');
  });
});

describe('strongestChallenge', () => {
  it.each([
    ['several fields', RFC, 'SHA-256'],
    ['several in one field', [`Basic realm="x", ${RFC[0]}, ${RFC[1]}, Bearer`], 'SHA-256'],
    ['a comma inside quotes', ['Digest realm="a, Digest nonce=b", nonce="n"'], 'MD5'],
  ])('%s', (_name, values, algorithm) => expect(strongestChallenge(values)?.algorithm).toBe(algorithm));

  it.each([
    ['only basic', 'Basic realm="x"'],
    ['no nonce', 'Digest realm="x"'],
    ['unknown algorithm', 'Digest realm="x", nonce="n", algorithm=FOO'],
    ['only auth-int', 'Digest realm="x", nonce="n", qop="auth-int"'],
    ['nothing', ''],
    ['junk', '=,=,"""'.repeat(2_000)],
  ])('cannot answer: %s', (_name, value) => expect(strongestChallenge([value])).toBeNull());
});
