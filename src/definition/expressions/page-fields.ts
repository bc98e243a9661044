/**
 * The extractor `fields`: document rules in a crawl. Each field becomes a list in the metadata of its document, however
 * many values it has.
 */

import { z } from 'zod';
import { messageOf } from '../../model/index.js';
import { defineExtractor } from '../../plugins/index.js';
import { DocumentRules, documentRule } from './document-rules.js';

const options = z
  .strictObject({
    rules: z.array(documentRule).min(1).describe('The first that fits the address and type of a page says what its fields are.'),
    sets: z
      .record(z.string(), z.array(z.string().min(1)).min(1))
      .default({})
      .describe('Sets of regular expressions, by name.'),
  })
  .transform(({ rules, sets }, check) => {
    try {
      return new DocumentRules(rules, sets, 'rules');
    } catch (error) {
      check.addIssue({ code: 'custom', message: messageOf(error) });
      return z.NEVER;
    }
  });

export const pageFields = defineExtractor({
  name: 'fields',
  about: 'Finds fields by CSS, XPath, JSON paths and patterns, by rules for each kind of page.',
  options,
  extract(page, rules, input) {
    const source = input && isText(page.type) ? { content: input.bytes, charset: page.charset } : { content: page.text };
    const found = rules.read({ url: input?.url ?? '', type: page.type, ...source });
    if (!found) return {};
    return found.problems.length ? { ...found.values, 'fields.problems': found.problems } : found.values;
  },
});

/** For PDF and office files there is only the text that was read. */
const isText = (type: string): boolean => /^text\/|[/+](xml|json|html)$/.test(type);
