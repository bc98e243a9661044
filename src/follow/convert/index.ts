export type { Converter } from './converter.js';
export { forgetConversions } from './forget-conversions.js';
export { httpConverter } from './http-converter.js';
export { type ConversionReport, type OpenConversionOptions, openConversion, type RunningConversion } from './open-conversion.js';
export { programConverter } from './program-converter.js';
export { withConverted } from './with-converted.js';
