/** A service of the contract, over SOAP 1.1. */
import { isOk, isRefusal } from './answers.js';
import { type Answer, type Connection, exchange } from './http-exchange.js';
import { type Receipt, type Receiver, UnavailableError } from './receiver.js';
import { readSoapAnswer } from './soap-answer.js';
import { type SoapEncoding, soapMessage } from './soap-message.js';
import { statusWords } from './status-words.js';
import { closing } from './under-way.js';

export function soapReceiver(connection: Connection, encoding: SoapEncoding): Receiver {
  const { host } = connection.url;
  const { track, close } = closing(connection);
  return {
    name: host,
    send: (parcel, signal) => track(async () => receiptOf(await exchange(connection, soapMessage(parcel, encoding), signal), host)),
    close,
  };
}

function receiptOf(answer: Answer, host: string): Receipt {
  const read = readSoapAnswer(answer.body);
  if (read === null) throw statusWords(answer, host, 'no SOAP answer');
  if ('fault' in read) {
    if (read.isOurs) return { isTaken: false, answer: `Fault: ${read.fault}` };
    throw new UnavailableError(`${host} failed: ${read.fault}`);
  }
  if (isOk(read.result)) return { isTaken: true, answer: read.result };
  if (isRefusal(read.result)) return { isTaken: false, answer: read.result };
  throw new UnavailableError(`${host} failed: ${read.result}`);
}
