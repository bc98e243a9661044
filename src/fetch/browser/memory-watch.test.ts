import { describe, expect, it } from 'vitest';
import { judgeMemory } from './memory-watch.js';

const MB = 1e6;
const LIMITS = { maxPageMemory: 500 * MB, maxMemory: 1000 * MB };
const browser = (bytes: number) => ({ id: 1, isRenderer: false, bytes: bytes * MB });
const page = (id: number, bytes: number) => ({ id, isRenderer: true, bytes: bytes * MB });

describe('whom to end for memory', () => {
  it.each([
    ['nobody while all is within bounds', [browser(200), page(2, 400), page(3, 300)], { end: 'nothing' }],
    ['the page that is too large', [browser(200), page(2, 501), page(3, 100)], { end: 'process', id: 2 }],
    ['the page, also when the browser is larger still', [browser(600), page(2, 501)], { end: 'process', id: 2 }],
    ['the largest page when all together are too large', [browser(300), page(2, 400), page(3, 450)], { end: 'process', id: 3 }],
    ['the browser when it is the largest itself', [browser(700), page(2, 350)], { end: 'browser' }],
    ['nobody where nothing can be seen', [], { end: 'nothing' }],
  ])('%s', (_case, members, verdict) => expect(judgeMemory(members, LIMITS)).toEqual(verdict));
});
