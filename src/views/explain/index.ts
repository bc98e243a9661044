export { explainUrl } from './explain-url.js';
export type {
  Delay,
  DocumentStory,
  EntryStory,
  EvidenceItem,
  Explanation,
  Found,
  RenderingStory,
  RuleSays,
  Visit,
  Waiting,
} from './explanation.js';
