/** How the spelling of a URL changes on its way to the key, in words: by comparing the parts, so it holds for every policy. */
import { asUrl } from '../../model/index.js';

/** `asked` as somebody wrote it, `url` as it is requested, `key` as it is compared. */
export function spellingChanges(asked: string, url: string, key: string): string[] {
  return [...standardChanges(asked.trim(), url), ...keyChanges(url, key)];
}

function standardChanges(asked: string, url: string): string[] {
  if (asked === url) return [];
  const fragment = asked.includes('#');
  const rest = fragment ? asked.slice(0, asked.indexOf('#')) : asked;
  return [...(fragment ? [`fragment ${asked.slice(asked.indexOf('#'))} left out`] : []), ...(rest === url ? [] : [`written as ${url}`])];
}

function keyChanges(url: string, key: string): string[] {
  const [from, to] = [asUrl(url), asUrl(key)];
  if (url === key) return [];
  if (!from || !to) return [`compared as ${key}`];
  const changes = [
    ...changed('scheme', from.protocol, to.protocol),
    ...(from.username && !to.username ? ['user and password left out'] : []),
    ...hostChanges(from.host, to.host),
    ...pathChanges(from.pathname, to.pathname),
    ...queryChanges(from.search, to.search),
  ];
  return changes.length ? changes : [`compared as ${key}`];
}

const changed = (what: string, from: string, to: string): string[] =>
  from === to ? [] : [`${what} ${from.replace(/:$/, '')} taken for ${to.replace(/:$/, '') || 'nothing'}`];

function hostChanges(from: string, to: string): string[] {
  if (from === to) return [];
  return from.replace(/^(?:www\d*\.)+/, '') === to ? ['www. left out of the host'] : changed('host', from, to);
}

function pathChanges(from: string, to: string): string[] {
  if (from === to) return [];
  if (from.replace(/(?<!\/)\/+$/, '') === to.replace(/(?<!\/)\/+$/, '')) return ['slash at the end of the path left out'];
  return changed('path', from, to);
}

function queryChanges(from: string, to: string): string[] {
  if (from === to) return [];
  const [before, after] = [partsOf(from), partsOf(to)];
  const dropped = before.filter((part) => part !== '' && !after.includes(part));
  const words = dropped.length ? [`left out of the query: ${dropped.join(', ')}`] : [];
  const kept = before.filter((part) => after.includes(part));
  return kept.join('&') === after.join('&') ? words : [...words, 'query put in order'];
}

const partsOf = (search: string): string[] => search.replace(/^\?/, '').split('&');
