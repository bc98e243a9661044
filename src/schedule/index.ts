export { parseSchedule, type Schedule, ScheduleError } from './parse-schedule.js';
export {
  type Clock,
  type Job,
  type JobEnd,
  type ScheduleEvent,
  type ScheduleOptions,
  systemClock,
  watchSchedules,
} from './watch-schedules.js';
