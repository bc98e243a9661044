/** The page of content that was not read: nothing but its type, and in words why. */
import { NO_DIRECTIVES, type Page } from '../model/index.js';

export function unreadPage(type: string, why: string): Page {
  return {
    type,
    charset: null,
    title: null,
    text: '',
    language: null,
    languageConfidence: 0,
    metadata: {},
    canonical: null,
    directives: NO_DIRECTIVES,
    links: [],
    notes: [`the content was not read: ${why}`],
  };
}
