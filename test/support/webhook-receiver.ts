/** A receiver of webhooks for tests: keeps what is posted, and answers as it is told. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedPost {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly status: number;
}

export interface WebhookReceiver {
  readonly origin: string;
  readonly posts: readonly ReceivedPost[];
  /** What is answered from now on; null: nothing at all. */
  answer: { status: number; headers?: Record<string, string> } | null;
  close(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const posts: ReceivedPost[] = [];
  const state: Pick<WebhookReceiver, 'answer'> = { answer: { status: 204 } };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const { answer } = state;
        const body = Buffer.concat(chunks).toString();
        posts.push({ path: request.url ?? '', headers: request.headers, body, status: answer?.status ?? 0 });
        if (answer) response.writeHead(answer.status, answer.headers).end();
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(state, {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    posts,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
