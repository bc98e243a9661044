export { BrowserProcess, findBrowser, NO_BROWSER, tryBrowser } from './browser-process.js';
export { ChromiumRenderer } from './chromium-renderer.js';
export { PageRequests, plainBytes } from './page-requests.js';
export { type PageView, type RenderedPage, type Renderer, RenderUnavailable } from './port.js';
export { inWords, isWorthRendering, type RenderMode, RenderPolicy } from './render-policy.js';
export { scriptSigns } from './script-signs.js';
