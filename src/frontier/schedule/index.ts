export { type Held, isBefore, type Lent, type Place, type Queued, type TakenHead, type TakeWish, type TouchedSite } from './place.js';
export type { Queues, Scheduling } from './queues.js';
export type { ScheduleOptions } from './schedule.js';
export { ScheduledFrontier } from './scheduled-frontier.js';
export type { SiteQueue } from './site-queue.js';
export type { SiteTable } from './site-table.js';
