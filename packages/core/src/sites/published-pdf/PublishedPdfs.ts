import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { BlobStore, type StoredBlob } from "../../foundation/blob/BlobStore.ts"
import * as JobKind from "../../foundation/jobs/JobKind.ts"
import type { JobRun } from "../../foundation/jobs/JobRun.ts"
import { Jobs } from "../../foundation/jobs/Jobs.ts"
import * as Actor from "../../foundation/operation/Actor.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import * as Tenant from "../../foundation/operation/Tenant.ts"
import * as FairQueue from "../../foundation/scheduling/FairQueue.ts"
import { PoolBusy } from "../../foundation/scheduling/PoolBusy.ts"
import { digest } from "../../foundation/secret/Secrets.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import * as Recent from "../../foundation/store/Recent.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import * as Slug from "../../foundation/text/Slug.ts"
import * as BookTargets from "../../spaces/pdf/BookTargets.ts"
import * as BookText from "../../spaces/pdf/BookText.ts"
import { PdfAttempts } from "../../spaces/pdf/Pdf.ts"
import { PdfPrinter, PdfRefused } from "../../spaces/pdf/PdfPrinter.ts"
import * as SitePdf from "../../spaces/pdf/SitePdf.ts"
import type { Publication } from "../publication/Publications.ts"
import { PublishedPageNotFound } from "../published-page/PublishedPages.ts"
import * as SitePlaces from "../published-page/SitePlaces.ts"
import { collection as siteCollection } from "../site/Site.ts"
import * as PublishedBooks from "./PublishedBooks.ts"

/** A reader's request. Without parameters it selects all of the first site space. */
export interface PublishedPdfRequest {
  readonly siteSpace?: string | undefined
  /** Only this page and those below it. */
  readonly page?: string | null | undefined
  /** Only the page itself. */
  readonly only?: boolean | undefined
}

/** A PDF that is being created or was created; `id` identifies its content. */
export type PublishedPdf =
  | { readonly state: "pending" }
  | { readonly state: "made"; readonly id: string; readonly name: string; readonly stored: StoredBlob }

const Payload = Schema.Struct({ id: Schema.String, organization: Schema.optionalKey(Schema.String) })

const printing = JobKind.make({
  name: "site-pdf",
  payload: Payload,
  deadline: 300_000,
  attempts: 3,
  atOnce: 1,
  isShared: true
})

const forgetting = JobKind.repeated({ name: "old-site-pdfs", every: 3_600_000, deadline: 60_000 })

/** Characters of the names of what was looked up lately. */
const remembered = 1_000_000

/** The site has reached the limit of PDFs that are created at the same time (rule site-pdf-bounded). */
const busy = new PoolBusy({ pool: "PDFs of this site", retryAfter: 60 })

const placeOf = (publication: Publication, siteSpace: string | undefined): SitePlaces.SitePlace | undefined => {
  const section = publication.seen.structure.first
  if (siteSpace === undefined) return { section, siteSpace: section.first }
  return SitePlaces.list(publication).find((each) => each.siteSpace.id === siteSpace)
}

/** The requested part of the site; none if it offers no PDFs (rule site-pdf-offered). */
const wantedOf = (
  publication: Publication,
  { only = false, page = null, siteSpace }: PublishedPdfRequest
): Effect.Effect<PublishedBooks.BookRequest, PublishedPageNotFound> => {
  const place = placeOf(publication, siteSpace)
  const isOffered = place !== undefined && publication.seen.customizationOf(place.siteSpace.id).pdf.enabled
  return isOffered
    ? Effect.succeed({ place, page, only: only && page !== null })
    : Effect.fail(new PublishedPageNotFound())
}

/** A digest of everything that may change the book; used only as a key in memory. */
const lookOf = ({ seen }: Publication, { only, page, place }: PublishedBooks.BookRequest): string =>
  digest(JSON.stringify([seen.version, seen.visible, seen.audience, place.siteSpace.id, page, only]))

/**
 * Prints the content that readers see on sites (rule site-pdf-seen). A file is identified by its content and has no
 * separate address.
 */
export class PublishedPdfs extends Context.Service<PublishedPdfs>()("@quire/core/PublishedPdfs", {
  make: Effect.gen(function* () {
    const { attempt } = yield* PdfAttempts
    const blobs = yield* BlobStore
    const jobs = yield* Jobs
    const printer = yield* PdfPrinter
    const { makeBook } = yield* PublishedBooks.PublishedBooks
    const { mutate } = yield* Mutation
    /** Data stored for readers contains no names. */
    const mutation = <A, E>(body: Effect.Effect<A, E>) => Effect.provideService(mutate(body), Actor.Actor, Actor.system)
    const pdfs = yield* Repository.make(SitePdf.collection)
    const sites = yield* Repository.make(siteCollection)
    const turns = FairQueue.make({ pool: "preparing PDFs", slots: 1 })
    const known = Recent.make<string>(remembered)

    const checkRoom = Effect.fnUntraced(function* (site: string) {
      const { kept, waiting } = SitePdf.limits
      const isFull =
        (yield* pdfs.count("waiting", { equals: { site, waiting: true } }, waiting)) >= waiting ||
        (yield* pdfs.count("inSite", { equals: { site } }, kept)) >= kept
      if (isFull) return yield* Effect.die(busy)
    })

    /** Requests a PDF, unless it exists or is in progress. */
    const order = (wanted: SitePdf.SitePdf, organization: string) =>
      mutation(
        Effect.gen(function* () {
          yield* sites.lock([wanted.site])
          const seen = (yield* pdfs.lock([wanted.id])).get(wanted.id)
          if (seen !== undefined && !SitePdf.isOver(seen.value, wanted.askedAt)) return
          yield* checkRoom(wanted.site)
          if (seen === undefined) yield* pdfs.insert(wanted)
          else yield* pdfs.update(seen, wanted)
          yield* jobs.offer(printing, wanted.id, { id: wanted.id, organization }, { share: organization })
        })
      )

    const touch = (id: string, askedAt: number) =>
      mutation(
        Effect.gen(function* () {
          const seen = (yield* pdfs.lock([id])).get(id)
          if (seen !== undefined) yield* pdfs.update(seen, { ...seen.value, askedAt })
        })
      )

    const find = (id: string) => Effect.map(pdfs.get(id), Option.getOrUndefined)

    const tell = Effect.fnUntraced(function* ({ id, outcome }: SitePdf.SitePdf, { site }: Publication["seen"]) {
      if (outcome.state === "failed") return yield* new PdfRefused({ problem: outcome.problem })
      const stored = outcome.state === "made" ? Option.getOrUndefined(yield* blobs.open(outcome.blob)) : undefined
      if (stored === undefined) return { state: "pending" } satisfies PublishedPdf
      return { state: "made", id, name: `${Slug.make(site.title, "pages")}.pdf`, stored } satisfies PublishedPdf
    })

    /** The file of an earlier, identical request. */
    const recall = Effect.fnUntraced(function* (look: string, now: number) {
      const id = known.get(look)
      const found = id === undefined ? undefined : yield* find(id)
      return found === undefined || SitePdf.isOver(found.value, now) ? undefined : found.value
    })

    const begin = Effect.fnUntraced(function* (
      publication: Publication,
      wanted: PublishedBooks.BookRequest,
      now: number
    ) {
      const site = publication.seen.site.id
      const made = yield* makeBook(publication, wanted)
      const text = yield* BookText.write(made)
      const id = SitePdf.idOf(site, text)
      known.put(lookOf(publication, wanted), id, id.length)
      const found = yield* find(id)
      if (found !== undefined && !SitePdf.isOver(found.value, now)) return found.value
      const book = yield* blobs.put(BookText.toBytes(text))
      const images = BookTargets.imagesOf(made.targets)
      const asked: SitePdf.SitePdf = { id, site, book, images, outcome: { state: "pending" }, askedAt: now }
      yield* order(asked, publication.seen.organization.id)
      return (yield* find(id))?.value ?? asked
    })

    /** The content that an audience can see as a book, for hosts that print it themselves. */
    const book = operation("PublishedPdfs.book")(function* (publication: Publication, asked: PublishedPdfRequest) {
      return yield* makeBook(publication, yield* wantedOf(publication, asked))
    })

    /** The PDF of what an audience sees. */
    const ask = operation("PublishedPdfs.ask")(function* (publication: Publication, asked: PublishedPdfRequest) {
      const wanted = yield* wantedOf(publication, asked)
      yield* printer.ready
      const now = yield* Clock.currentTimeMillis
      const begun = turns.withTurnOrDie(begin(publication, wanted, now))
      const { organization, site } = publication.seen
      const found =
        (yield* recall(lookOf(publication, wanted), now)) ?? (yield* Tenant.within(organization.id, site.id)(begun))
      if (SitePdf.isOld(found, now)) yield* touch(found.id, now)
      return yield* tell(found, publication.seen)
    })

    const settle = Effect.fnUntraced(function* (run: JobRun<typeof Payload.Type>) {
      const { id, organization = "" } = run.payload
      const asked = yield* find(id)
      const { book: blob = null, images = [] } = asked?.value ?? {}
      if (blob === null) return
      const ordered = Effect.map(Effect.flatMap(blobs.get(blob), Effect.fromOption), (book) => ({ book, images }))
      const printed = attempt(Effect.orDie(ordered), run.attempt < printing.attempts)
      const outcome = yield* Tenant.within(organization)(printed)
      yield* run.write(
        Effect.gen(function* () {
          const seen = (yield* pdfs.lock([id])).get(id)
          if (seen !== undefined) yield* pdfs.update(seen, { ...seen.value, outcome, book: null })
        })
      )
    })

    /** Deletes PDFs that were not requested for a day. Their bytes are removed like other unreferenced files. */
    const forgetOld = Effect.flatMap(Clock.currentTimeMillis, (now) =>
      mutation(pdfs.removeWhere("asked", { equals: {}, range: { to: now - SitePdf.limits.keptFor } }))
    )

    /** Whether this server can create PDFs. */
    const isReady = Effect.isSuccess(printer.ready)

    yield* jobs.handle(printing, settle)
    yield* jobs.repeat(forgetting, forgetOld)

    return { ask, book, isReady } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Jobs.layer, Mutation.layer, PdfAttempts.layer, PublishedBooks.PublishedBooks.layer])
  )
}
