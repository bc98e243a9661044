/** What passes between the indexing thread and whoever started it. */
export interface IndexThreadData {
  /** The workspace to follow until it is told to finish; null: it is told what to look at. */
  readonly follow: string | null;
}

export interface ToIndexThread {
  /** A workspace to bring up to date. Left out: finish. */
  readonly refresh?: string;
}

export interface FromIndexThread {
  readonly trouble?: string;
  /** A workspace that was looked at. */
  readonly done?: string;
}
