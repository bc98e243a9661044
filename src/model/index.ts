export { type Bytes, type Exchange, type HeaderField, headerListOf, headerOf, isSpooled, lengthOf, type SpooledFile, type TlsVerdict } from './exchange.js';
export { type Directives, isRequisite, type Link, type LinkKind, NO_DIRECTIVES, type Page } from './page.js';
export { compiledUrl } from './thread-url.js';
