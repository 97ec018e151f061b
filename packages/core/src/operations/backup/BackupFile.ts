import { Context, Schema, type Stream } from "effect"
import { digest } from "../../foundation/secret/Secrets.ts"
import { type BackupDamaged, MissingFile } from "./BackupErrors.ts"
import { StoreSchema } from "./StoreCopy.ts"

/** The version of the format, which every backup begins with. */
export const format = 1

export const limits = {
  /** Entries that are written together. */
  entries: 500,
  /** The largest file, in bytes: no upload is larger. */
  fileSize: 1_073_741_824
} as const

/** The first line. */
export const Header = Schema.Struct({
  quire: Schema.Literal("backup"),
  format: Schema.Int,
  schema: StoreSchema
})
export type Header = typeof Header.Type

/** Before the bytes of a file, which follow in pieces. */
export const Blob = Schema.Struct({ blob: Schema.String, size: Schema.Int })
export type Blob = typeof Blob.Type

/** The keys that have sealed something (rule backup-keys). */
export const Keys = Schema.Struct({
  /** Ids of keys of the operator. */
  operator: Schema.Array(Schema.String),
  /** Ids of keys that were not available when the backup was created. */
  absent: Schema.Array(Schema.String),
  /** Whether the store's own key has, which is in the backup. */
  own: Schema.Boolean
})
export type Keys = typeof Keys.Type

/** After all files: the moment of everything that follows, in epoch ms. */
export const MomentLine = Schema.Struct({
  moment: Schema.Struct({ at: Schema.Int, epochs: Schema.Array(Schema.String), keys: Keys })
})
export type MomentLine = typeof MomentLine.Type

/** Before the entries of a section. */
export const SectionLine = Schema.Struct({ section: Schema.String })
export type SectionLine = typeof SectionLine.Type

/** Number of entries of a section, and a digest of them. */
export const SectionCounts = Schema.Struct({ entries: Schema.Int, digest: Schema.String })
export type SectionCounts = typeof SectionCounts.Type

export const Files = Schema.Struct({ count: Schema.Int, bytes: Schema.Int })
export type Files = typeof Files.Type

/** The last line. */
export const End = Schema.Struct({
  end: Schema.Struct({
    files: Files,
    sections: Schema.Record(Schema.String, SectionCounts),
    /** Referenced files that are missing or damaged in the backup; absent in backups that did not check. */
    missing: Schema.optionalKey(Schema.Array(MissingFile))
  })
})
export type End = typeof End.Type

/** The content of a backup. */
export interface Summary {
  readonly schema: StoreSchema
  /** The time of the snapshot, in epoch ms. */
  readonly at: number
  readonly keys: Keys
  readonly files: Files
  /** Referenced files that are missing or damaged in the backup (rule backup-missing). */
  readonly missing: ReadonlyArray<MissingFile>
  /** Sections by name. */
  readonly sections: { readonly [section: string]: SectionCounts }
}

export const nothing: SectionCounts = { entries: 0, digest: "" }

/** Adds lines in their order. */
export const tally = (self: SectionCounts, lines: ReadonlyArray<string>): SectionCounts => ({
  entries: self.entries + lines.length,
  digest: lines.reduce((before, line) => digest(`${before}${line}`), self.digest)
})

/** Entries are enclosed in brackets, which distinguish them from all other lines. */
export const toEntry = (line: string): string => `[${line}]`

export const isEntry = (line: string): boolean => line.startsWith("[") && line.endsWith("]")

export const fromEntry = (entry: string): string => entry.slice(1, -1)

/**
 * Converts the text of a backup to the bytes of a file, piece by piece, and verifies on reading that the file is
 * complete.
 */
export class BackupWriter extends Context.Service<
  BackupWriter,
  {
    /** Fails if the text fails, before its last bytes. */
    readonly pack: <E>(text: Stream.Stream<string, E>) => Stream.Stream<Uint8Array, E>
    /** Fails, at the end at the latest, if the bytes are not exactly those of a packed text (rule backup-whole). */
    readonly unpack: (bytes: Stream.Stream<Uint8Array>) => Stream.Stream<string, BackupDamaged>
  }
>()("@quire/core/BackupWriter") {}
