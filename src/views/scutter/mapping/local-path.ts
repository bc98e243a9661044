/** Where a copy lies, however it was written down: a path of either kind of system, or a file URI. */
import { pathToFileURL } from 'node:url';

/** An absolute file URI. Line breaks and the blanks around them come from printing and are taken out. */
export function fileUri(local: string): string {
  const text = local
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .join('');
  if (/^file:/i.test(text)) return uriOfUri(text);
  if (/^[A-Za-z]:[\\/]/.test(text)) return encoded(`file:///${text.replaceAll('\\', '/')}`);
  if (text.startsWith('\\\\')) return encoded(`file:${text.replaceAll('\\', '/')}`);
  return pathToFileURL(text.replaceAll('\\', '/')).href;
}

/** file:etc/a.rdf counts from here; file:c:\temp has slashes the wrong way round. */
function uriOfUri(text: string): string {
  const rest = text.slice('file:'.length).replaceAll('\\', '/');
  if (/^\/*[A-Za-z]:\//.test(rest)) return encoded(`file:///${rest.replace(/^\/+/, '')}`);
  return rest.startsWith('/') ? new URL(`file:${rest}`).href : pathToFileURL(decodeURIComponent(rest)).href;
}

const encoded = (uri: string): string => new URL(uri.replaceAll('%', '%25')).href;
