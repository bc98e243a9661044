export { type MailerOptions, mailTarget, openMailer } from './mail.js';
export { type Event, type Notice, type NoticeList, noticeLists } from './notice.js';
export { openNotifier, telling } from './notifier.js';
export { Outbox, type Target } from './outbox.js';
export { type RunReading, readRun } from './run-reading.js';
export { retryAfterMs, signedHeaders, webhookTarget } from './webhook.js';
