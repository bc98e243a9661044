export { type Content, type ContentKind, type ContentOptions, parseContent, resolveUrl } from './content.js';
export { ContentError, ExpressionError } from './content-error.js';
export { type Compiled, compileExpression, type Expression, type ExpressionOptions } from './expression.js';
export { compileFields, type Fields } from './fields.js';
export { type Found, serialize, textOf } from './found.js';
export { pageFields } from './page-fields.js';
export type { Context, Values } from './scope.js';
export { isStreamable, type StreamedRow, type StreamOptions, streamRows } from './stream-rows.js';
export { compileTemplate, type Lookup, renderTemplate, TEMPLATE_FILTERS, type Template } from './template.js';
