/** The log of a harvest: remarks, documents and requests, each at its level, to a file and to whoever listens. */

import type { HarvestOptions, HarvestReport } from '../run/harvest.js';
import type { HarvestRunOptions } from '../run-options.js';
import { isLogged, type LogLevel, type LogPart, USUAL_LOG } from './log-rules.js';
import { openRunLog } from './run-log.js';

/** What the log tells of the end. */
export interface LoggedReport extends Pick<HarvestReport, 'problems' | 'connector' | 'state' | 'reason'> {
  readonly deliveries: readonly { readonly name: string; readonly sent: number; readonly refused: number; readonly waiting: number }[];
}

export interface HarvestLog {
  /** To be put in place of those of the options. */
  readonly hooks: Pick<HarvestOptions, 'onRemark' | 'onDocument' | 'onExchange'>;
  end(report: LoggedReport): void;
  error(error: unknown): void;
}

export function openHarvestLog(options: HarvestRunOptions): HarvestLog {
  const { logging = USUAL_LOG, onLog } = options;
  const file = options.log === undefined ? null : openRunLog(options.log);
  const say = (level: LogLevel, part: LogPart, message: string): void => {
    if (!isLogged(logging, part, level)) return;
    file?.say({ level, part, message });
    onLog?.({ level, part, message });
  };
  return {
    hooks: {
      onRemark(remark) {
        if (!isLogged(logging, 'run', 'info')) return;
        file?.info(remark);
        options.onRemark?.(remark);
      },
      onDocument(document) {
        say('verbose', 'document', `${document.operation} ${document.key}: ${document.reason} (${document.url})`);
        options.onDocument?.(document);
      },
      onExchange(exchange) {
        say('debug', 'request', `${exchange.method} ${exchange.url} ${exchange.status}, ${exchange.body.length} bytes`);
        options.onExchange?.(exchange);
      },
    },
    end(report) {
      for (const { rule, message } of report.problems) file?.error(new Error(`${rule}: ${message}`));
      for (const { name, sent, refused, waiting } of report.deliveries)
        say('verbose', 'deliver', `${name}: ${sent} sent, ${refused} refused, ${waiting} waiting`);
      if (isLogged(logging, 'run', 'info')) file?.info(`${report.connector}: ${report.state}, ${report.reason}`);
    },
    error: (error) => file?.error(error),
  };
}
