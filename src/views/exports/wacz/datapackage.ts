/** What a WACZ says of itself: every file with its length and digest, after the WACZ specification 1.1.1. */
import { createHash } from 'node:crypto';

export interface Resource {
  readonly path: string;
  readonly hash: string;
  readonly bytes: number;
}

export interface PackageFacts {
  readonly title: string;
  readonly software: string;
  /** When the newest of its captures was made: the same export gives the same file. */
  readonly created: string;
  readonly main: { readonly url: string; readonly ts: string } | null;
  readonly resources: readonly Resource[];
}

export function datapackage({ title, software, created, main, resources }: PackageFacts): { json: Buffer; digest: Buffer } {
  const content = {
    profile: 'data-package',
    resources: resources.map(({ path, hash, bytes }) => ({ name: path.split('/').at(-1), path, hash, bytes })),
    wacz_version: '1.1.1',
    title,
    software,
    created,
    ...(main && { mainPageUrl: main.url, mainPageDate: main.ts }),
  };
  const json = Buffer.from(`${JSON.stringify(content, null, 2)}\n`);
  const digest = { path: 'datapackage.json', hash: `sha256:${createHash('sha256').update(json).digest('hex')}` };
  return { json, digest: Buffer.from(`${JSON.stringify(digest, null, 2)}\n`) };
}
