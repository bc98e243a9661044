/** What whoever runs a crawl is told of a consumer elsewhere. */
import type { ConsumerFile } from './consumer-file.js';

/** Once when trouble begins and once when it is over; the file knows the rest. */
export function remarksOn(name: string, file: ConsumerFile, onRemark: (remark: string) => void) {
  let failing = false;
  return {
    onTrouble({ error }: { readonly error: Error }): void {
      if (!failing)
        onRemark(`${name}: ${error.message}. Nothing is lost: it is tried again, and winnow journal consumers shows how it stands.`);
      failing = true;
      file.noteTrouble(error.message);
    },
    onProgress(): void {
      if (failing) onRemark(`${name} is reached again.`);
      failing = false;
      file.noteWell();
    },
  };
}
