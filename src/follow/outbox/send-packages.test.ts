import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { serveGroups } from '../../../test/support/group-service.js';
import { handMadeZip } from '../../testing/hand-made-zip.js';
import { openReceiver } from './receivers/open-receiver.js';
import { type SendReport, sendPackages } from './send-packages.js';

const described = (number: number, operation: string): string => {
  const key = String(number).padStart(12, '0');
  return (
    `<documentgroup date="2026-01-05T12:00:${key.slice(-2)}" crawler="C" lang="DE" format="application/zip" filename="${number}.zip" ` +
    `identifier="442261d3-6737-40bc-aa77-${key}" operation="${operation}" type="1"><document format="text/html" file="a.html" ` +
    `identifier="00fb4dae-4a34-49b8-8dd2-${key}" operation="${operation}" url="u" md5="0cc175b9c0f1b6a831c399e269772661"/></documentgroup>`
  );
};

/** A folder of packages, and how to send it: each list is a sender who knows nothing of the others. */
async function packages(count: number, operation: 'Add' | 'Del') {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-send-'));
  const service = await serveGroups();
  onTestFinished(async () => {
    await service.close();
    rmSync(folder, { recursive: true });
  });
  mkdirSync(join(folder, 'out'));
  for (let number = 1; number <= count; number++) {
    writeFileSync(join(folder, 'out', `${number}.xml`), described(number, operation));
    if (operation === 'Add')
      writeFileSync(join(folder, 'out', `${number}.zip`), handMadeZip([{ name: 'a.html', content: Buffer.from('a') }]));
  }
  const send = async (list: string): Promise<SendReport> => {
    const receiver = openReceiver({ to: service.rest, protocol: 'rest' });
    onTestFinished(() => receiver.close());
    return sendPackages([join(folder, 'out')], { receiver, to: service.rest, list: join(folder, list), attempts: 2, pauseMs: 1 });
  };
  return { service, send };
}

it('E-19 says of packages that were refused that they were, though the same stands there', async () => {
  const { send } = await packages(12, 'Add');
  expect(await send('first')).toMatchObject({ sent: 12, refused: 0 });
  expect(await send('second')).toMatchObject({ sent: 0, refused: 12 });
});

it('E-19 says of deletions of what was never there that they were refused', async () => {
  const { send } = await packages(3, 'Del');
  expect(await send('list')).toMatchObject({ sent: 0, refused: 3 });
});

it('knows the refusal of its own package whose answer was lost', async () => {
  const { service, send } = await packages(2, 'Add');
  service.behaviour = 'loses-answers';
  service.onTaken = () => {
    if (service.calls > 1) service.behaviour = 'well';
  };
  expect(await send('list')).toMatchObject({ sent: 2, refused: 0 });
  expect(service.taken).toHaveLength(2);
});
