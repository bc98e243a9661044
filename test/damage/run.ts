/** npm run test:damage -- --flips 200 --seed 1 --target core.db: the campaign with figures; ends with 1 when something was passed over. */
import { parseArgs } from 'node:util';
import { DamageCampaign, TARGETS, type Tally, type Target } from './campaign.js';

const { values } = parseArgs({
  options: {
    flips: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    target: { type: 'string', multiple: true },
  },
});

const campaign = new DamageCampaign();
let bad = 0;
try {
  await campaign.prepare(['harbour-news', 'babel', 'gazette'], 60);
  for (const target of (values.target ?? TARGETS) as readonly Target[]) {
    const started = Date.now();
    const tally = await campaign.run(target, Number(values.flips), Number(values.seed), (done) => {
      if (done % 20 === 0) process.stderr.write(`${target}: ${done}\n`);
    });
    show(tally, Date.now() - started);
    bad += tally.silent.length + tally.crashed.length;
  }
} finally {
  campaign.close();
}
process.exitCode = bad ? 1 : 0;

function show({ target, damages, harmless, named, byDoctor, unaware, silent, crashed }: Tally, ms: number): void {
  process.stdout.write(
    `${target}: ${damages} damages, ${harmless} harmless, ${named} named, ${byDoctor} by the doctor alone, ${silent.length} silent, ${crashed.length} crashed, ${Math.round(ms / 1000)} s\n`,
  );
  for (const [words, times] of unaware) process.stdout.write(`  only the doctor knew: ${words}, ${times} times\n`);
  for (const line of [...silent, ...crashed]) process.stdout.write(`  ${line}\n`);
}
