import { isUtf8 } from "node:buffer"
import { setImmediate } from "node:timers/promises"
import { TextDecoder } from "node:util"
import { crc32, inflateRaw, inflateRawSync } from "node:zlib"
import { FileName, Importer, Text, Unicode } from "@quire/core"
import { Effect, Result, Schema } from "effect"
import * as yauzl from "yauzl"
import * as EncodingGuess from "../text/EncodingGuess.ts"
import { type ArchiveLimits, defaults } from "./ArchiveLimits.ts"

/**
 * Why an archive was not unpacked; a closed set.
 *
 * - `malformed`: not a zip, damaged, or with sizes or checksums that do not match its data
 * - `encrypted`, `compression`: an entry needs a password, or a method other than store and deflate
 * - `name`: an entry's name leads outside, or contains characters that hide where it leads
 * - `duplicate`: two entries have the same name, or a file has the name of a folder
 * - `overlap`: two entries share their data
 * - `entries`, `unpacked`, `ratio`: a limit would be exceeded
 */
export const Reason = Schema.Literals([
  "malformed",
  "encrypted",
  "compression",
  "name",
  "duplicate",
  "overlap",
  "entries",
  "unpacked",
  "ratio"
])
export type Reason = typeof Reason.Type

const sentences: { readonly [R in Reason]: string } = {
  malformed: "the archive is damaged or is not a ZIP file",
  encrypted: "the archive is encrypted",
  compression: "the archive uses a compression method other than deflate",
  name: "the archive contains a name that is not a plain relative path",
  duplicate: "the archive contains the same name twice",
  overlap: "the archive contains entries that share the same data",
  entries: "the archive contains too many entries",
  unpacked: "the archive is too large when unpacked",
  ratio: "the compression ratio of the archive is too high"
}

/** An archive was refused as a whole; nothing of it is used. */
export class ArchiveRefused extends Schema.TaggedError<ArchiveRefused>()("ArchiveRefused", {
  reason: Reason,
  /** The entry that it was refused for, with characters that are not visible escaped. */
  entry: Schema.optionalKey(Schema.String),
  excess: Schema.optionalKey(Importer.Excess)
}) {
  get kind(): "limit" | "unprocessable" {
    return this.reason === "entries" || this.reason === "unpacked" || this.reason === "ratio"
      ? "limit"
      : "unprocessable"
  }
  override get message() {
    return this.entry === undefined ? sentences[this.reason] : `${sentences[this.reason]}: ${this.entry}`
  }
}

/** Longest path of an entry, in UTF-16 code units, and deepest nesting of its folders. */
const limits = { length: 1024, depth: 64 } as const

/**
 * The path of an archive entry in canonical form: NFC, relative, `/` between non-empty segments, no `.` segments. Some
 * programs of Windows write `\\` for `/`. Fails when the name could refer to a path outside the archive, or could be displayed differently from what it is.
 */
const canonicalize = (name: string): Result.Result<string, "name"> => {
  const path = Unicode.normalize(name.replaceAll("\\", "/"), "NFC")
  if (
    path.length > limits.length ||
    FileName.isDisguised(path) ||
    path.includes("\ufffd") ||
    path.startsWith("/") ||
    /^[a-z]:/i.test(path)
  ) {
    return Result.fail("name")
  }
  const segments = path.split("/").filter((segment) => segment !== "" && segment !== ".")
  return segments.length === 0 || segments.length > limits.depth || segments.some((segment) => segment.trim() === "..")
    ? Result.fail("name")
    : Result.succeed(segments.join("/"))
}

interface FileEntry {
  readonly name: string
  readonly entry: yauzl.Entry
}

/** A name to show: what cannot be seen is escaped, and only its beginning is kept. */
const display = (name: string): string => {
  const visible = name.replace(/[\p{C}\p{Z}]/gu, (character) =>
    character === " " ? character : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
  )
  return `"${Text.cut(visible.toWellFormed(), 200)}"`
}

const refuse = (reason: Reason, name?: string) =>
  new ArchiveRefused({ reason, ...(name === undefined ? {} : { entry: display(name) }) })

const unixTypes = { mask: 0o170_000, plain: new Set([0, 0o100_000, 0o040_000]) } as const

/** Whether an entry is a symbolic link, a device or a pipe. */
const isSpecial = (entry: yauzl.Entry): boolean =>
  !unixTypes.plain.has((entry.externalFileAttributes >>> 16) & unixTypes.mask)

/** Whether the archive states the encoding of a name, or its bytes are UTF-8, which some tools write without the flag. */
const isUnicode = ({ extraFields, fileNameRaw, generalPurposeBitFlag }: yauzl.Entry): boolean =>
  (generalPurposeBitFlag & 0x800) !== 0 || isUtf8(fileNameRaw) || extraFields.some(({ id }) => id === 0x7075)

/** A decoder for the names of an archive, which finds out the encoding of those that do not state it from all of them. */
const makeNameDecoder = (entries: ReadonlyArray<yauzl.Entry>) => {
  const unstated = entries.filter((entry) => !isUnicode(entry)).map(({ fileNameRaw }) => fileNameRaw)
  const encoding = EncodingGuess.ofNames(Buffer.concat(unstated.flatMap((name) => [name, Buffer.from("/")])))
  const decoder = encoding === undefined ? undefined : new TextDecoder(encoding)
  return (entry: yauzl.Entry): string => {
    const { extraFields, fileNameRaw, generalPurposeBitFlag } = entry
    if (decoder !== undefined && !isUnicode(entry)) return decoder.decode(fileNameRaw)
    const flags = generalPurposeBitFlag | (isUtf8(fileNameRaw) ? 0x800 : 0)
    return yauzl.getFileNameLowLevel(flags, fileNameRaw, extraFields, false)
  }
}

const findRefusal = (entry: yauzl.Entry): Reason | undefined => {
  if (entry.isEncrypted()) return "encrypted"
  return entry.compressionMethod === 0 || entry.compressionMethod === 8 ? undefined : "compression"
}

const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf("/")))

/** Records every file and folder name, and refuses one that collides, as well as too many folders. */
const trackNames = (limits: ArchiveLimits) => {
  const files = new Set<string>()
  const folders = new Set<string>()
  /** Adds a folder and its parents. The parents of a known folder are already known. */
  const enter = (folder: string) => {
    for (let path = folder; path !== "" && !folders.has(path); path = folderOf(path)) {
      if (files.has(path)) throw refuse("duplicate", path)
      folders.add(path)
      if (folders.size > limits.entries) throw refuse("entries")
    }
  }
  return (name: string, isFolder: boolean): void => {
    enter(isFolder ? name : folderOf(name))
    if (isFolder) return
    if (files.has(name) || folders.has(name)) throw refuse("duplicate", name)
    files.add(name)
  }
}

interface Sized {
  readonly name: string
  readonly size: number
}

/** The deepest folder that contains more than half of the sizes of files, with what it contains. */
export const findLargest = (files: ReadonlyArray<Sized>): Importer.Excess => {
  const total = files.reduce((sum, { size }) => sum + size, 0)
  let largest: Importer.Excess = { total, folder: "", inFolder: total }
  for (let rest = files; ; ) {
    const sizes = new Map<string, number>()
    for (const { name, size } of rest) {
      const end = name.indexOf("/", largest.folder.length)
      if (end === -1) continue
      const folder = name.slice(0, end + 1)
      sizes.set(folder, (sizes.get(folder) ?? 0) + size)
    }
    const found = [...sizes].find(([, size]) => size > total / 2)
    if (found === undefined) return largest
    const [folder, inFolder] = found
    largest = { total, folder, inFolder }
    rest = rest.filter(({ name }) => name.startsWith(folder))
  }
}

/** Throws when the unpacked bytes of files exceed a limit. */
const checkAllowance = (archiveBytes: number, limits: ArchiveLimits, files: ReadonlyArray<FileEntry>) => {
  const unpacked = files.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0)
  const excess = () => ({
    excess: findLargest(files.map(({ entry, name }) => ({ name, size: entry.uncompressedSize })))
  })
  if (unpacked > limits.unpackedBytes) throw new ArchiveRefused({ reason: "unpacked", ...excess() })
  if (unpacked > archiveBytes * limits.ratio) throw new ArchiveRefused({ reason: "ratio", ...excess() })
}

interface Directory {
  readonly files: ReadonlyArray<FileEntry>
  /** Symbolic links, devices and pipes. */
  readonly special: ReadonlyArray<string>
}

/** Reads the directory of the archive, and refuses it as a whole before anything is unpacked. */
const listFiles = async (zip: yauzl.ZipFile, limits: ArchiveLimits): Promise<Directory> => {
  if (zip.entryCount > limits.entries) throw refuse("entries")
  const entries: Array<yauzl.Entry> = []
  for await (const entry of zip.eachEntry()) entries.push(entry)
  const decodeName = makeNameDecoder(entries)
  const take = trackNames(limits)
  const files: Array<FileEntry> = []
  const special: Array<string> = []
  for (const entry of entries) {
    const raw = decodeName(entry)
    const reason = findRefusal(entry)
    if (reason !== undefined) throw refuse(reason, raw)
    const name = Result.getOrThrowWith(canonicalize(raw), () => refuse("name", raw))
    const isFolder = /[/\\]$/.test(raw)
    take(name, isFolder)
    if (isSpecial(entry)) special.push(name)
    else if (!isFolder) files.push({ name, entry })
  }
  return { files, special }
}

const header = { signature: 0x04034b50, nameLength: 26, extraLength: 28, length: 30 } as const

/** The offset of a file's packed bytes, given the offset of its header. */
const findDataStart = (archive: Buffer, at: number): number => {
  if (at + header.length > archive.length || archive.readUInt32LE(at) !== header.signature) throw refuse("malformed")
  const names = archive.readUInt16LE(at + header.nameLength) + archive.readUInt16LE(at + header.extraLength)
  return at + header.length + names
}

/** Locates the packed bytes of every file; refuses ranges that overlap. */
const locate = (archive: Buffer, files: ReadonlyArray<FileEntry>) => {
  const located: Array<FileEntry & { readonly packed: Buffer }> = []
  let end = 0
  for (const file of files.toSorted(
    (a, b) => a.entry.relativeOffsetOfLocalHeader - b.entry.relativeOffsetOfLocalHeader
  )) {
    const at = file.entry.relativeOffsetOfLocalHeader
    if (at < end) throw refuse("overlap", file.name)
    const start = findDataStart(archive, at)
    end = start + file.entry.compressedSize
    if (end > archive.length) throw refuse("malformed", file.name)
    located.push({ ...file, packed: archive.subarray(start, end) })
  }
  return located
}

/** Bytes inflated synchronously before yielding; larger files are inflated asynchronously. */
const bytesPerTurn = 262_144

const inflate = (packed: Buffer, maxOutputLength: number): Promise<Uint8Array> | Uint8Array =>
  maxOutputLength <= bytesPerTurn
    ? inflateRawSync(packed, { maxOutputLength, chunkSize: Math.max(64, maxOutputLength) })
    : new Promise((resolve, reject) =>
        inflateRaw(packed, { maxOutputLength }, (error, bytes) => (error === null ? resolve(bytes) : reject(error)))
      )

interface PackedFile extends FileEntry {
  readonly packed: Buffer
}

const unpackFile = async ({ entry, name, packed }: PackedFile) => {
  const bytes = entry.compressionMethod === 0 ? packed : await inflate(packed, Math.max(1, entry.uncompressedSize))
  if (bytes.byteLength !== entry.uncompressedSize || crc32(bytes) !== entry.crc32) throw refuse("malformed", name)
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Unpacks files in the order of their data. */
const unpackAll = async (
  files: ReadonlyArray<PackedFile>,
  signal: AbortSignal
): Promise<ReadonlyMap<string, Uint8Array>> => {
  const unpacked = new Map<string, Uint8Array>()
  let sinceTurn = 0
  for (const file of files) {
    sinceTurn += file.entry.uncompressedSize
    if (sinceTurn > bytesPerTurn) {
      sinceTurn = 0
      await setImmediate()
    }
    signal.throwIfAborted()
    unpacked.set(file.name, await unpackFile(file))
  }
  return unpacked
}

const readDirectory = async (bytes: Uint8Array, limits: ArchiveLimits) => {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const zip = await yauzl.fromBufferPromise(archive, { decodeStrings: false, validateEntrySizes: true })
  const { files, special } = await listFiles(zip, limits)
  return { files: locate(archive, files), special }
}

const isArchive = ({ name }: FileEntry): boolean => /\.zip$/i.test(name)

/** The directory of an archive, or of all archives in it if it contains nothing else, as large exports do. */
const readDirectories = async (bytes: Uint8Array, limits: ArchiveLimits, signal: AbortSignal) => {
  const outer = await readDirectory(bytes, limits)
  if (outer.files.length === 0 || !outer.files.every(isArchive)) return outer
  checkAllowance(bytes.byteLength, limits, outer.files)
  const files: Array<PackedFile> = []
  const special = [...outer.special]
  const take = trackNames(limits)
  for (const inner of (await unpackAll(outer.files, signal)).values()) {
    const directory = await readDirectory(inner, limits)
    for (const { name } of directory.files) take(name, false)
    files.push(...directory.files)
    special.push(...directory.special)
    if (files.length > limits.entries) throw refuse("entries")
  }
  return { files, special }
}

const toRefusal = (cause: unknown): ArchiveRefused =>
  cause instanceof ArchiveRefused
    ? cause
    : refuse(cause instanceof Error && cause.message.includes("encryption") ? "encrypted" : "malformed")

/** An untrusted zip whose directory was read and checked. */
export interface Archive {
  /** Paths of all files, in the order of their data. */
  readonly names: ReadonlyArray<string>
  /** Paths of symbolic links, devices and pipes, which cannot be unpacked. */
  readonly special: ReadonlyArray<string>
  /**
   * Unpacks the files that `isIncluded` accepts, in memory, by path. The limits of bytes apply to all files that the
   * archive has unpacked so far: their declared sizes are checked first, then each file against its size and checksum
   * while it is inflated.
   */
  readonly unpack: (
    isIncluded: (name: string) => boolean
  ) => Effect.Effect<ReadonlyMap<string, Uint8Array>, ArchiveRefused>
}

/**
 * Reads the directory of an archive in memory; nothing is unpacked yet, except that an archive of archives only is read
 * as one archive of their files. Other archives in it are files like others.
 */
export const open = Effect.fnUntraced(function* (bytes: Uint8Array, limits: ArchiveLimits = defaults) {
  const directory = yield* Effect.tryPromise({
    try: (signal) => readDirectories(bytes, limits, signal),
    catch: toRefusal
  })
  const opened = new Set<PackedFile>()
  const unpack: Archive["unpack"] = (isIncluded) =>
    Effect.tryPromise({
      try: async (signal) => {
        const files = directory.files.filter((file) => isIncluded(file.name))
        for (const file of files) opened.add(file)
        checkAllowance(bytes.byteLength, limits, [...opened])
        return unpackAll(files, signal)
      },
      catch: toRefusal
    })
  return { names: directory.files.map(({ name }) => name), special: directory.special, unpack } satisfies Archive
})
