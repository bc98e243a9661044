/** The receiver that an address stands for. */

import { folderReceiver } from './folder-receiver.js';
import { type ConnectionOptions, connectionTo } from './http-exchange.js';
import { type Receiver, TIME_OUTS, type TimeOuts } from './receiver.js';
import { restReceiver } from './rest-receiver.js';
import type { SoapEncoding } from './soap-message.js';
import { soapReceiver } from './soap-receiver.js';

export const PROTOCOLS = ['soap', 'rest', 'folder'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

export interface ReceiverOptions extends Omit<ConnectionOptions, 'timeOuts'> {
  /** Left out: folder for what is no URL, soap where the address ends in .svc or .asmx, else rest. */
  readonly protocol?: Protocol | undefined;
  readonly encoding?: SoapEncoding | undefined;
  readonly timeOuts?: Partial<TimeOuts> | undefined;
}

export function openReceiver(options: ReceiverOptions): Receiver {
  const protocol = options.protocol ?? protocolOf(options.to);
  if (protocol === 'folder') return folderReceiver(options.to);
  const connection = connectionTo({ ...options, timeOuts: { ...TIME_OUTS, ...options.timeOuts } });
  return protocol === 'soap' ? soapReceiver(connection, options.encoding ?? 'mtom') : restReceiver(connection);
}

export function protocolOf(to: string): Protocol {
  if (!/^https?:\/\//i.test(to)) return 'folder';
  return /\.(?:svc|asmx)\/?$/i.test(new URL(to).pathname) ? 'soap' : 'rest';
}
