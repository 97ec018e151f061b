import { Clock, Context, Effect, Layer } from "effect"
import { collection as fileCollection } from "../../content/file/FileRecord.ts"
import { SearchIndex } from "../../content/search-index/SearchIndex.ts"
import { ContentStore } from "../../content/tree/ContentStore.ts"
import { BlobStore } from "../../foundation/blob/BlobStore.ts"
import { BlobUses } from "../../foundation/blob/BlobUses.ts"
import { Events } from "../../foundation/events/Events.ts"
import * as JobKind from "../../foundation/jobs/JobKind.ts"
import { Jobs } from "../../foundation/jobs/Jobs.ts"
import { hostOnly } from "../../foundation/operation/HostOnly.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { collection as specCollection } from "../../openapi/spec/OpenApiSpec.ts"
import { blobsOf, collection as versionCollection } from "../../openapi/spec/OpenApiVersion.ts"
import { limits, collection as placementCollection } from "../../people/placement/Placement.ts"
import { Placements } from "../../people/placement/Placements.ts"
import { blobsOf as blobsOfPdf, collection as pdfCollection } from "../pdf/Pdf.ts"
import { blobsOf as blobsOfSitePdf, collection as sitePdfCollection } from "../pdf/SitePdf.ts"
import { SpaceSites } from "./SpaceSites.ts"

/** Spaces and collections removed in one transaction. */
const batch = 50

/** How long blobs are kept after they were last stored, whether referenced or not, in milliseconds. */
const blobAge = 86_400_000

/** Both removals, every hour by one process. The interval is not critical. */
const hourly = JobKind.repeated({ name: "purge", every: 3_600_000, deadline: 1_800_000 })

/**
 * Removes what can no longer be restored. Nothing depends on when it runs: every operation decides by the clock. Host
 * only.
 */
export class Purge extends Context.Service<Purge>()("@quire/core/Purge", {
  make: Effect.gen(function* () {
    const placements = yield* Repository.make(placementCollection)
    const files = yield* Repository.make(fileCollection)
    const specs = yield* Repository.make(specCollection)
    const versions = yield* Repository.make(versionCollection)
    const pdfs = yield* Repository.make(pdfCollection)
    const sitePdfs = yield* Repository.make(sitePdfCollection)
    const tree = yield* Placements
    const sites = yield* SpaceSites
    const content = yield* ContentStore
    const search = yield* SearchIndex
    const blobs = yield* BlobStore
    const events = yield* Events
    const { mutate } = yield* Mutation
    const others = yield* Effect.flatMap(
      BlobUses,
      Effect.forEach(({ make }) => make)
    )

    const findExpired = Effect.fnUntraced(function* () {
      const now = yield* Clock.currentTimeMillis
      return yield* placements.list("deleted", {
        equals: { active: false, kind: { in: ["space", "collection"] } },
        range: { to: now - limits.restoreMilliseconds + 1 },
        limit: batch
      })
    })

    const removeBatch = mutate(
      Effect.gen(function* () {
        const found = yield* findExpired()
        yield* tree.lock(...new Set(found.map(({ value }) => value.organization)))
        const still = yield* findExpired()
        const locked = new Set(found.map(({ value }) => value.organization))
        const going = still.filter(({ value }) => locked.has(value.organization))
        for (const { value } of going) {
          if (value.kind !== "space") continue
          yield* content.removeSpace(value.id)
          yield* search.removeSpace(value.id)
        }
        const ids = going.map(({ value }) => value.id)
        yield* sites.forget(Repository.values(going))
        yield* placements.remove(ids)
        for (const { value } of going) {
          yield* events.announce({
            type: value.kind === "space" ? "spaces.purge" : "collections.purge",
            organization: value.organization,
            subjects: [value.id]
          })
        }
        return ids.length
      })
    )

    /**
     * Permanently removes what was deleted more than seven days ago; returns the number of spaces and collections
     * removed (rule space-purge).
     */
    const expiredContent = operation("Purge.expiredContent")(function* () {
      yield* hostOnly("Purge.expiredContent")
      let removed = 0
      let last = 0
      do {
        last = yield* removeBatch
        removed += last
      } while (last > 0)
      return removed
    })

    /** The blobs among these that a file, a spec, a version of one, a PDF or a later area names. */
    const findNamed = Effect.fnUntraced(function* (hashes: ReadonlyArray<string>) {
      const having = { equals: {}, has: { blobs: { any: hashes } }, limit: noLimit }
      const ofFiles = yield* files.countEach("ofBlob", "blob", hashes, {})
      const ofSpecs = Repository.values(yield* specs.list("all", having))
      const ofPdfs = Repository.values(yield* pdfs.list("all", having))
      const ofSitePdfs = Repository.values(yield* sitePdfs.list("all", having))
      const ofVersions = Repository.values(yield* versions.list("all", having))
      const ofOthers = yield* Effect.forEach(others, (uses) => uses(hashes))
      return new Set([
        ...ofFiles.keys(),
        ...ofOthers.flat(),
        ...ofSpecs.flatMap(({ source }) => (source.kind === "text" ? [source.blob] : [])),
        ...ofVersions.flatMap(blobsOf),
        ...ofPdfs.flatMap(blobsOfPdf),
        ...ofSitePdfs.flatMap(blobsOfSitePdf)
      ])
    })

    /** Removes blobs that nothing names and that were last put more than a day ago; returns their number. */
    const unreferencedBlobs = operation("Purge.unreferencedBlobs")(function* () {
      yield* hostOnly("Purge.unreferencedBlobs")
      const than = (yield* Clock.currentTimeMillis) - blobAge
      let removed = 0
      let after = ""
      for (;;) {
        const hashes = yield* blobs.listOlder(than, after, 500)
        const last = hashes.at(-1)
        if (last === undefined) return removed
        const used = yield* findNamed(hashes)
        removed += yield* blobs.remove(
          hashes.filter((hash) => !used.has(hash)),
          than
        )
        after = last
      }
    })

    const jobs = yield* Jobs
    yield* jobs.repeat(hourly, Effect.andThen(expiredContent(), unreferencedBlobs()))

    return { expiredContent, unreferencedBlobs } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Events.layer, Jobs.layer, Mutation.layer, Placements.layer])
  )
}
