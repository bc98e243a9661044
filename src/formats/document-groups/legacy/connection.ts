/**
 * The connection keys of the original: address, time-outs, sizes, encoding, cookies and proxy, as WCF bindings have them.
 *
 * Keys for buffers and quotas of its XML reader have no counterpart: nothing of ours is buffered that way. They are noted.
 */
import { nearest } from '../../../model/index.js';
import type { Element } from './read-elements.js';
import { LegacySettingsError } from './settings-error.js';
import { isUnlimited, readFlag, readNumber, readTimeSpan } from './values.js';

/** In our words; everything the file leaves out is left out. */
export interface LegacyConnection {
  readonly address?: string;
  readonly timeOuts?: { readonly open?: number; readonly send?: number; readonly receive?: number; readonly close?: number };
  readonly encoding?: 'mtom' | 'text';
  /** Bytes of one message; left out: no limit was set. */
  readonly maxMessage?: number;
  readonly cookies?: boolean;
  /** An address, or `system`: whatever the environment names. */
  readonly proxy?: string;
}

type Draft = { -readonly [Name in keyof LegacyConnection]: LegacyConnection[Name] };
type Read = (draft: Draft, value: string, name: string) => string | null;

const time =
  (which: 'open' | 'send' | 'receive' | 'close'): Read =>
  (draft, value, name) => {
    draft.timeOuts = { ...draft.timeOuts, [which]: readTimeSpan(name, value) };
    return null;
  };

const noCounterpart: Read = (_draft, value, name) =>
  `${name}="${value}" has no counterpart and is ignored: messages are streamed within limits of our own.`;
const ofNoConcern: Read = () => null;

/** Keys in small letters. */
const KEYS: Readonly<Record<string, Read>> = {
  opentimeout: time('open'),
  closetimeout: time('close'),
  sendtimeout: time('send'),
  receivetimeout: time('receive'),
  maxreceivedmessagesize(draft, value, name) {
    const size = readNumber(name, value);
    if (!isUnlimited(size)) draft.maxMessage = size;
    return null;
  },
  messageencoding(draft, value, name) {
    if (!/^(mtom|text)$/i.test(value)) throw new LegacySettingsError(`${name}="${value}" is neither Mtom nor Text.`);
    draft.encoding = value.toLowerCase() as 'mtom' | 'text';
    return null;
  },
  allowcookies(draft, value, name) {
    draft.cookies = readFlag(name, value);
    return null;
  },
  usedefaultwebproxy(draft, value, name) {
    if (readFlag(name, value)) draft.proxy ??= 'system';
    else if (draft.proxy === 'system') delete draft.proxy;
    return null;
  },
  proxyaddress(draft, value, name) {
    if (value !== '' && !URL.canParse(value)) throw new LegacySettingsError(`${name}="${value}" is no address.`);
    if (value !== '') draft.proxy = value;
    return null;
  },
  bypassproxyonlocal: ofNoConcern,
  hostnamecomparisonmode: ofNoConcern,
  textencoding: (_draft, value, name) => (/^utf-?8$/i.test(value) ? null : `${name}="${value}" is ignored: messages are UTF-8.`),
  transfermode: ofNoConcern,
  name: ofNoConcern,
  maxbufferpoolsize: noCounterpart,
  maxbuffersize: noCounterpart,
  maxdepth: noCounterpart,
  maxstringcontentlength: noCounterpart,
  maxarraylength: noCounterpart,
  maxbytesperread: noCounterpart,
  maxnametablecharcount: noCounterpart,
};

/** As they are written in a configuration, for suggestions and the name-mapping page. */
export const CONNECTION_KEYS = [
  'openTimeout',
  'closeTimeout',
  'sendTimeout',
  'receiveTimeout',
  'maxReceivedMessageSize',
  'messageEncoding',
  'allowCookies',
  'useDefaultWebProxy',
  'proxyAddress',
  'maxBufferPoolSize',
  'maxBufferSize',
  'maxDepth',
  'maxStringContentLength',
  'maxArrayLength',
  'maxBytesPerRead',
  'maxNameTableCharCount',
] as const;

export const isConnectionKey = (key: string): boolean => key.toLowerCase() !== 'name' && Object.hasOwn(KEYS, key.toLowerCase());

/** Reads keys one after the other; what they mean is added to `draft`, what is odd to `notes`. */
export function readConnectionKeys(keys: Readonly<Record<string, string>>, draft: Draft, notes: string[]): void {
  for (const [key, value] of Object.entries(keys)) {
    const read = Object.hasOwn(KEYS, key.toLowerCase()) ? KEYS[key.toLowerCase()] : undefined;
    const shown = CONNECTION_KEYS.find((name) => name.toLowerCase() === key.toLowerCase()) ?? key;
    const note = read ? read(draft, value, shown) : unknownKey(key);
    if (note !== null) notes.push(note);
  }
}

function unknownKey(key: string): string {
  const meant = nearest(key, CONNECTION_KEYS);
  return `${key} is no key of a connection and is ignored.${meant ? ` Did you mean ${meant}?` : ''}`;
}

/** Bindings and endpoints of a configuration file, of its client where there is one, else of its service. */
export function readServiceModel(elements: readonly Element[], notes: string[]): LegacyConnection {
  const draft: Draft = {};
  const endpoint = endpointOf(elements);
  const wanted = endpoint?.attributes['bindingconfiguration'];
  const bindings = elements.filter(({ path }) => /\/bindings\/[^/]+\/binding$/.test(path));
  const binding = bindings.find(({ attributes }) => wanted !== undefined && attributes['name'] === wanted) ?? bindings[0];
  if (binding) readConnectionKeys(binding.attributes, draft, notes);
  const quotas = binding && elements.slice(elements.indexOf(binding) + 1).find(({ path }) => path === `${binding.path}/readerquotas`);
  if (quotas) readConnectionKeys(quotas.attributes, draft, notes);
  const address = endpoint?.attributes['address'];
  if (address) draft.address = checkedAddress(address);
  return draft;
}

function endpointOf(elements: readonly Element[]): Element | undefined {
  const endpoints = elements.filter(({ path }) => path.endsWith('/endpoint'));
  return (
    endpoints.find(({ path }) => path.endsWith('/client/endpoint')) ??
    endpoints.find(({ attributes }) => !/mex/i.test(attributes['contract'] ?? ''))
  );
}

function checkedAddress(address: string): string {
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return address;
  throw new LegacySettingsError(`The endpoint's address "${address}" is no http or https URL.`);
}
