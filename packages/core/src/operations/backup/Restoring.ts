import { Effect, Option, Schema, Stream } from "effect"
import { SearchIndex } from "../../content/search-index/SearchIndex.ts"
import { type BlobHash, BlobStore } from "../../foundation/blob/BlobStore.ts"
import { keyIdOfSecret } from "../../foundation/secret/Sealing.ts"
import { Secrets } from "../../foundation/secret/Secrets.ts"
import * as Sha256 from "../../foundation/secret/Sha256.ts"
import type { StoredCollection } from "../../foundation/store/Repository.ts"
import { StoreError } from "../../foundation/store/StoreError.ts"
import { AuditVerifier, type Verification } from "../../people/audit/AuditVerifier.ts"
import { collection as spaces } from "../../spaces/space/Space.ts"
import { BackupDamaged, BackupRefused } from "./BackupErrors.ts"
import type * as BackupFile from "./BackupFile.ts"
import { BackupWriter, nothing, type SectionCounts, type Summary, tally } from "./BackupFile.ts"
import * as BackupManifest from "./BackupManifest.ts"
import * as BackupWalk from "./BackupWalk.ts"
import { type CurrentSchema, type Section, StoreCopy, type StoreSchema } from "./StoreCopy.ts"

/** The restored content, and whether the chains of the audit log are intact. */
export interface RestoreResult extends Summary {
  readonly audit: Verification
}

const refuse = (detail: string) => Effect.fail(new BackupRefused({ detail }))

const describe = ({ id, name }: StoreSchema) => `migration ${id} (${name})`

/** Before the initial schema was one migration, the migrations that created the same schema ended with this one. */
const isInitial = ({ id, name }: StoreSchema) => id === 51 && name === "server addresses"

const isSameSchema = (left: StoreSchema, right: StoreSchema): boolean =>
  left.id === right.id && left.name === right.name

/**
 * The collections that the backup may lack. A store with another schema was written by another version of Quire (rule
 * backup-schema).
 */
const requireSchema = (written: StoreSchema, here: CurrentSchema) => {
  const given = isInitial(written) ? { id: 1, name: "initial schema" } : written
  if (isSameSchema(given, here)) return Effect.succeed<ReadonlyArray<string>>([])
  const earlier = here.earlier.find((each) => isSameSchema(given, each))
  if (earlier !== undefined) return Effect.succeed(earlier.lacks)
  const detail = `it was created after ${describe(given)}, but this version is at ${describe(here)}`
  return refuse(
    given.id > here.id
      ? `${detail}: restore it with the version that created it or a later version`
      : `${detail}: restore it with the version that created it, then start this version on the same store`
  )
}

/** Requires the keys that sealed values in the backup (rule backup-keys). */
const requireKeys = Effect.fnUntraced(function* ({ operator }: BackupFile.Keys) {
  const { master, previousMaster } = yield* Secrets
  const given = [...Option.toArray(master), ...Option.toArray(previousMaster)]
  const known = new Set(given.map(keyIdOfSecret))
  const missing = operator.find((id) => !known.has(id))
  if (missing === undefined) return
  return yield* refuse(
    `it contains values sealed with the secret key ${missing}: provide that key as the current or the previous key`
  )
})

const isEmpty = ({ lines }: Section) =>
  Effect.map(Stream.runHead(Stream.filter(lines, (some) => some.length > 0)), Option.isNone)

/** A backup is only restored into an empty store (rule backup-empty). */
const requireEmpty = Effect.fnUntraced(function* (shapes: ReadonlyArray<StoredCollection>) {
  const { snapshot } = yield* StoreCopy
  yield* snapshot(shapes, ({ sections }) =>
    Effect.forEach(sections, (section) =>
      Effect.flatMap(isEmpty(section), (empty) =>
        empty
          ? Effect.void
          : refuse(`the store is not empty (it contains ${section.name}): choose a new folder or an empty database`)
      )
    )
  )
})

/** Stores a file in the blob store if it is whole; uses as much memory as the size of the file. */
const putFile = ({ size }: BackupFile.Blob): BackupWalk.Receiver<never, BlobStore> => {
  const bytes = new Uint8Array(size)
  return {
    take: (piece, at) => bytes.set(piece, at),
    end: (isWhole) => (isWhole ? Effect.flatMap(BlobStore, ({ put }) => put(bytes)) : Effect.void)
  }
}

/** Number of files that are read again at the same time. */
const atOnce = 4

/** Reads the files again from where they were stored (rule backup-same). */
const requireFiles = Effect.fnUntraced(function* (hashes: ReadonlySet<BlobHash>) {
  const { open } = yield* BlobStore
  const requireFile = Effect.fnUntraced(function* (hash: BlobHash) {
    const found = Option.getOrUndefined(yield* open(hash))
    const hashing = Sha256.begin()
    if (found !== undefined)
      yield* Stream.runForEach(found.read(0, found.size), (piece) => Effect.sync(() => hashing.add(piece)))
    if (found !== undefined && hashing.end() === hash) return
    return yield* new BackupDamaged({ detail: `file ${hash} was different after it was restored` })
  })
  yield* Effect.forEach(hashes, requireFile, { concurrency: atOnce, discard: true })
})

const idsOf = Schema.decodeUnknownEffect(Schema.Array(Schema.fromJsonString(BackupManifest.Row)))

/** Marks the spaces for a rebuild of their search entries (rule backup-derived). */
const markSearch = Effect.fnUntraced(function* (entries: ReadonlyArray<string>) {
  const { beginRebuild } = yield* SearchIndex
  yield* Effect.forEach(yield* Effect.orDie(idsOf(entries)), ({ id }) => beginRebuild(id))
})

/** Rows that the store does not take, or that are not what its rows are, are no rows of a backup as it was written. */
const refusingRows = <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E | BackupDamaged, R> =>
  Effect.catchDefect(self, (defect) => {
    if (!(defect instanceof StoreError) || defect.unavailable) return Effect.die(defect)
    const why = defect.cause instanceof Error ? defect.cause.message : String(defect.cause)
    return Effect.fail(new BackupDamaged({ detail: `a row cannot be stored: ${defect.operation}: ${why}` }))
  })

const countSection = ({ lines, name }: Section) =>
  Effect.map(
    Stream.runFold(
      lines,
      () => nothing,
      (sum: SectionCounts, some) => tally(sum, some)
    ),
    (sum) => [name, sum] as const
  )

/** Reads the store again: it has, line for line, what the backup has (rule backup-same). */
const requireSame = Effect.fnUntraced(function* (
  shapes: ReadonlyArray<StoredCollection>,
  expected: Summary["sections"]
) {
  const { snapshot } = yield* StoreCopy
  const kept = yield* snapshot(shapes, ({ sections }) => Effect.forEach(sections, countSection))
  const other = Option.getOrUndefined(BackupWalk.findDifference(expected, Object.fromEntries(kept)))
  if (other === undefined) return
  return yield* new BackupDamaged({ detail: `${other} was different after it was restored` })
})

/**
 * Restores a backup into a store that is empty and has no engine yet; an engine that is opened afterwards has the
 * content of the backup. On failure everything is unchanged, except for unreferenced files.
 */
export const restore = Effect.fnUntraced(function* (
  shapes: ReadonlyArray<StoredCollection>,
  bytes: AsyncIterable<Uint8Array>
) {
  const copy = yield* StoreCopy
  const { unpack } = yield* BackupWriter
  const lines = yield* BackupWalk.open(unpack(BackupWalk.fromIterable(bytes)))
  const { schema } = yield* BackupWalk.readHeader(lines)
  const lacks = yield* requireSchema(schema, yield* copy.schema)
  yield* requireEmpty(shapes)
  const { moment, walked } = yield* BackupWalk.walkFiles(lines, putFile)
  yield* requireKeys(moment.keys)
  yield* requireFiles(walked.whole)
  const restored = copy.restore(shapes, moment.epochs, (targets) => {
    const byName = new Map(targets.map((target) => [target.name, target]))
    return Effect.gen(function* () {
      const found = yield* BackupWalk.walkSections(shapes, lines, walked, (name, entries) => {
        const target = byName.get(name)
        if (target === undefined) return new BackupDamaged({ detail: `it contains the unknown section ${name}` })
        return Effect.andThen(target.write(entries), name === spaces.name ? markSearch(entries) : Effect.void)
      })
      const sections = { ...Object.fromEntries(lacks.map((name) => [name, nothing])), ...found.sections }
      const absent = targets.find(({ name }) => !(name in sections))
      if (absent !== undefined) return yield* new BackupDamaged({ detail: `it lacks the section ${absent.name}` })
      return { ...found, sections }
    })
  })
  const { missing, sections } = yield* refusingRows(restored)
  yield* requireSame(shapes, sections)
  const audit = yield* Effect.provide(
    Effect.flatMap(AuditVerifier, ({ verify }) => verify()),
    AuditVerifier.layer
  )
  return {
    schema,
    at: moment.at,
    keys: moment.keys,
    files: walked.files,
    missing,
    sections,
    audit
  } satisfies RestoreResult
}, Effect.scoped)
