export { markedHtml, withMarks } from './marked-html.js';
export { meantText } from './meant-text.js';
export {
  dateOf,
  type Facet,
  type MarkedText,
  type Meant,
  type Search,
  SearchBusy,
  type SearchDocument,
  SearchError,
  type SearchFacets,
  type SearchHit,
  type SearchIndex,
  type SearchQuery,
  type SearchResult,
  type SearchSource,
} from './port.js';
export { parseQuery, type QueryFilter, type QueryNode, type TextField } from './query.js';
