/**
 * Code that runs inside a page: before its scripts, to remove what a page must not use, and after them, to read the
 * page.
 *
 * Written as texts, because it is code for the browser. Reading runs in an isolated world, whose functions the page
 * cannot have replaced. Only what hangs on the page's own objects is asked in the page's world, and what comes from
 * there is trusted no more than any link.
 */

/**
 * Runs before any script of any frame: removes ways around the network barrier (which lead nowhere anyway), answers
 * dialogs, makes shadow trees readable and notes who listens for clicks.
 */
export const GUARD = `(() => {
  const gone = ['WebSocket', 'WebSocketStream', 'WebTransport', 'RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'Worker',
    'SharedWorker', 'EventSource', 'PaymentRequest', 'PresentationRequest', 'Notification'];
  for (const name of gone) { try { delete window[name]; } catch {} }
  const set = (object, name, value) => { try { Object.defineProperty(object, name, { value, configurable: true, writable: true }); } catch {} };
  try { delete Navigator.prototype.serviceWorker; } catch {}
  set(Navigator.prototype, 'sendBeacon', () => true);
  set(window, 'alert', () => undefined);
  set(window, 'confirm', () => false);
  set(window, 'prompt', () => null);
  set(window, 'print', () => undefined);
  const wanted = [];
  const opened = new Set();
  set(window, 'open', (url) => { if (opened.size < 200 && url !== undefined) { try { opened.add(new URL(url, document.baseURI).href); } catch {} } return null; });
  const attach = Element.prototype.attachShadow;
  set(Element.prototype, 'attachShadow', function (options) { return attach.call(this, { ...options, mode: 'open' }); });
  const listen = EventTarget.prototype.addEventListener;
  set(EventTarget.prototype, 'addEventListener', function (type, listener, options) {
    if (type === 'click' && wanted.length < 2000 && this instanceof Element && typeof listener === 'function') wanted.push([this, listener]);
    return listen.call(this, type, listener, options);
  });
  Object.defineProperty(window, Symbol.for('winnow'), { value: () => ({ wanted, opened: [...opened] }) });
})()`;

/** Measures the page and, unless it is too large, returns all of it. Shadow trees are moved to where they are shown. */
export const snapshotScript = (url: string, mostNodes: number, mostCharacters: number): string => `(() => {
  const root = document.documentElement;
  if (!root) return { nodes: 0, html: '', url: '' };
  const all = document.getElementsByTagName('*');
  const nodes = all.length;
  if (nodes > ${mostNodes}) return { nodes, html: null, url: document.URL };
  let hosts = 0;
  const open = (within) => {
    for (const element of within.querySelectorAll('*')) {
      const shadow = element.shadowRoot;
      if (!shadow || hosts++ > 5000) continue;
      open(shadow);
      element.append(...shadow.childNodes);
    }
  };
  open(document);
  for (const box of document.querySelectorAll('iframe[srcdoc]')) {
    if (box.srcdoc.length > 200000) continue;
    const part = document.createElement('div');
    try { part.innerHTML = box.contentDocument?.body?.innerHTML ?? ''; } catch {}
    if (part.firstChild) box.after(part);
  }
  const asked = ${JSON.stringify(url)};
  if (document.baseURI !== asked && !document.querySelector('base[href]')) {
    const base = document.createElement('base');
    base.href = document.baseURI;
    document.head?.prepend(base);
  }
  const html = '<!doctype html>' + root.outerHTML;
  return { nodes, html: html.slice(0, ${mostCharacters}), cut: html.length > ${mostCharacters}, url: document.URL };
})()`;

/**
 * Where clicks would lead, as far as that is visible without clicking: attributes that contain an address, and addresses
 * in the text of click handlers.
 */
export const CLICK_TARGETS = `(() => {
  const found = new Set();
  const take = (text) => {
    if (typeof text !== 'string' || text.length > 2000 || found.size >= 1000 || text.trim() === '' || text.startsWith('#')) return;
    try { const url = new URL(text, document.baseURI); if (/^https?:$/.test(url.protocol)) found.add(url.href); } catch {}
  };
  const attributes = ['data-href', 'data-url', 'data-link', 'data-target-url', 'data-route', 'ng-href', 'routerlink', 'to'];
  const selector = attributes.slice(0, 4).map((name) => '[' + name + ']').join(',') + ',[role=link][data-route],[role=link][to],[routerlink],[ng-href]';
  let seen = 0;
  for (const element of document.querySelectorAll(selector)) {
    if (seen++ > 2000) break;
    for (const name of attributes) { const value = element.getAttribute(name); if (value && /^(https?:|\\/|\\.|\\?|[\\w-]+(\\/|\\.|\\?))/.test(value)) take(value); }
  }
  const noted = window[Symbol.for('winnow')]?.() ?? { wanted: [], opened: [] };
  noted.opened.forEach(take);
  const calls = [
    /(?:location(?:\\.href)?\\s*=|location\\.(?:assign|replace)\\s*\\(|window\\.open\\s*\\(|(?:navigate|navigateTo|goTo|push|redirect)\\s*\\()\\s*(["'\`])([^"'\`$]{1,500})\\1/g,
    /(?:push|replace)State\\s*\\((?:[^()]{0,300}),\\s*(["'\`])([^"'\`$]{1,500})\\1\\s*\\)/g,
  ];
  const read = (handler) => {
    const text = Function.prototype.toString.call(handler).slice(0, 5000);
    for (const call of calls) for (const match of text.matchAll(call)) if (/[/.?]/.test(match[2])) take(match[2]);
  };
  for (const [element, handler] of noted.wanted) if (element.isConnected) read(handler);
  seen = 0;
  for (const element of document.getElementsByTagName('*')) {
    if (seen++ > 5000) break;
    if (typeof element.onclick === 'function' && !element.hasAttribute('onclick')) read(element.onclick);
  }
  return [...found];
})()`;
