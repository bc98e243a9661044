export { type CharsetVerdict, decodeText, detectCharset } from './charset.js';
export { type Digests, digests, md5Of, textDigest } from './digests.js';
export { htmlReader } from './html-reader.js';
export { detectLanguage, type LanguageVerdict } from './language.js';
export { cssReader, fallbackReader, jsonReader, scriptReader, textReader, xmlReader } from './plain-readers.js';
export { type Body, type PageView, READERS, read, readerFor, viewOf } from './read.js';
export { isText, mediaType, sniffType, type TypeVerdict } from './sniff-type.js';
