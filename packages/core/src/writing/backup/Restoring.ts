import { Effect, Option, Schema, Stream } from "effect"
import { SearchIndex } from "../../content/search-index/SearchIndex.ts"
import { BackupDamaged, BackupRefused } from "../../foundation/backup/BackupErrors.ts"
import * as BackupManifest from "../../foundation/backup/BackupManifest.ts"
import { BackupWriter } from "../../foundation/backup/BackupWriter.ts"
import { type Section, StoreCopy, type StoreSchema } from "../../foundation/backup/StoreCopy.ts"
import { type BlobHash, BlobStore } from "../../foundation/blob/BlobStore.ts"
import { keyIdOfSecret } from "../../foundation/secret/Sealing.ts"
import { Secrets } from "../../foundation/secret/Secrets.ts"
import * as Sha256 from "../../foundation/secret/Sha256.ts"
import type { StoredCollection } from "../../foundation/store/Repository.ts"
import { StoreError } from "../../foundation/store/StoreError.ts"
import { AuditVerifier, type Verification } from "../../organizations/audit/AuditVerifier.ts"
import { collection as spaces } from "../../spaces/space/Space.ts"
import type * as BackupFile from "./BackupFile.ts"
import { nothing, type SectionCounts, type Summary, tally } from "./BackupFile.ts"
import * as BackupRecords from "./BackupRecords.ts"
import * as BackupWalk from "./BackupWalk.ts"

/** What was restored, and whether the chains of the audit log hold. */
export interface RestoreResult extends Summary {
  readonly audit: Verification
}

const refuse = (detail: string) => Effect.fail(new BackupRefused({ detail }))

const describe = ({ id, name }: StoreSchema) => `migration ${id} (${name})`

/** Of another schema is what another version of Quire has written (rule backup-schema). */
const requireSchema = (given: StoreSchema, here: StoreSchema) => {
  if (given.id === here.id && given.name === here.name) return Effect.void
  const detail = `it was made after ${describe(given)}, this version is at ${describe(here)}`
  return refuse(
    given.id > here.id
      ? `${detail}: restore it with the version that made it, or a later one`
      : `${detail}: restore it with the version that made it, then start this one on the same store`
  )
}

/** Whoever restores has the keys that sealed what is in the backup (rule backup-keys). */
const requireKeys = Effect.fnUntraced(function* ({ operator }: BackupFile.Keys) {
  const { master, previousMaster } = yield* Secrets
  const given = [...Option.toArray(master), ...Option.toArray(previousMaster)]
  const known = new Set(given.map(keyIdOfSecret))
  const missing = operator.find((id) => !known.has(id))
  if (missing === undefined) return
  return yield* refuse(
    `the secret key with the id ${missing} has sealed values in it: give that key, as the present or the previous one`
  )
})

const isEmpty = ({ lines }: Section) =>
  Effect.map(Stream.runHead(Stream.filter(lines, (some) => some.length > 0)), Option.isNone)

/** Nothing is restored into a store that holds anything (rule backup-empty). */
const requireEmpty = Effect.fnUntraced(function* (shapes: ReadonlyArray<StoredCollection>) {
  const { snapshot } = yield* StoreCopy
  yield* snapshot(shapes, ({ sections }) =>
    Effect.forEach(sections, (section) =>
      Effect.flatMap(isEmpty(section), (empty) =>
        empty
          ? Effect.void
          : refuse(`the store is not empty, it has ${section.name}: name a new folder or an empty database`)
      )
    )
  )
})

/** Puts a file where files lie, if it is whole; the memory that it takes is that of the file. */
const putFile = ({ size }: BackupFile.Blob): BackupWalk.Receiver<never, BlobStore> => {
  const bytes = new Uint8Array(size)
  return {
    take: (piece, at) => bytes.set(piece, at),
    end: (isWhole) => (isWhole ? Effect.flatMap(BlobStore, ({ put }) => put(bytes)) : Effect.void)
  }
}

/** How many files are read again at the same time. */
const atOnce = 4

/** Reads the files again where they lie now (rule backup-same). */
const requireFiles = Effect.fnUntraced(function* (hashes: ReadonlySet<BlobHash>) {
  const { open } = yield* BlobStore
  const requireFile = Effect.fnUntraced(function* (hash: BlobHash) {
    const found = Option.getOrUndefined(yield* open(hash))
    const hashing = Sha256.begin()
    if (found !== undefined)
      yield* Stream.runForEach(found.read(0, found.size), (piece) => Effect.sync(() => hashing.add(piece)))
    if (found !== undefined && hashing.end() === hash) return
    return yield* new BackupDamaged({ detail: `once it was restored, file ${hash} was not what it was` })
  })
  yield* Effect.forEach(hashes, requireFile, { concurrency: atOnce, discard: true })
})

const idsOf = Schema.decodeUnknownEffect(Schema.Array(Schema.fromJsonString(BackupManifest.Row)))

/** Marks the spaces, whose search entries are made again (rule backup-derived). */
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
  return yield* new BackupDamaged({ detail: `once it was restored, ${other} was not what it was` })
})

/**
 * Restores a backup into a store that is empty and has no engine yet; the engine that is opened then is the one of the
 * backup. Fails with everything as it was, but for files that nothing names.
 */
export const restore = Effect.fnUntraced(function* (
  shapes: ReadonlyArray<StoredCollection>,
  bytes: AsyncIterable<Uint8Array>
) {
  const copy = yield* StoreCopy
  const { unpack } = yield* BackupWriter
  const lines = yield* BackupRecords.open(unpack(BackupWalk.fromIterable(bytes)))
  const { schema } = yield* BackupWalk.readHeader(lines)
  yield* requireSchema(schema, yield* copy.schema)
  yield* requireEmpty(shapes)
  const { moment, walked } = yield* BackupWalk.walkFiles(lines, putFile)
  yield* requireKeys(moment.keys)
  yield* requireFiles(walked.whole)
  const restored = copy.restore(shapes, moment.epochs, (targets) => {
    const byName = new Map(targets.map((target) => [target.name, target]))
    return Effect.gen(function* () {
      const found = yield* BackupWalk.walkSections(shapes, lines, walked, (name, entries) => {
        const target = byName.get(name)
        if (target === undefined) return new BackupDamaged({ detail: `nothing here is called ${name}` })
        return Effect.andThen(target.write(entries), name === spaces.name ? markSearch(entries) : Effect.void)
      })
      const absent = targets.find(({ name }) => !(name in found.sections))
      if (absent !== undefined) return yield* new BackupDamaged({ detail: `it has no ${absent.name}` })
      return found
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
