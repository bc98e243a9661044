/** The hooks of a definition, each with a name that stays the same as long as it says the same. */
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { type Definition, ownEnvironment } from '../../definition/crawl/index.js';
import { callHook } from './call-hook.js';
import { type Hook } from './hook.js';
import { mailHook } from './mail-hook.js';
import { type NextOptions, nextHook } from './next-run.js';
import { programHook } from './program-hook.js';

export type HookWish = Definition['afterRun'][number];

export function openHooks(wishes: readonly HookWish[], options: NextOptions): Hook[] {
  const names = namesOf(wishes);
  return wishes.map((wish, index) => openHook(wish, names[index] as string, options));
}

function openHook(wish: HookWish, name: string, options: NextOptions): Hook {
  const { when } = wish;
  if ('next' in wish) return nextHook(wish, name, options);
  const timeoutMs = wish.timeout;
  if ('mail' in wish) {
    const { from, smtp, prefix } = wish;
    return mailHook({ name, when, timeoutMs, from, smtp, prefix, to: [wish.mail].flat() });
  }
  if ('call' in wish) {
    const { call: url, method, headers, secret } = wish;
    return callHook({ name, when, timeoutMs, url, method, headers, secret });
  }
  const folder = resolve(options.folder, wish.folder ?? '.');
  return programHook({ name, when, timeoutMs, folder, argv: wish.program, environment: ownEnvironment() });
}

/** A second one that says the same is counted. */
function namesOf(wishes: readonly HookWish[]): string[] {
  const seen = new Map<string, number>();
  return wishes.map((wish) => {
    const name = wish.name ?? nameOf(wish);
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name}-${count}`;
  });
}

function nameOf(wish: HookWish): string {
  const [kind, shown] = kindOf(wish);
  const { name: _none, ...said } = wish;
  const digest = createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 8);
  return [kind, shown.replace(/[^\w.-]/g, '').slice(0, 40), digest].filter((part) => part !== '').join('-');
}

/** What it is, and what of it may be shown. */
function kindOf(wish: HookWish): [kind: string, shown: string] {
  if ('mail' in wish) return ['mail', [wish.mail].flat()[0]?.split('@').at(-1) ?? ''];
  if ('call' in wish) return ['call', new URL(wish.call).hostname];
  if ('program' in wish) return ['program', wish.program[0]?.split('/').at(-1) ?? ''];
  return ['next', typeof wish.next === 'string' ? (wish.next.split('/').at(-1) ?? '') : wish.next.portal];
}
