export { fileFetcher } from './files/file-fetcher.js';
export { ftpFetcher } from './ftp/ftp-fetcher.js';
export { decodeBody } from './http/decode-body.js';
export { discard } from './http/discard.js';
export { FetchError } from './http/errors.js';
export { httpFetcher } from './http/http-fetcher.js';
export { followRedirects, nextRequest, redirectTarget } from './http/redirects.js';
