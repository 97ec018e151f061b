import { Effect, Option, Pull, Schema, Stream } from "effect"
import { Base64 } from "effect/encoding"
import type { BlobHash } from "../../foundation/blob/BlobStore.ts"
import * as Sha256 from "../../foundation/secret/Sha256.ts"
import type { StoredCollection } from "../../foundation/store/Repository.ts"
import { BackupDamaged, BackupRefused, type MissingFile } from "./BackupErrors.ts"
import * as BackupFile from "./BackupFile.ts"
import { BackupWriter } from "./BackupFile.ts"
import * as BackupManifest from "./BackupManifest.ts"

/** The lines of a text that arrives in pieces, one after the other. */
export interface BackupLines {
  /** The next line without taking it; undefined after the last one. */
  readonly peek: Effect.Effect<string | undefined, BackupDamaged>
  readonly next: Effect.Effect<string | undefined, BackupDamaged>
  /** Following lines that have already arrived, without waiting. */
  readonly takeWhile: (isWanted: (line: string) => boolean, limit: number) => ReadonlyArray<string>
}

/** Opens a text for as long as the scope lasts. */
export const open = Effect.fnUntraced(function* (text: Stream.Stream<string, BackupDamaged>) {
  const pull = yield* Stream.toPull(text)
  let lines: ReadonlyArray<string> = []
  let at = 0
  let rest = ""
  let isOver = false

  const add = (pieces: ReadonlyArray<string>) => {
    const piece = pieces.join("")
    if (!piece.includes("\n")) {
      rest += piece
      return
    }
    const parts = `${rest}${piece}`.split("\n")
    rest = parts.pop() ?? ""
    lines = at < lines.length ? [...lines.slice(at), ...parts] : parts
    at = 0
  }

  const endText = Effect.suspend(() => {
    isOver = true
    return rest === "" ? Effect.void : Effect.fail(new BackupDamaged({ detail: "its last line is incomplete" }))
  })

  const fill: Effect.Effect<void, BackupDamaged> = Effect.suspend(() => {
    if (at < lines.length || isOver) return Effect.void
    return Effect.andThen(
      Pull.catchDone(Effect.map(pull, add), () => endText),
      fill
    )
  })

  const peek = Effect.map(fill, () => lines[at])
  return {
    peek,
    next: Effect.tap(peek, () =>
      Effect.sync(() => {
        at += 1
      })
    ),
    takeWhile: (isWanted, limit) => {
      let end = at
      while (end < lines.length && end < at + limit && isWanted(lines[end] ?? "")) end += 1
      const taken = lines.slice(at, end)
      at = end
      return taken
    }
  } satisfies BackupLines
})

type Lines = BackupLines

const damaged = (detail: string) => new BackupDamaged({ detail })

/** Reads the next line, which must be of one kind; `what` names it. */
const read = <A, I>(lines: Lines, schema: Schema.Codec<A, I>, what: string): Effect.Effect<A, BackupDamaged> => {
  const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(schema))
  return Effect.flatMap(lines.next, (line) =>
    line === undefined
      ? Effect.fail(damaged(`it ends before ${what}`))
      : Effect.mapError(decode(line), () => damaged(`${what} cannot be read`))
  )
}

const decodeBlob = Schema.decodeUnknownOption(Schema.fromJsonString(BackupFile.Blob))
const decodePiece = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.String))
const decodeSection = Schema.decodeUnknownOption(Schema.fromJsonString(BackupFile.SectionLine))

/** The bytes from a file, a response or another source. */
export const fromIterable = (bytes: AsyncIterable<Uint8Array>): Stream.Stream<Uint8Array> =>
  Stream.orDie(Stream.fromAsyncIterable(bytes, (cause) => cause))

export const readHeader = Effect.fnUntraced(function* (lines: Lines) {
  const header = yield* read(lines, BackupFile.Header, "its first line")
  if (header.format === BackupFile.format) return header
  return yield* new BackupRefused({
    detail: `its format is ${header.format}, but this version reads ${BackupFile.format}: use the version that created it`
  })
})

/** Receives the bytes of one file in pieces; whether they match its hash is known at the end. */
export interface Receiver<E, R> {
  readonly take: (piece: Uint8Array, at: number) => void
  readonly end: (isWhole: boolean) => Effect.Effect<void, E, R>
}

const readBytes = Effect.fnUntraced(function* <E, R>(
  lines: Lines,
  { blob, size }: BackupFile.Blob,
  { end, take }: Receiver<E, R>
) {
  const hashing = Sha256.begin()
  let at = 0
  while (at < size) {
    const line = yield* lines.next
    const piece = Option.flatMap(Option.fromNullishOr(line), decodePiece)
    const decoded = Option.flatMap(piece, (text) => Option.getSuccess(Base64.decode(text)))
    const next = Option.getOrUndefined(decoded)
    if (next === undefined || next.length === 0 || at + next.length > size) {
      return yield* damaged(`the bytes of file ${blob} are corrupt`)
    }
    hashing.add(next)
    take(next, at)
    at += next.length
  }
  const isWhole = hashing.end() === blob
  yield* end(isWhole)
  return isWhole
})

/** The files that were read. */
interface Walked extends BackupManifest.VerifiedFiles {
  readonly files: BackupFile.Files
}

/** Reads the files up to the moment, and the moment. */
export const walkFiles = Effect.fnUntraced(function* <E, R>(
  lines: Lines,
  receive: (blob: BackupFile.Blob) => Receiver<E, R>
) {
  let files: BackupFile.Files = { count: 0, bytes: 0 }
  const [whole, broken] = [new Set<BlobHash>(), new Set<BlobHash>()]
  for (;;) {
    const line = yield* lines.peek
    const blob = Option.getOrUndefined(Option.flatMap(Option.fromNullishOr(line), decodeBlob))
    if (blob === undefined) break
    yield* lines.next
    const { blob: hash, size } = blob
    if (size < 0 || size > BackupFile.limits.fileSize) return yield* damaged(`the size of file ${hash} is invalid`)
    const isWhole = yield* readBytes(lines, blob, receive(blob))
    if (isWhole) whole.add(hash)
    else broken.add(hash)
    files = { count: files.count + 1, bytes: files.bytes + blob.size }
  }
  const { moment } = yield* read(lines, BackupFile.MomentLine, "its moment")
  return { walked: { files, whole, damaged: broken } satisfies Walked, moment }
})

const walkSection = Effect.fnUntraced(function* <E, R>(
  lines: Lines,
  onEntries: (entries: ReadonlyArray<string>) => Effect.Effect<void, E, R>
) {
  let sum = BackupFile.nothing
  for (;;) {
    yield* lines.peek
    const taken = lines.takeWhile(BackupFile.isEntry, BackupFile.limits.entries)
    if (taken.length === 0) return sum
    const entries = taken.map(BackupFile.fromEntry)
    sum = BackupFile.tally(sum, entries)
    yield* onEntries(entries)
  }
})

/** Whether two tallies of sections are the same; the name of the first that differs. */
export const findDifference = (
  expected: BackupFile.Summary["sections"],
  found: BackupFile.Summary["sections"]
): Option.Option<string> => {
  const differs = (name: string) =>
    expected[name]?.digest !== found[name]?.digest || expected[name]?.entries !== found[name]?.entries
  return Option.fromNullishOr([...new Set([...Object.keys(expected), ...Object.keys(found)])].find(differs))
}

/**
 * Checks that the missing files are those that the backup lists. A backup without a list may lack files, but must not
 * have damaged ones.
 */
const requireListed = (found: ReadonlyArray<MissingFile>, listed: ReadonlyArray<MissingFile> | undefined) => {
  const known = new Set(listed?.map(({ file }) => file))
  const unlisted = found.find(({ file, namedBy }) => !known.has(file) && (listed !== undefined || namedBy === null))
  if (unlisted === undefined) return Effect.void
  const { file, namedBy } = unlisted
  return damaged(
    namedBy === null
      ? `the bytes of file ${file} do not match its hash`
      : `it lacks file ${file}, which ${namedBy} references`
  )
}

/** Reads all sections and the end, which must match them and be the last line (rule backup-whole). */
export const walkSections = Effect.fnUntraced(function* <E, R>(
  shapes: ReadonlyArray<StoredCollection>,
  lines: Lines,
  { files, ...seen }: Walked,
  onEntries: (section: string, entries: ReadonlyArray<string>) => Effect.Effect<void, E, R>
) {
  const sections: { [section: string]: BackupFile.SectionCounts } = {}
  const { list, note } = BackupManifest.makeLedger(shapes, seen)
  for (;;) {
    const section = Option.getOrUndefined(Option.flatMap(Option.fromNullishOr(yield* lines.peek), decodeSection))
    if (section === undefined) break
    yield* lines.next
    if (section.section in sections) return yield* damaged(`it contains ${section.section} twice`)
    sections[section.section] = yield* walkSection(lines, (entries) =>
      Effect.andThen(note(section.section, entries), onEntries(section.section, entries))
    )
  }
  const { end } = yield* read(lines, BackupFile.End, "its end")
  const other = Option.getOrUndefined(findDifference(end.sections, sections))
  if (other !== undefined) return yield* damaged(`${other} does not match its recorded digest`)
  if (end.files.count !== files.count || end.files.bytes !== files.bytes) {
    return yield* damaged("the number or size of files does not match the recorded total")
  }
  const missing = list()
  yield* requireListed(missing, end.missing)
  if ((yield* lines.next) !== undefined) return yield* damaged("it contains data after its end")
  return { missing, sections }
})

const discardBytes: Receiver<never, never> = { take: () => undefined, end: () => Effect.void }

/** Reads a backup to its end and returns a summary of its content. */
export const checkBytes = Effect.fnUntraced(function* (
  shapes: ReadonlyArray<StoredCollection>,
  bytes: AsyncIterable<Uint8Array>
) {
  const { unpack } = yield* BackupWriter
  const lines = yield* open(unpack(fromIterable(bytes)))
  const { schema } = yield* readHeader(lines)
  const { moment, walked } = yield* walkFiles(lines, () => discardBytes)
  const found = yield* walkSections(shapes, lines, walked, () => Effect.void)
  return { schema, at: moment.at, keys: moment.keys, files: walked.files, ...found } satisfies BackupFile.Summary
}, Effect.scoped)
