#!/usr/bin/env -S MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=1000000 node --max-semi-space-size=8
/** Where the program begins: Ctrl-C is answered before anything is loaded that takes its time. */
import { endOnInterrupt } from './early-interrupt.js';

endOnInterrupt();
await import('./run-program.js');
