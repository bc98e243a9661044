export { type AddressKind, AddressPolicy, AddressSet } from './address.js';
export { blockHashes } from './block-hashes.js';
export { CodingError, type DecodeLimits, decodeContent } from './content-coding.js';
export { counted } from './counted.js';
export { formatDate, isDateFormat, parseAnyDate, parseDate } from './dates/date-format.js';
export { draftBeside, removeDeadDrafts } from './drafts/draft-name.js';
export { inDraftFolder, writeWhole } from './drafts/write-whole.js';
export {
  type Bytes,
  type Exchange,
  type HeaderField,
  headerListOf,
  headerOf,
  isSpooled,
  lengthOf,
  type SpooledFile,
  type TlsVerdict,
} from './exchange.js';
export { FILE_MEDIA_TYPES, VAGUE_MEDIA_TYPES } from './file-types.js';
export { FINGERPRINT_SECRET_BYTES, type Fingerprinter, fingerprinter } from './fingerprint.js';
export { guardFormula } from './formula-guard.js';
export { findIdentifiers, IDENTIFIER_KINDS, type IdentifierKind, parseIdentifier } from './identifiers/identifiers.js';
export { keepThread, startThread, takeThread } from './idle-threads.js';
export { LOGIN_NOTE } from './login-note.js';
export { mainText, packedMain, storedMainText } from './main-text.js';
export { nearest } from './nearest.js';
export { ownCopy } from './own-copy.js';
export {
  type Directives,
  isRequisite,
  type Link,
  type LinkKind,
  NO_DIRECTIVES,
  type Page,
  type PageContent,
  type PageFacts,
} from './page.js';
export { compileRe2, patternsCompiled } from './pattern.js';
export { BEST_PRECEDENCE, precedenceOf, scoreOfPrecedence, WORST_PRECEDENCE } from './precedence.js';
export { collectGarbage, giveBackMemory } from './process/collect-garbage.js';
export { livenessOf, type ProcessIdentity, thisProcess } from './process/process-identity.js';
export { bootId, isRunning, ownNamespace, startedTicks } from './process/running-process.js';
export { RecentMap, remembering } from './recent-map.js';
export { momentOf, recordedSpan } from './recorded-span.js';
export type { ScopeRule } from './scope-rule.js';
export { packLines, type Statements, unpackLines } from './statements.js';
export { TextUnits } from './text-units.js';
export { compiledUrl } from './thread-url.js';
export { asUrl } from './url/as-url.js';
export { loginOf, type UrlLogin, withoutLogin } from './url/login.js';
export { type LongSurtOptions, longSurt, sortableSurt } from './url/long-surt.js';
export { hostOf, isFetchable, type ParsedUrl, parseUrl, type UrlIdentity, type UrlReader, urlReader } from './url/parse-url.js';
export { type DomainOptions, domainOf } from './url/registrable-domain.js';
export { standardSurt, surtOf } from './url/surt.js';
export { URL_POLICIES, type UrlKey, type UrlKeyOptions, type UrlPolicy, urlKey } from './url/url-key.js';
export { urlTemplate } from './url/url-template.js';
