export { AddressPolicy, AddressSet } from './address.js';
export { blockHashes } from './block-hashes.js';
export { CodingError, type DecodeLimits, decodeContent } from './content-coding.js';
export { counted } from './counted.js';
export { formatDate, isDateFormat, parseAnyDate, parseDate } from './dates/date-format.js';
export { isDiskFull } from './disk-full.js';
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
export { fileNameOf, folderNameOf, markedName } from './file-name.js';
export { FILE_MEDIA_TYPES, VAGUE_MEDIA_TYPES } from './file-types.js';
export { FINGERPRINT_SECRET_BYTES, type Fingerprinter, fingerprinter } from './fingerprint.js';
export { guardFormula } from './formula-guard.js';
export { asId, type DocumentId, type FetchId, type Id, type ResourceId, type RunId, type SiteId, type VersionId } from './id.js';
export { findIdentifiers, IDENTIFIER_KINDS, type IdentifierKind, parseIdentifier } from './identifiers/identifiers.js';
export { LOGIN_NOTE } from './login-note.js';
export { mainText, packedMain, storedMainText } from './main-text.js';
export { messageOf } from './message-of.js';
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
export { RecentMap, remembering } from './recent-map.js';
export { momentOf, recordedSpan } from './recorded-span.js';
export { retryAfterMs } from './retry-after.js';
export type { ScopeRule } from './scope-rule.js';
export { packLines, type Statements, unpackLines } from './statements.js';
export { TextUnits } from './text-units.js';
export { asUrl } from './url/as-url.js';
export { loginOf, type UrlLogin, withoutLogin } from './url/login.js';
export { longSurt, sortableSurt } from './url/long-surt.js';
export { hostOf, isFetchable, parseUrl, type UrlIdentity, type UrlReader, urlReader } from './url/parse-url.js';
export { domainOf } from './url/registrable-domain.js';
export { standardSurt, surtOf } from './url/surt.js';
export { URL_POLICIES, type UrlPolicy, urlKey } from './url/url-key.js';
export { urlTemplate } from './url/url-template.js';
export { ERROR_CODES, type ErrorCode, type ErrorExit, exitOf, WinnowError } from './winnow-error.js';
