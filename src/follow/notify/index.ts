export { type MailerOptions, openMailer } from './mail.js';
export { openNotices, openNotifier } from './notifier.js';
export { type RunReading, readRun } from './run-reading.js';
export { signedHeaders } from './webhook.js';
