export { type CharsetVerdict, decodeText, detectCharset } from './charset.js';
export { contextName, contextsIn, parseContext } from './contexts.js';
export { type Digests, digests, md5Of, textDigest } from './digests.js';

export { type Feed, type FeedEntry, readFeed } from './feeds/feed.js';
export { detectLanguage, type LanguageVerdict } from './language.js';

export { type Body, type PageView, READERS, read, readerFor, viewOf } from './read.js';
export { type PageSign, type PageSignature, pageSignature, recognisePage } from './recognise-page.js';
export { mediaType, sniffType, type TypeVerdict } from './sniff-type.js';
export { type AddStatements, type StatementOptions, statementReader } from './statements.js';
export { unreadPage } from './unread-page.js';
