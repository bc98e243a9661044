export { parseSchedule, type Schedule, ScheduleError } from './parse-schedule.js';
