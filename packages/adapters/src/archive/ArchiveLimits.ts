/** What an archive may hold. */
export interface ArchiveLimits {
  /** Entries of any kind, folders included; and as many folders, whether they have entries or are only named by others. */
  readonly entries: number
  /** Bytes of all files together, as they really unpack. */
  readonly unpackedBytes: number
  /** Unpacked bytes for each byte of the archive. */
  readonly ratio: number
}

/** What one archive may hold unless configured. */
export const defaults: ArchiveLimits = { entries: 10_000, unpackedBytes: 100 * 1024 * 1024, ratio: 100 }
