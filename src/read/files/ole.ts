/** OLE files whose content we do not read: at least their properties, and whether they are encrypted. */
import { CompoundFile } from './cfb.js';
import { fileReader } from './file-reader.js';
import { readPropertySets } from './property-set.js';
import { Unreadable } from './unreadable.js';

export const oleReader = fileReader({
  name: 'ole',
  about: 'Reads the properties of other files of older office programs (Visio, Publisher, Project, mails).',
  types: [
    'application/x-ole-storage',
    'application/vnd.visio',
    'application/x-mspublisher',
    'application/vnd.ms-project',
    'application/vnd.ms-outlook',
  ],
  what: 'the office file',
  read({ bytes }, found) {
    const file = new CompoundFile(bytes);
    if (file.has('EncryptedPackage')) throw new Unreadable('is encrypted');
    readPropertySets(file, found);
  },
});
