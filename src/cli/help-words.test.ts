import { expect, it } from 'vitest';
import { withHelpWords } from './help-words.js';

it('knows other words for --help, and leaves everything else alone', () => {
  expect(withHelpWords(['portals', 'run', '-?'])).toEqual(['portals', 'run', '--help']);
  expect(withHelpWords(['-Help', '/?', '-h', '--helpful', 'help'])).toEqual(['--help', '--help', '-h', '--helpful', 'help']);
  expect(withHelpWords(['a', '--', '-?'])).toEqual(['a', '--', '-?']);
});
