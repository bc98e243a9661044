/** The two runs of the original mapping of the Slovenian government web: from two seeds and from nine. */
import type { DefinitionInput } from '../schema.js';

const TWO = ['evem', 'e-prostor'];
const NINE = ['evem', 'e-uprava', 'podatki', 'e-prostor', 'mz', 'mnz', 'up', 'ti', 'mf'];

/** `extends` of a profile leads on to the profile it is made of. */
const run = (name: string, hosts: readonly string[]): DefinitionInput => ({
  extends: 'gov',
  name,
  seeds: hosts.map((host) => `http://${host}.gov.si/`),
  scope: { domains: ['gov.si'] },
});

export const gov2 = run('gov-2', TWO);
/** The larger run took no files and images. */
export const gov9: DefinitionInput = { ...run('gov-9', NINE), capture: { files: false, images: false, saveFiles: false } };
