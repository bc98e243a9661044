/** The REST edge as a function: a form comes in, its group goes to the port, the outcome goes out. */
import type { Readable } from 'node:stream';
import type { IngestLimits } from '../limits.js';
import type { Ingest, Outcome, Submission } from '../port.js';
import { drain } from './drain.js';
import { readForm } from './form.js';
import { Spool } from './spool.js';

export interface FormRequest extends Pick<Submission, 'sender' | 'isAdministrator'> {
  readonly body: Readable;
  readonly contentType: string | undefined;
}

export interface FormSettings {
  readonly ingest: Ingest;
  readonly spoolFolder: string;
  readonly limits: IngestLimits;
}

/** `isWhole`: false when the sender was not heard out. */
export async function acceptForm(request: FormRequest, settings: FormSettings): Promise<{ outcome: Outcome; isWhole: boolean }> {
  const spool = new Spool(settings.spoolFolder, settings.limits.message);
  const { sender, isAdministrator = false } = request;
  const from = { sender, isAdministrator, via: 'rest' };
  try {
    const parts = await readForm(request.body, request.contentType, spool, settings.limits);
    return { outcome: await settings.ingest.ingest({ ...parts, ...from }), isWhole: true };
  } catch (error) {
    const [outcome, isWhole] = await Promise.all([settings.ingest.refuse(error as Error, from), drain(request.body)]);
    return { outcome, isWhole };
  } finally {
    await spool.remove();
  }
}
