import { userInfo } from 'node:os';
import { expect, it } from 'vitest';
import { settingsFromUrl } from './settings.js';

it.each([
  ['host and user', 'postgres://winnow@database/maps', { server: 'database', catalogue: 'maps', user: 'winnow', password: 'given' }],
  ['a port', 'postgresql://a@10.0.0.1:5433/maps', { server: '10.0.0.1:5433', catalogue: 'maps', user: 'a', password: 'given' }],
  ['a password of its own', 'postgres://a:p%40ss@h/m', { server: 'h', catalogue: 'm', user: 'a', password: 'p@ss' }],
  ['a socket', 'postgres:///maps?host=%2Frun%2Fpg&user=me', { server: '/run/pg', catalogue: 'maps', user: 'me', password: 'given' }],
  ['nothing but the scheme', 'postgres://', { server: 'localhost', catalogue: 'postgres', user: userInfo().username, password: 'given' }],
])('reads a URL with %s', (_name, url, settings) => {
  expect(settingsFromUrl(url, 'given')).toEqual(settings);
});
