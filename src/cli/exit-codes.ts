/** What the exit code of `winnow` means: a contract with scripts; docs/reference/exit-codes.md repeats it and a test compares. */
export const EXIT_CODES = {
  ok: { code: 0, means: 'Done. A budget that was reached counts as done.' },
  failed: { code: 1, means: 'Something went wrong; the message says what.' },
  usage: { code: 2, means: 'The command line or the definition is wrong; nothing was done.' },
  inUse: { code: 3, means: 'The workspace belongs to another process.' },
  found: { code: 4, means: 'A check found problems: in the archive, in the machine, in the input; or a file of the workspace is damaged.' },
  paused: {
    code: 5,
    means: 'Paused: the disk is nearly full or the disk budget is spent. Free space or raise it; the same command goes on.',
  },
  reachedNothing: {
    code: 6,
    means: 'The crawl reached nothing: no page came in, new or known, or only one to log in. It says what stood in the way.',
  },
  interrupted: { code: 130, means: 'Stopped by Ctrl-C or SIGTERM. Everything fetched is kept; the same command goes on.' },
} as const;

export type Exit = keyof typeof EXIT_CODES;
