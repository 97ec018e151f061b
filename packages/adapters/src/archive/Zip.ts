import { isUtf8 } from "node:buffer"
import { setImmediate } from "node:timers/promises"
import { crc32, inflateRaw, inflateRawSync } from "node:zlib"
import { FileName, Unicode } from "@quire/core"
import { Effect, Result, Schema } from "effect"
import * as yauzl from "yauzl"
import { type ArchiveLimits, defaults } from "./ArchiveLimits.ts"

/**
 * Why an archive was not unpacked; a closed set.
 *
 * - `malformed`: not a zip, damaged, or with sizes or checksums that do not match its data
 * - `encrypted`, `compression`: an entry needs a password, or a method other than store and deflate
 * - `name`: an entry's name leads outside, or contains characters that hide where it leads
 * - `duplicate`: two entries have the same name, or a file has the name of a folder
 * - `link`: an entry is a symbolic link or a device
 * - `overlap`: two entries share their data
 * - `entries`, `unpacked`, `ratio`: a limit would be exceeded
 */
export const Reason = Schema.Literals([
  "malformed",
  "encrypted",
  "compression",
  "name",
  "duplicate",
  "link",
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
  link: "the archive contains a link or a device file",
  overlap: "the archive contains entries that share the same data",
  entries: "the archive contains too many entries",
  unpacked: "the archive is too large when unpacked",
  ratio: "the compression ratio of the archive is too high"
}

/** An archive was refused as a whole; nothing of it is used. The message never contains a name from the archive. */
export class ArchiveRefused extends Schema.TaggedError<ArchiveRefused>()("ArchiveRefused", { reason: Reason }) {
  get kind(): "limit" | "unprocessable" {
    return this.reason === "entries" || this.reason === "unpacked" || this.reason === "ratio"
      ? "limit"
      : "unprocessable"
  }
  override get message() {
    return sentences[this.reason]
  }
}

/** Longest path of an entry, in UTF-16 code units, and deepest nesting of its folders. */
const limits = { length: 1024, depth: 64 } as const

/**
 * The path of an archive entry in canonical form: NFC, relative, `/` between non-empty segments, no `.` segments. Fails
 * when the name could refer to a path outside the archive, or could be displayed differently from what it is.
 */
const canonicalize = (name: string): Result.Result<string, "name"> => {
  const path = Unicode.normalize(name, "NFC")
  if (
    path.length > limits.length ||
    FileName.isDisguised(path) ||
    path.includes("\\") ||
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

const refuse = (reason: Reason) => new ArchiveRefused({ reason })

const fileType = 0o170_000
const plainTypes: ReadonlySet<number> = new Set([0, 0o100_000, 0o040_000])

/** Some tools write UTF-8 without the flag for it, so names that are valid UTF-8 are decoded as such. */
const decodeName = ({ generalPurposeBitFlag, fileNameRaw, extraFields }: yauzl.Entry) =>
  yauzl.getFileNameLowLevel(generalPurposeBitFlag | (isUtf8(fileNameRaw) ? 0x800 : 0), fileNameRaw, extraFields, true)

const findRefusal = (entry: yauzl.Entry): Reason | undefined => {
  if (entry.isEncrypted()) return "encrypted"
  if (!plainTypes.has((entry.externalFileAttributes >>> 16) & fileType)) return "link"
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
      if (files.has(path)) throw refuse("duplicate")
      folders.add(path)
      if (folders.size > limits.entries) throw refuse("entries")
    }
  }
  return (name: string, isFolder: boolean): void => {
    enter(isFolder ? name : folderOf(name))
    if (isFolder) return
    if (files.has(name) || folders.has(name)) throw refuse("duplicate")
    files.add(name)
  }
}

/** Throws when the unpacked bytes exceed a limit. */
const checkAllowance = (archiveBytes: number, limits: ArchiveLimits) => (unpacked: number) => {
  if (unpacked > limits.unpackedBytes) throw refuse("unpacked")
  if (unpacked > archiveBytes * limits.ratio) throw refuse("ratio")
}

/** Reads the directory of the archive, and refuses it as a whole before anything is unpacked. */
const listFiles = async (
  zip: yauzl.ZipFile,
  archiveBytes: number,
  limits: ArchiveLimits
): Promise<ReadonlyArray<FileEntry>> => {
  if (zip.entryCount > limits.entries) throw refuse("entries")
  const budget = checkAllowance(archiveBytes, limits)
  const take = trackNames(limits)
  const found: Array<FileEntry> = []
  let declared = 0
  for await (const entry of zip.eachEntry()) {
    const reason = findRefusal(entry)
    if (reason !== undefined) throw refuse(reason)
    const raw = decodeName(entry)
    const name = Result.getOrThrowWith(canonicalize(raw), refuse)
    const isFolder = raw.endsWith("/")
    take(name, isFolder)
    if (isFolder) continue
    declared += entry.uncompressedSize
    budget(declared)
    found.push({ name, entry })
  }
  return found
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
    if (at < end) throw refuse("overlap")
    const start = findDataStart(archive, at)
    end = start + file.entry.compressedSize
    if (end > archive.length) throw refuse("malformed")
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

const unpack = async ({ entry, packed }: { readonly entry: yauzl.Entry; readonly packed: Buffer }) => {
  const bytes = entry.compressionMethod === 0 ? packed : await inflate(packed, Math.max(1, entry.uncompressedSize))
  if (bytes.byteLength !== entry.uncompressedSize || crc32(bytes) !== entry.crc32) throw refuse("malformed")
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

const readAll = async (bytes: Uint8Array, limits: ArchiveLimits, signal: AbortSignal) => {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const zip = await yauzl.fromBufferPromise(archive, { decodeStrings: false, validateEntrySizes: true })
  const files = locate(archive, await listFiles(zip, archive.byteLength, limits))
  const unpacked = new Map<string, Uint8Array>()
  let sinceTurn = 0
  for (const file of files) {
    sinceTurn += file.entry.uncompressedSize
    if (sinceTurn > bytesPerTurn) {
      sinceTurn = 0
      await setImmediate()
    }
    signal.throwIfAborted()
    unpacked.set(file.name, await unpack(file))
  }
  return unpacked
}

/**
 * Unpacks an untrusted zip in memory into bytes by path, files only, in the order of their data. Declared sizes are
 * checked against the limits first; then every file is checked against its declared size and checksum while it is
 * inflated, so never more than allowed is unpacked. Nested archives stay packed.
 */
export const read = (bytes: Uint8Array, limits: ArchiveLimits = defaults) =>
  Effect.tryPromise({
    try: (signal): Promise<ReadonlyMap<string, Uint8Array>> => readAll(bytes, limits, signal),
    catch: (cause) =>
      cause instanceof ArchiveRefused
        ? cause
        : refuse(cause instanceof Error && cause.message.includes("encryption") ? "encrypted" : "malformed")
  })
