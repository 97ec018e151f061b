/** What scripts may take (rule script-bounds). */
export const limits = {
  /** What a run may take in all. */
  milliseconds: 10_000,
  /** After how long beyond its deadline a thread is ended that has not said so itself. */
  graceMilliseconds: 20,
  /** How long a thread may take to begin. */
  beginMilliseconds: 10_000,
  /** Of one script, with its program and all that it is given. */
  memoryBytes: 32 * 1024 * 1024,
  /** Of what calls in a script stand on. */
  stackBytes: 262_144,
  /** Of a thread's own heap, outside of the script's memory. */
  heapMegabytes: 96,
  /** Of the answer, its headers counted. */
  outputBytes: 5 * 1024 * 1024,
  headerBytes: 65_536,
  /** Of one fetch, in each direction. */
  fetchBytes: 5 * 1024 * 1024,
  /** Of all fetches of one run, in both directions. */
  fetchedBytes: 32 * 1024 * 1024,
  fetchMilliseconds: 10_000,
  /** Of one run; what follows a redirect is one more. */
  fetches: 50,
  fetchesAtATime: 6,
  logLines: 1_000,
  logBytes: 262_144,
  /** Of what a failure says. */
  messageCharacters: 2_000,
  /** One of them is kept free of any single organization while others have scripts run. */
  threads: 3,
  /** Runs of one organization that wait for a thread. */
  waiting: 64,
  /** After how long without work a thread ends. */
  idleMilliseconds: 30_000
} as const
