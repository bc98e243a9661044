export { parseSchedule, ScheduleError } from './parse-schedule.js';
export { type Clock, type Job, type JobEnd, type ScheduleEvent, systemClock, watchSchedules } from './watch-schedules.js';
