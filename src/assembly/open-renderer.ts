/** The browser of a definition: known here alone, started by the first page that needs it. */
import type { Definition } from '../definition/crawl/index.js';
import { ChromiumRenderer, findBrowser, NO_BROWSER, type Renderer, RenderUnavailable } from '../fetch/browser/index.js';

/** Throws RenderUnavailable when a definition cannot do without a browser and there is none. */
export function openRenderer({ capture, sites, render }: Pick<Definition, 'capture' | 'sites' | 'render'>): Renderer {
  const { browser, ...limits } = render;
  const always = capture.render === 'always' || sites.some((site) => site.capture.render === 'always');
  if (always && !findBrowser(browser))
    throw new RenderUnavailable(
      `capture.render is "always", but ${browser === undefined ? NO_BROWSER : `there is no program at ${browser} (render.browser).`}`,
    );
  return new ChromiumRenderer({ ...limits, program: browser });
}
