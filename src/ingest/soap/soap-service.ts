/** The SOAP edge as a function: a request comes in, its group goes to the port, an answer goes out. Knows no web server. */
import type { IngestLimits } from '../limits.js';
import type { Ingest, Outcome, Submission } from '../port.js';
import { drain } from '../receive/drain.js';
import { Spool } from '../receive/spool.js';
import { Refusal } from '../rules.js';
import { faultAnswer, resultAnswer, type SoapAnswer } from './answer.js';
import { encodingOf, MessageReader, type SoapRequest } from './read-message.js';
import { SoapFault } from './soap-fault.js';

export interface SoapSettings {
  readonly ingest: Ingest;
  readonly spoolFolder: string;
  readonly limits: IngestLimits;
  /** Stack traces reach the caller. For those who write a client; off everywhere else. */
  readonly includeExceptionDetail: boolean;
}

export interface SentRequest extends SoapRequest, Pick<Submission, 'sender' | 'isAdministrator'> {}

export interface Answered<Answer> {
  readonly answer: Answer;
  /** False when the sender was not heard out: the connection is of no further use. */
  readonly isWhole: boolean;
}

export async function answerSoap(request: SentRequest, settings: SoapSettings): Promise<Answered<SoapAnswer>> {
  const { ingest, limits } = settings;
  const spool = new Spool(settings.spoolFolder, limits.message);
  const reader = new MessageReader(spool, limits);
  const { sender, isAdministrator = false } = request;
  const from = { sender, isAdministrator, via: 'soap' };
  const encoding = encodingOf(request.contentType);
  try {
    const { operation, ...message } = await reader.read(request);
    const outcome = await ingest.ingest({ ...message, ...from });
    return { answer: resultAnswer(operation, textOf(outcome, settings), encoding), isWhole: true };
  } catch (error) {
    const reason = error instanceof Error ? error : new Error(String(error));
    const [outcome, isWhole] = await Promise.all([ingest.refuse(reason, from), drain(request.body)]);
    return { answer: refusal(reason, outcome, reader, settings, encoding), isWhole };
  } finally {
    await spool.remove();
  }
}

/** A string where the operation is known and the message was one, a fault where it was none. */
function refusal(
  reason: Error,
  outcome: Outcome,
  { operation }: MessageReader,
  settings: SoapSettings,
  encoding: 'text' | 'mtom',
): SoapAnswer {
  if (reason instanceof SoapFault || operation === null) {
    const fault =
      reason instanceof SoapFault ? reason : new SoapFault(reason instanceof Refusal ? reason.message : 'The message could not be read.');
    return faultAnswer(fault, settings.includeExceptionDetail ? (reason.stack ?? null) : null, encoding);
  }
  return resultAnswer(operation, textOf(outcome, settings), encoding);
}

/** The description of a failure, and its trace where the operator wants callers to see it. */
const textOf = ({ answer, stackTrace }: Outcome, { includeExceptionDetail }: SoapSettings): string =>
  includeExceptionDetail && stackTrace !== null ? `${answer}\n${stackTrace}` : answer;
