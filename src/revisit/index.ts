export { type Allocation, type AllocationOptions, allocate } from './allocate.js';
export { type Forecast, type ForecastOptions, type FreshnessGroup, forecast } from './forecast.js';
export { type KnownResource, type KnownVisit, type Plan, type PlanCounts, type PlanOptions, RevisitPlanner } from './plan.js';
export { MIXES, type Mix, type SimulatedSchedule, type Simulation, type SimulationOptions, simulate } from './simulate.js';
