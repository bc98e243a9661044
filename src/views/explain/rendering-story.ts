/** Whether a URL would be rendered, and what that rests on. */
import { type Definition, siteSettings } from '../../definition/crawl/index.js';
import { inWords, isWorthRendering } from '../../fetch/browser/index.js';
import { urlTemplate } from '../../model/index.js';
import type { LearnedRendering } from '../../store/index.js';
import type { RenderingStory } from './explanation.js';

export interface RenderingFacts {
  readonly definition: Definition;
  readonly site: string;
  readonly url: string;
  readonly learned: (site: string, template: string) => LearnedRendering | null;
  /** Of the stored version. */
  readonly notes: string;
}

export function renderingStory({ definition, site, url, learned, notes }: RenderingFacts): RenderingStory {
  const { render: mode, from } = siteSettings(definition, site);
  const template = urlTemplate(url);
  const known = learned(site, template);
  return {
    mode,
    from: from.render,
    template,
    tried: known?.tried ?? 0,
    gained: known?.gained ?? 0,
    verdict: verdictOn(mode, known),
    notes: notes.split('\n').filter((note) => /\brender|\bscripts?\b/.test(note)),
  };
}

function verdictOn(mode: RenderingStory['mode'], known: LearnedRendering | null): string {
  if (mode === 'never') return 'It is read as it is sent: the definition says so.';
  if (mode === 'always') return 'It is rendered: the definition says so.';
  if (!known) return 'It is rendered when its source shows that scripts may add to it: no page like it was rendered yet.';
  return `${isWorthRendering(known) ? 'It is rendered' : 'It is read as it is sent'}: ${inWords(known)}.`;
}
