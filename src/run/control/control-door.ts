/** The door through which other processes change a crawl that runs, and what they have changed, kept for when it goes on. */
import type { Definition } from '../../definition/crawl/index.js';
import { forgetChanges, keepingChanges } from './kept-changes.js';
import { forgetPause, isKeptPaused, keepingPause } from './kept-pause.js';
import type { ControlHandlers } from './requests.js';
import { type ControlServer, serveControl } from './serve-control.js';

/** A crawl that has begun, as far as it can be changed. */
export interface Controlled {
  readonly control: ControlHandlers;
}

export class ControlDoor {
  readonly #folder: string;
  readonly #onRemark: (remark: string) => void;
  #server: Promise<ControlServer> | null = null;

  constructor(folder: string, onRemark: (remark: string) => void) {
    this.#folder = folder;
    this.#onRemark = onRemark;
  }

  open(definition: Definition, { control }: Controlled): void {
    this.#server = serveControl(this.#folder, keepingPause(this.#folder, keepingChanges(this.#folder, definition, control)));
    this.#server.catch((error: Error) => this.#onRemark(`This crawl cannot be changed while it runs: ${error.message}`));
  }

  /** Somebody asked for a pause, and nobody has let it go on since. */
  stayPaused({ control }: Controlled): void {
    if (!isKeptPaused(this.#folder)) return;
    void control.pause();
    this.#onRemark(`This crawl was paused (winnow pause) and stays so. Let it go on with: winnow resume -w ${this.#folder}`);
  }

  /** A run that has finished leaves nothing for the next one. */
  async forget(): Promise<void> {
    await forgetChanges(this.#folder);
    await forgetPause(this.#folder);
  }

  async close(): Promise<void> {
    try {
      await (await this.#server)?.close();
    } catch {
      // It never listened, which has been said.
    }
  }
}
