export { BrowserProcess, findBrowser, NO_BROWSER, tryBrowser } from './browser-process.js';
export { type ChromiumOptions, ChromiumRenderer } from './chromium-renderer.js';
export { PageRequests, plainBytes, type ViewRequests } from './page-requests.js';
export { type PageView, type RenderedPage, type Renderer, RenderUnavailable } from './port.js';
export { inWords, isWorthRendering, type Learned, type RenderMode, RenderPolicy } from './render-policy.js';
export { scriptSigns } from './script-signs.js';
