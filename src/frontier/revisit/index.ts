export { Bits } from './bits.js';
export { type Forecast, type FreshnessGroup, forecast } from './forecast.js';
export { type KnownResource, type KnownVisit, type Plan, type PlanCounts, RevisitPlanner } from './plan.js';
export { MIXES, type Mix, type Simulation, simulate } from './simulate.js';
export { isSkipped, skipsNothing } from './skip.js';
