/**
 * What Ctrl-C and SIGTERM do while the program starts: end it at once with the exit code that scripts are told of.
 *
 * Nothing has begun by then. From the moment a command listens itself (stopOnInterrupt), this is silent; a command that
 * never does gives it back, since a listener would keep Ctrl-C waiting for the end of whatever is being worked out.
 */
import { EXIT_CODES } from './exit-codes.js';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

const end = (signal: NodeJS.Signals): void => {
  if (process.listenerCount(signal) === 1) process.exit(EXIT_CODES.interrupted.code);
};

export function endOnInterrupt(): void {
  for (const signal of SIGNALS) process.on(signal, end);
}

/** Back to what signals do by themselves. */
export function leaveInterrupts(): void {
  for (const signal of SIGNALS) process.off(signal, end);
}
