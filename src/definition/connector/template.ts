/** Names that templates of a connector may use beside fields, parameters and `set`, and the check of templates against them. */
import { compileTemplate, type Template } from '../expressions/index.js';

/** Names that the run itself sets. */
export const RUN_NAMES: Readonly<Record<string, string>> = {
  'window.from': 'First day of the window, as an ISO date.',
  'window.until': 'Last day of the window.',
  'window.year': 'Year of the window.',
  'window.month': 'Month of the window, two digits.',
  'window.day': 'Day of the window, two digits.',
  'cursor.from': 'From when on changes are asked for.',
  'cursor.until': 'Until when changes are asked for.',
  page: 'Number of the page.',
  offset: 'Offset of the page.',
  size: 'Rows a page.',
  token: 'What the last page gave for the next one.',
  last: 'Last value of the field that pages are ordered by.',
  value: 'The value a file is fetched for, where it is fetched for each.',
  lang: 'Language of the document.',
  today: 'The day of the run.',
};

/** Throws when a template uses a name that is neither one of these nor `known`, and suggests the nearest one. */
export const compileConnectorTemplate = (source: string, where: string, known: Iterable<string>): Template =>
  compileTemplate(source, where, [...Object.keys(RUN_NAMES), ...known]);
