/** Resource limits of scripts (rule script-bounds). */
export const limits = {
  /** Time limit of a run. */
  milliseconds: 10_000,
  /** Milliseconds after the deadline at which a thread is terminated if it has not reported the timeout. */
  graceMilliseconds: 20,
  /** How long a thread may take to begin. */
  beginMilliseconds: 10_000,
  /** Memory limit of one script, including its program and all data passed to it. */
  memoryBytes: 32 * 1024 * 1024,
  /** Stack size of a script. */
  stackBytes: 262_144,
  /** Heap of the thread itself, in addition to the script's memory. */
  heapMegabytes: 96,
  /** Size of the response, including its headers. */
  outputBytes: 5 * 1024 * 1024,
  headerBytes: 65_536,
  /** Size of one fetch, in each direction. */
  fetchBytes: 5 * 1024 * 1024,
  /** Total size of all fetches of one run, in both directions. */
  fetchedBytes: 32 * 1024 * 1024,
  fetchMilliseconds: 10_000,
  /** Fetches of one run; each redirect counts as one. */
  fetches: 50,
  fetchesAtATime: 6,
  logLines: 1_000,
  logBytes: 262_144,
  /** Length of the message of a failure. */
  messageCharacters: 2_000,
  /** One thread is reserved: no single organization can use all of them while other organizations run scripts. */
  threads: 3,
  /** Runs of one organization that wait for a thread. */
  waiting: 64,
  /** Idle time after which a thread ends. */
  idleMilliseconds: 30_000
} as const
