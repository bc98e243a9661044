/** Removes the temporary files of an exchange that nobody needs. */
import { rm } from 'node:fs/promises';
import { type Exchange, isSpooled } from '../../model/index.js';

export async function discard(exchange: Exchange): Promise<void> {
  for (const bytes of new Set([exchange.wire, exchange.body])) {
    if (isSpooled(bytes)) await rm(bytes.path, { force: true });
  }
}
