/** Limits on the content of an archive. */
export interface ArchiveLimits {
  /**
   * Entries of any kind, folders included; the same number bounds the folders, whether they have entries or only occur
   * in paths.
   */
  readonly entries: number
  /** Total bytes of all files, as they actually unpack. */
  readonly unpackedBytes: number
  /** Unpacked bytes for each byte of the archive. */
  readonly ratio: number
}

/** The default limits. */
export const defaults: ArchiveLimits = { entries: 10_000, unpackedBytes: 100 * 1024 * 1024, ratio: 100 }
