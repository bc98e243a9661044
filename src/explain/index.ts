export { type ExplainOptions, explainUrl } from './explain-url.js';
export type {
  Delay,
  DocumentStory,
  EntryStory,
  EvidenceItem,
  Explanation,
  Found,
  Judgement,
  RenderingStory,
  RuleSays,
  Visit,
  Waiting,
} from './explanation.js';
