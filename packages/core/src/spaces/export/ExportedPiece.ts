/** Some bytes of a file of an export; pieces of one file follow each other, and an empty file has one. */
export interface ExportedPiece {
  /** Relative, with `/` between folders. */
  readonly path: string
  /** Size of the whole file, in bytes. */
  readonly size: number
  readonly offset: number
  readonly bytes: Uint8Array
}
