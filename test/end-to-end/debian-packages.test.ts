import { createRequire } from 'node:module';
import { expect, it } from 'vitest';

interface Need {
  readonly name: string;
  readonly why: string;
  readonly isThere: () => boolean;
}

const { ensurePackages, FOR_TESTS } = createRequire(import.meta.url)('../../scripts/debian-packages.mjs') as {
  ensurePackages: (wanted: readonly Need[], machine: object) => boolean;
  FOR_TESTS: readonly Need[];
};

const needs = (isThere: boolean) => [
  { name: 'openssl', why: 'makes certificates', isThere: () => true },
  { name: 'vsftpd', why: 'is asked by FTP', isThere: () => isThere },
  { name: 'gcc', why: 'compiles', isThere: () => isThere },
];

/** A machine that notes what is said and done on it, in order. */
function machine(root: boolean) {
  const noted: string[] = [];
  const note =
    (kind: string) =>
    (...words: string[]) =>
      noted.push(`${kind} ${words.join(' ')}`) > 0;
  return { noted, isRoot: () => root, say: note('said:'), apt: note('apt-get') };
}

it('says which packages it installs and why, before it does, and only those that are missing', () => {
  const { noted, ...root } = machine(true);
  expect(ensurePackages(needs(false), root)).toBe(true);
  expect(noted).toEqual([
    'said: Installing Debian packages by apt-get, since you are root (about a minute):\n  vsftpd: is asked by FTP\n  gcc: compiles',
    'apt-get update -qq',
    'apt-get install -y -qq --no-install-recommends vsftpd gcc',
  ]);
});

it('without root: touches nothing, and says what to ask for', () => {
  const { noted, ...user } = machine(false);
  expect(ensurePackages(needs(false), user)).toBe(false);
  expect(noted).toEqual([
    'said: These Debian packages are missing:\n  vsftpd: is asked by FTP\n  gcc: compiles\nInstall them, on Debian with: sudo apt-get install vsftpd gcc',
  ]);
});

it.each([true, false])('needs no rights where all are there (root: %s)', (root) => {
  const { noted, ...user } = machine(root);
  expect(ensurePackages(needs(true), user)).toBe(true);
  expect(noted).toEqual([]);
});

it('has a reason for each package of the tests', () => {
  for (const { name, why } of FOR_TESTS) expect([name, why]).toEqual([name, expect.stringMatching(/\w+ \w+/)]);
});
