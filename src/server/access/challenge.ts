/** How somebody who is not let in is asked who they are. */
import type { FastifyReply } from 'fastify';

/** A line each: Chromium does not understand two challenges in one, and then asks nobody for a password. */
export function challenge(reply: FastifyReply, realm: string): void {
  reply.header('www-authenticate', [`Basic realm="${realm}"`, 'Bearer']);
}
