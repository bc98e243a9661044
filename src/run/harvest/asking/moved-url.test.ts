import { expect, it } from 'vitest';
import { movedUrl } from './polite-asker.js';

const MOVED = { 'old.example': 'new.example', 'old.example/index.php/olj': 'new.example/index.php/nlj' };

it.each([
  ['http://old.example/a?b=c', 'http://new.example/a?b=c'],
  ['http://old.example/', 'http://new.example/'],
  ['https://old.example/index.php/olj/article/view/69/131', 'https://new.example/index.php/nlj/article/view/69/131'],
  ['https://old.example/index.php/oljx/1', 'https://new.example/index.php/oljx/1'],
  ['https://other.example/index.php/olj/1', 'https://other.example/index.php/olj/1'],
])('%s is %s now', (url, now) => expect(movedUrl(url, MOVED)).toBe(now));
