import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MachineClock } from './clock.js';
import { MachineRegister } from './machine-register.js';

const SITE = 'site:https://a.example';
const SLOW = { delay: 3000, capacity: 1 };
const FAST = { delay: 0, capacity: 1 };
const DAY = 86_400_000;

/** A machine whose clocks stand still until told. Crawl time and monotonic time are the same on it, unless rebooted. */
class Machine implements MachineClock {
  boot: string | null = 'first';
  origin = 0;
  time = 1_000_000;
  wallTime = 1_700_000_000_000;
  readonly monotonic = (): number => this.time;
  readonly wall = (): number => this.wallTime;

  pass(ms: number): void {
    this.time += ms;
    this.wallTime += ms;
  }

  /** Starts the machine anew after `ms`. */
  reboot(ms: number): void {
    this.wallTime += ms;
    this.time = 50;
    this.boot = `${this.boot} again`;
  }
}

let folder: string;
let machine: Machine;
let remarks: string[];
let opened: MachineRegister[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-register-'));
  machine = new Machine();
  remarks = [];
  opened = [];
});

afterEach(() => {
  for (const register of opened) register.close(machine.time);
  rmSync(folder, { recursive: true, force: true });
});

const open = (): MachineRegister => {
  const register = new MachineRegister({ folder, clock: machine, onRemark: (remark) => remarks.push(remark) });
  opened.push(register);
  return register;
};

/** Its process ends without a word: what is open stays open, and nobody calls it again. */
const forgetWithoutClosing = (register: MachineRegister): void => {
  opened = opened.filter((other) => other !== register);
};

const file = (): string => join(folder, 'turns-1.db');

/** Time passes in steps of half a second, with the heartbeats of these crawls. */
const passWith = (ms: number, ...registers: MachineRegister[]): string[] => {
  const news: string[] = [];
  for (let passed = 0; passed < ms; passed += 500) {
    machine.pass(Math.min(500, ms - passed));
    for (const register of registers) news.push(...register.refresh(machine.time));
  }
  return news;
};

describe('turns', () => {
  it('a crawl that is alone has its turn at once and keeps it', () => {
    const crawl = open();
    expect(crawl.claim(SITE, SLOW, machine.time)).toEqual({ at: machine.time, share: 1 });
    const first = machine.time;
    expect(passWith(60_000, crawl)).toEqual([]);
    expect(crawl.isWanted(SITE)).toBe(false);
    expect(crawl.claim(SITE, SLOW, machine.time)).toEqual({ at: first, share: 1 });
  });

  it('a second crawl waits until the first passes its turn on, and then for the delay', () => {
    const [first, second] = [open(), open()];
    first.claim(SITE, SLOW, machine.time);
    expect(second.claim(SITE, SLOW, machine.time)).toBeNull();
    machine.pass(25);
    expect(first.isWanted(SITE)).toBe(true);
    const nextAt = machine.time + 3000;
    first.release(SITE, nextAt);
    expect(second.claim(SITE, SLOW, machine.time)).toEqual({ at: nextAt, share: 1 });
  });

  it('three crawls take turns one after the other', () => {
    const crawls = [open(), open(), open()];
    const names = new Map(crawls.map((crawl, index) => [crawl, index]));
    for (const crawl of crawls) crawl.claim(SITE, FAST, machine.time);
    const order: (number | undefined)[] = [];
    let holder = crawls[0] as MachineRegister;
    for (let round = 0; round < 9; round++) {
      order.push(names.get(holder));
      machine.pass(30);
      expect(holder.isWanted(SITE)).toBe(true);
      holder.release(SITE, machine.time);
      // Whoever asks first: it is the turn of the one who has waited longest.
      const granted = [holder, ...crawls.filter((crawl) => crawl !== holder)].filter((crawl) => crawl.claim(SITE, FAST, machine.time));
      expect(granted).toHaveLength(1);
      holder = granted[0] as MachineRegister;
    }
    expect(order).toEqual([0, 1, 2, 0, 1, 2, 0, 1, 2]);
  });

  it('tells the holder that somebody waits, and the waiting that the turn is free', () => {
    const [first, second] = [open(), open()];
    first.claim(SITE, SLOW, machine.time);
    second.claim(SITE, SLOW, machine.time);
    expect(passWith(500, first)).toEqual([SITE]);
    expect(passWith(500, first)).toEqual([]);
    first.release(SITE, machine.time);
    expect(passWith(500, second)).toEqual([SITE]);
    expect(passWith(500, second)).toEqual([]);
  });

  it('a crawl that owes more than the one before it waits for the rest', () => {
    const [quick, slow] = [open(), open()];
    quick.claim(SITE, { delay: 100, capacity: 1 }, machine.time);
    const ended = machine.time;
    quick.release(SITE, ended + 100);
    expect(slow.claim(SITE, SLOW, machine.time)?.at).toBe(ended + 3000);
  });

  it('a turn given back unused does not shorten the pause', () => {
    const [first, second] = [open(), open()];
    first.claim(SITE, SLOW, machine.time);
    const nextAt = machine.time + 3000;
    first.release(SITE, nextAt);
    second.claim(SITE, SLOW, machine.time);
    second.release(SITE, machine.time);
    expect(first.claim(SITE, SLOW, machine.time)?.at).toBe(nextAt);
  });

  it('who is first in line and never comes loses its place', () => {
    const [first, absent, last] = [open(), open(), open()];
    first.claim(SITE, FAST, machine.time);
    absent.claim(SITE, FAST, machine.time);
    last.claim(SITE, FAST, machine.time);
    machine.pass(500);
    first.release(SITE, machine.time);
    expect(last.claim(SITE, FAST, machine.time)).toBeNull();
    passWith(2000, first, absent, last);
    expect(last.claim(SITE, FAST, machine.time)).not.toBeNull();
    machine.pass(30);
    expect(last.isWanted(SITE)).toBe(false);
  });

  it('a wish can be withdrawn', () => {
    const [first, second] = [open(), open()];
    first.claim(SITE, FAST, machine.time);
    second.claim(SITE, FAST, machine.time);
    second.release(SITE, machine.time);
    machine.pass(30);
    expect(first.isWanted(SITE)).toBe(false);
  });

  it('closing gives everything back, with the delay where nobody said when the site was asked', () => {
    const first = open();
    first.claim(SITE, SLOW, machine.time);
    passWith(10_000, first);
    first.close(machine.time);
    opened = [];
    expect(open().claim(SITE, SLOW, machine.time)?.at).toBe(machine.time + 3000);
  });
});

describe('sharing what bears several requests', () => {
  const ADDRESS = 'address:192.0.2.1';
  const WIDE = { delay: 0, capacity: 4 };

  it('the one who is alone has it all; later each has a part, and never all together too much', () => {
    const [first, second] = [open(), open()];
    expect(first.claim(ADDRESS, WIDE, machine.time)?.share).toBe(4);
    expect(second.claim(ADDRESS, WIDE, machine.time)).toBeNull();
    machine.pass(30);
    expect(first.isWanted(ADDRESS)).toBe(true);
    first.release(ADDRESS, machine.time);
    expect(first.claim(ADDRESS, WIDE, machine.time)?.share).toBe(2);
    expect(second.claim(ADDRESS, WIDE, machine.time)?.share).toBe(2);
    machine.pass(30);
    expect(first.isWanted(ADDRESS)).toBe(false);
  });

  it('what one gives back for good the others get', () => {
    const [first, second] = [open(), open()];
    first.claim(ADDRESS, WIDE, machine.time);
    second.claim(ADDRESS, WIDE, machine.time);
    first.release(ADDRESS, machine.time);
    first.claim(ADDRESS, WIDE, machine.time);
    second.claim(ADDRESS, WIDE, machine.time);
    first.release(ADDRESS, machine.time);
    expect(passWith(500, second)).toContain(ADDRESS);
    expect(second.claim(ADDRESS, WIDE, machine.time)?.share).toBe(4);
  });

  it('the most careful one decides what an address bears', () => {
    const [careful, careless] = [open(), open()];
    careful.claim(ADDRESS, { delay: 0, capacity: 1 }, machine.time);
    expect(careless.claim(ADDRESS, WIDE, machine.time)).toBeNull();
  });

  it('more crawls than it bears take turns', () => {
    const crawls = [open(), open(), open()];
    const pair = { delay: 0, capacity: 2 };
    for (const crawl of crawls) crawl.claim(ADDRESS, pair, machine.time);
    machine.pass(30);
    crawls[0]?.release(ADDRESS, machine.time);
    const shares = crawls.map((crawl) => crawl.claim(ADDRESS, pair, machine.time)?.share ?? 0);
    expect(shares).toEqual([0, 1, 1]);
  });

  it('where a delay is owed, one crawl at a time has it all', () => {
    const [first, second] = [open(), open()];
    const wish = { delay: 1000, capacity: 3 };
    expect(first.claim(SITE, wish, machine.time)?.share).toBe(3);
    expect(second.claim(SITE, wish, machine.time)).toBeNull();
    first.release(SITE, machine.time + 1000);
    expect(second.claim(SITE, wish, machine.time)).toEqual({ at: machine.time + 1000, share: 3 });
  });
});

describe('holders that are gone', () => {
  it('a silent holder loses its turn after the lease; the next one waits the full delay', () => {
    const [silent, next] = [open(), open()];
    silent.claim(SITE, SLOW, machine.time);
    forgetWithoutClosing(silent);
    expect(next.claim(SITE, { delay: 1000, capacity: 1 }, machine.time)).toBeNull();
    passWith(29_000, next);
    expect(next.claim(SITE, { delay: 1000, capacity: 1 }, machine.time)).toBeNull();
    passWith(2000, next);
    expect(next.claim(SITE, { delay: 1000, capacity: 1 }, machine.time)?.at).toBe(machine.time + 3000);
  });

  it('a process that was stopped hears that its turns are lost, and waits like anybody else', () => {
    const crawl = open();
    crawl.claim(SITE, SLOW, machine.time);
    machine.pass(16_000);
    expect(crawl.refresh(machine.time)).toEqual([SITE]);
    expect(crawl.claim(SITE, SLOW, machine.time)?.at).toBe(machine.time + 3000);
  });

  it('a process that was stopped and asks before it looks is not fooled', () => {
    const crawl = open();
    crawl.claim(SITE, SLOW, machine.time);
    machine.pass(16_000);
    expect(crawl.claim(SITE, SLOW, machine.time)?.at).toBe(machine.time + 3000);
  });

  it('what a deposed holder gives back changes nothing for its successor', () => {
    const [stopped, next] = [open(), open()];
    stopped.claim(SITE, SLOW, machine.time);
    passWith(31_000, next);
    const granted = next.claim(SITE, SLOW, machine.time);
    expect(granted).not.toBeNull();
    stopped.release(SITE, machine.time);
    expect(stopped.claim(SITE, SLOW, machine.time)).toBeNull();
    expect(next.claim(SITE, SLOW, machine.time)).toEqual(granted);
  });
});

describe('clocks', () => {
  it.each([
    ['back', -3_600_000],
    ['forwards', 3_600_000],
  ])('a wall clock set %s while crawls run changes nothing', (_way, jump) => {
    const [first, second] = [open(), open()];
    first.claim(SITE, SLOW, machine.time);
    const nextAt = machine.time + 3000;
    machine.wallTime += jump;
    first.release(SITE, nextAt);
    machine.wallTime -= 2 * jump;
    expect(second.claim(SITE, SLOW, machine.time)?.at).toBe(nextAt);
  });

  const leaveAnHour = (): void => {
    const crawl = open();
    crawl.claim(SITE, SLOW, machine.time);
    crawl.release(SITE, machine.time + 3_600_000);
    crawl.close(machine.time);
    opened = [];
  };

  it('after a restart of the machine the wall clock tells what is left', () => {
    leaveAnHour();
    machine.reboot(600_000);
    expect(open().claim(SITE, SLOW, machine.time)?.at).toBe(machine.time + 3_000_000);
  });

  it('after a restart with a clock set back, all of it is waited again', () => {
    leaveAnHour();
    machine.reboot(-600_000);
    expect(open().claim(SITE, SLOW, machine.time)?.at).toBe(machine.time + 3_600_000);
  });

  it('a turn held when the machine went down costs the full delay', () => {
    const crawl = open();
    crawl.claim(SITE, SLOW, machine.time);
    forgetWithoutClosing(crawl);
    machine.reboot(5000);
    expect(open().claim(SITE, SLOW, machine.time)?.at).toBe(machine.time + 3000);
  });

  it('where the system does not tell which boot it is, the wall clock does', () => {
    machine.boot = null;
    const [first, second] = [open(), open()];
    first.claim(SITE, SLOW, machine.time);
    expect(second.claim(SITE, SLOW, machine.time)).toBeNull();
    first.release(SITE, machine.time + 3000);
    machine.pass(1000);
    expect(second.claim(SITE, SLOW, machine.time)?.at).toBe(machine.time + 2000);
  });
});

describe('the file', () => {
  it('lies in a folder for its user alone', () => {
    rmSync(folder, { recursive: true });
    open();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('a folder that cannot be written is named, and what to do', () => {
    writeFileSync(join(folder, 'in-the-way'), '');
    expect(() => new MachineRegister({ folder: join(folder, 'in-the-way', 'state') })).toThrow(/in-the-way.*WINNOW_STATE/);
  });

  it.each([
    ['garbage', () => Buffer.from('This is not a database. '.repeat(400))],
    ['tables of another shape', () => alienDatabase()],
    ['a header and then noise', () => Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(9000, 0xa5)])],
  ])('%s in its place is moved aside with a remark, and asking goes on after a delay', (_what, content) => {
    writeFileSync(file(), content());
    const crawl = open();
    expect(remarks).toEqual([expect.stringContaining('moved aside')]);
    expect(existsSync(`${file()}.damaged`)).toBe(true);
    expect(crawl.claim(SITE, SLOW, machine.time)).toEqual({ at: machine.time + 3000, share: 1 });
  });

  it('damage while crawls run ends none of them, and they meet in the new file', () => {
    const crawl = open();
    for (let site = 0; site < 500; site++) crawl.claim(`${SITE}/${site}`, SLOW, machine.time);
    for (const name of [file(), `${file()}-wal`]) writeFileSync(name, Buffer.alloc(statSync(name).size, 0xa5));
    const other = open();
    for (let site = 0; site < 250; site++) crawl.release(`${SITE}/${site}`, machine.time);
    passWith(5000, crawl, other);
    expect(remarks).toEqual(expect.arrayContaining([expect.stringContaining('moved aside')]));
    expect(crawl.claim(SITE, SLOW, machine.time)).not.toBeNull();
    expect(other.claim(SITE, SLOW, machine.time)).toBeNull();
  });

  it('a folder removed under running crawls is made again, and they meet in it', () => {
    const [first, second] = [open(), open()];
    first.claim(SITE, SLOW, machine.time);
    rmSync(folder, { recursive: true });
    expect(passWith(1500, first, second)).toContain(SITE);
    expect(first.claim(SITE, SLOW, machine.time)).not.toBeNull();
    expect(second.claim(SITE, SLOW, machine.time)).toBeNull();
  });

  it('forgets what nobody touched for a day, and nothing that is still to be waited for or held', () => {
    const [first, holder] = [open(), open()];
    const keys = ['site:old', 'site:waiting', 'site:held'];
    first.claim('site:old', SLOW, machine.time);
    first.release('site:old', machine.time + 3000);
    first.claim('site:waiting', SLOW, machine.time);
    first.release('site:waiting', machine.time + 3 * DAY);
    holder.claim('site:held', SLOW, machine.time);
    machine.pass(2 * DAY - 5000);
    holder.refresh(machine.time);
    holder.claim('site:held', SLOW, machine.time);
    machine.pass(5000);
    holder.refresh(machine.time);
    open();
    const left = new Database(file(), { readonly: true }).prepare('SELECT key FROM turn ORDER BY key').pluck().all();
    expect(left).toEqual(keys.slice(1).sort());
  });
});

it('ten thousand sites', () => {
  const crawl = open();
  const keys = Array.from({ length: 10_000 }, (_, index) => `site:https://host${index}.example`);
  const timed = (what: string, work: (key: string) => unknown): void => {
    const from = performance.now();
    for (const key of keys) work(key);
    process.stdout.write(`${what}: ${((1000 * (performance.now() - from)) / keys.length).toFixed(0)} µs each\n`);
  };
  timed('claim', (key) => crawl.claim(key, SLOW, machine.time));
  timed('claim what one has', (key) => crawl.claim(key, SLOW, machine.time));
  timed('isWanted', (key) => crawl.isWanted(key));
  timed('refresh', () => crawl.refresh(machine.time));
  timed('release', (key) => crawl.release(key, machine.time));
  expect(open().claim(keys[7] as string, SLOW, machine.time)?.at).toBe(machine.time);
});

function alienDatabase(): Buffer {
  const db = new Database(':memory:');
  db.exec('CREATE TABLE turn (something TEXT)');
  const bytes = db.serialize();
  db.close();
  return bytes;
}
