export type { Converter } from './converter.js';
export { openConversions } from './converting.js';
export { forgetConversions } from './forget-conversions.js';
export { type ConversionReport, type OpenConversionOptions, type RunningConversion } from './open-conversion.js';
export { withConverted } from './with-converted.js';
