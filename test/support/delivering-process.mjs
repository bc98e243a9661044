/**
 * A process that hands the documents of a workspace over until it is through, and may be killed at any moment. Arguments:
 * workspace, address, what to do when the service is away. Begins at the first line on standard input.
 */
import { readWorkspace } from '../../dist/backends/index.js';
import { openOutbox } from '../../dist/follow/outbox/index.js';

const [workspace, to, onServiceUnavailable] = process.argv.slice(2);
await new Promise((resolve) => process.stdin.once('data', resolve));
process.stdin.destroy();
const { repository, close } = readWorkspace(workspace);
const pauses = { firstMs: 1, longestMs: 4 };
const settings = { to, name: 'central', onServiceUnavailable, keepSent: true };
const report = await openOutbox({ settings, workspace, repository, idle: pauses, retry: pauses }).finish();
close();
process.exitCode = report.failure === null && report.waiting === 0 && report.refused === 0 ? 0 : 1;
