/**
 * A process that owns a workspace and writes to it all the time, until it is killed or finds that it lost the workspace.
 * Arguments: folder, lease in milliseconds. Says `owns`, then `lost` with exit code 3, or `refused` with exit code 4.
 */
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { openForWriting } from '../../dist/backends/embedded/database.js';
import { ownershipCheck, takeOwnership } from '../../dist/backends/embedded/owner.js';

const [folder, lease] = process.argv.slice(2);
const db = openForWriting(join(folder, 'core.db'));
const ownership = take();
const check = ownershipCheck(db, ownership.token);
const write = db.prepare("INSERT OR REPLACE INTO meta (name, value) VALUES ('written by', ?)");
say('owns');
setInterval(() => {
  try {
    db.transaction(() => {
      check();
      write.run(ownership.token);
    }).immediate();
  } catch (error) {
    say(error.code === 'WORKSPACE_LOST' ? 'lost' : error.message);
    process.exit(3);
  }
}, 5);

/** At once: an exit follows. */
function say(line) {
  writeSync(1, `${line}\n`);
}

function take() {
  try {
    return takeOwnership(folder, db, { leaseMs: Number(lease) });
  } catch (error) {
    say(`refused: ${error.message}`);
    process.exit(4);
  }
}
