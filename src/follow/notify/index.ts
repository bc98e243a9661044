export { type MailerOptions, openMailer } from './mail.js';
export { openNotifier, telling } from './notifier.js';
export { type RunReading, readRun } from './run-reading.js';
export { retryAfterMs, signedHeaders } from './webhook.js';
