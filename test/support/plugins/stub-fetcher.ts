/** A fetcher that has never seen a network: it makes its pages up. */
import { defineFetcher, type Exchange } from 'winnow-crawler';
import { z } from 'zod';

const encode = (text: string) => new Uint8Array(Buffer.from(text));

export const stubFetcher = defineFetcher({
  name: 'stub',
  about: 'Answers http URLs from a table in its options: path → links.',
  schemes: ['http', 'https'],
  options: z.strictObject({ pages: z.record(z.string(), z.array(z.string())) }),
  open: async ({ pages }) => ({
    fetch: async ({ url }) => answerTo(url, pages[new URL(url).pathname]),
    addressOf: async () => null,
    forget: async () => {},
    close: async () => {},
  }),
});

function answerTo(url: string, links: readonly string[] | undefined): Exchange {
  const status = links ? 200 : 404;
  const body = encode(`<title>Stub of ${url}</title>${(links ?? []).map((href) => `<a href="${href}">${href}</a>`).join('')}`);
  const headers = [['Content-Type', 'text/html']] as const;
  return {
    url,
    method: 'GET',
    startedAt: Date.now(),
    durationMs: 1,
    firstByteMs: 1,
    status,
    statusText: 'Made up',
    protocol: 'stub',
    remoteAddress: null,
    tls: null,
    requestHead: encode(`GET ${new URL(url).pathname} HTTP/1.1\r\nHost: ${new URL(url).host}\r\n\r\n`),
    requestBody: null,
    responseHead: encode(`HTTP/1.1 ${status} Made up\r\nContent-Type: text/html\r\n\r\n`),
    headers,
    wire: body,
    body,
    truncated: null,
  }; // prettier-ignore
}
