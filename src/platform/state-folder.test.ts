import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { stateFolder } from './state-folder.js';

it.each([
  ['named outright', { WINNOW_STATE: '/var/lib/winnow', XDG_STATE_HOME: '/x', HOME: '/home/a' }, '/var/lib/winnow'],
  ['named outright, relative', { WINNOW_STATE: 'state' }, join(process.cwd(), 'state')],
  ['by the desktop rules', { XDG_STATE_HOME: '/x', HOME: '/home/a' }, '/x/winnow'],
  ['a relative desktop folder is ignored', { XDG_STATE_HOME: 'x', HOME: '/home/a' }, '/home/a/.local/state/winnow'],
  ['empty variables count as not set', { WINNOW_STATE: '', XDG_STATE_HOME: '', HOME: '/home/a' }, '/home/a/.local/state/winnow'],
  ['no home in the environment', {}, join(homedir(), '.local/state/winnow')],
])('%s', (_case, environment, expected) => expect(stateFolder(environment)).toBe(expected));
