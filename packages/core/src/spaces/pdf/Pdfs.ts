import { Clock, Context, Effect, Layer, Option, Result, Schema } from "effect"
import type { Document } from "../../content/document/Document.ts"
import * as Root from "../../content/tree/Root.ts"
import { type BlobHash, BlobStore, type StoredBlob } from "../../foundation/blob/BlobStore.ts"
import { SpaceId } from "../../foundation/id/Ids.ts"
import { optional } from "../../foundation/input/Input.ts"
import * as JobKind from "../../foundation/jobs/JobKind.ts"
import type { JobRun } from "../../foundation/jobs/JobRun.ts"
import { Jobs } from "../../foundation/jobs/Jobs.ts"
import { Actor } from "../../foundation/operation/Actor.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import * as Tenant from "../../foundation/operation/Tenant.ts"
import type { Signer } from "../../foundation/secret/Signer.ts"
import { SigningKeys } from "../../foundation/secret/SigningKeys.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import * as Slug from "../../foundation/text/Slug.ts"
import { ComputedRoots } from "../../openapi/computed/ComputedRoots.ts"
import { ReferenceNotFound } from "../../people/access/Access.ts"
import * as Credentials from "../../people/access/Credentials.ts"
import { StoredCaller } from "../../people/access/Credentials.ts"
import { ContentBase, type ContentSelector, type OpenedContent } from "../commit/ContentBase.ts"
import { Revisions } from "../revision/Revisions.ts"
import { BookOperations } from "./BookOperations.ts"
import * as Books from "./Books.ts"
import * as BookTargets from "./BookTargets.ts"
import * as BookText from "./BookText.ts"
import * as Pdf from "./Pdf.ts"
import { PdfAttempts, limits as pdfLimits } from "./Pdf.ts"
import { PdfPrinter, PdfRefused } from "./PdfPrinter.ts"

/** Characters of a token. */
export const limits = { length: 2_048 } as const

/** A PDF, and for whom: who may not read the content any more does not get it (rule pdf-address). */
export const PdfCapability = Schema.Struct({
  pdf: Schema.String,
  space: SpaceId,
  /** Absent if the primary content is printed. */
  changeRequest: optional(Schema.String),
  caller: StoredCaller
})
export type PdfCapability = typeof PdfCapability.Type

/** The address is invalid: it was not created here, it has expired, or its caller may not read the content any more. */
export class PdfNotFound extends Schema.TaggedError<PdfNotFound>()("PdfNotFound", {}) {
  readonly kind = "not-found" as const
  override get message() {
    return "the PDF does not exist or its URL has expired: request a new one"
  }
}

const decode = Schema.decodeUnknownResult(PdfCapability)

const purpose = "pdf"

/** Signs what an address opens, for an hour; `now` in epoch milliseconds. */
export const signToken = (signer: Signer, now: number, opening: PdfCapability): string =>
  signer.derive(purpose).mint({ ...opening, exp: Math.floor((now + pdfLimits.address) / 1000) })

/** The content of a token that was signed here and has not expired. */
export const verifyToken = (signer: Signer, now: number, token: string): Result.Result<PdfCapability, PdfNotFound> =>
  signer
    .derive(purpose)
    .open(token, { now, length: limits.length })
    .pipe(
      Result.flatMap(({ payload }): Result.Result<PdfCapability, unknown> => decode(payload)),
      Result.mapError(() => new PdfNotFound())
    )

export interface PdfOptions {
  /** Only this page and those below it. */
  readonly page?: string | undefined
  /** Only the page itself. */
  readonly only?: boolean | undefined
}

/** The current target of an address. */
export type OpenedPdf =
  | { readonly state: "pending" }
  | { readonly state: "made"; readonly blob: BlobHash; readonly stored: StoredBlob; readonly name: string }

const Payload = Schema.Struct({ id: Schema.String, organization: Schema.optionalKey(Schema.String) })

const printing = JobKind.make({
  name: "pdf",
  payload: Payload,
  deadline: 300_000,
  attempts: 3,
  atOnce: 1,
  isShared: true
})

const forgetting = JobKind.repeated({ name: "old-pdfs", every: 3_600_000, deadline: 60_000 })

const subtitleOf = ({ changeRequest }: OpenedContent, page: string | undefined): string => {
  const request = changeRequest?.value
  const named =
    request === undefined ? [] : [`#${request.number}${request.subject === "" ? "" : `: ${request.subject}`}`]
  return [...named, ...(page === undefined ? [] : [page])].join(" – ")
}

/**
 * Prints content as PDF: a request returns immediately, a job creates the file, and an address serves it (rule
 * pdf-address).
 */
export class Pdfs extends Context.Service<Pdfs>()("@quire/core/Pdfs", {
  make: Effect.gen(function* () {
    const base = yield* ContentBase
    const addresses = yield* Addresses
    const blobs = yield* BlobStore
    const { describerOf } = yield* BookOperations
    const { restoreCaller } = yield* Credentials.StoredCallers
    const { attempt } = yield* PdfAttempts
    const jobs = yield* Jobs
    const printer = yield* PdfPrinter
    const roots = yield* ComputedRoots
    const revisions = yield* Revisions
    const { signer } = yield* SigningKeys
    const { mutate } = yield* Mutation
    const pdfs = yield* Repository.make(Pdf.collection)

    const nameOf = ({ title }: Pick<Pdf.Pdf, "title">): string => `${Slug.make(title, "pages")}.pdf`

    /** Requests a PDF, unless it exists or is in progress. */
    const order = (wanted: Pdf.Pdf, organization: string) =>
      mutate(
        Effect.gen(function* () {
          const seen = (yield* pdfs.lock([wanted.id])).get(wanted.id)
          if (seen === undefined) yield* pdfs.tryInsert(wanted)
          else {
            const { outcome } = Pdf.isGood(seen.value) ? seen.value : wanted
            yield* pdfs.update(seen, { ...seen.value, outcome, askedAt: wanted.askedAt })
            if (Pdf.isGood(seen.value)) return
          }
          yield* jobs.offer(printing, wanted.id, { id: wanted.id, organization }, { share: organization })
        })
      ).pipe(
        // A concurrent request asked for the same PDF.
        Effect.catchTag("Taken", () => Effect.void)
      )

    const addressOf = (opening: PdfCapability, now: number, pdf: Pdf.Pdf) =>
      `${addresses.base}/pdf/${signToken(signer, now, opening)}/${encodeURIComponent(nameOf(pdf))}`

    const findPage = Effect.fnUntraced(function* (root: Root.Root, id: string) {
      const found = yield* Root.page(root, id)
      if (Option.isNone(found)) return yield* new ReferenceNotFound({ field: "page", id })
      return found.value
    })

    /** Requests a PDF of the current content; the returned address serves it as soon as it is created. */
    const ask = operation("Pdfs.ask")(function* (of: Omit<ContentSelector, "revision">, options: PdfOptions = {}) {
      const { only = false, page } = options
      const opened = yield* base.open(of)
      const { organization } = opened.space.value
      const versions = yield* roots.newestOf(organization, opened.root)
      const found =
        page === undefined
          ? undefined
          : yield* findPage(yield* roots.at({ organization, root: opened.root, versions }), page)
      const described = Pdf.describedBy(organization, versions)
      yield* printer.ready
      const caller = yield* Effect.orDie(Credentials.storedCallerOf(yield* Actor))
      const now = yield* Clock.currentTimeMillis
      const { changeRequest, revision, space } = opened
      const wanted = Pdf.request(
        {
          space: space.value.id,
          revision: revision.id,
          page: page ?? null,
          only: only && page !== undefined,
          title: space.value.title,
          subtitle: subtitleOf(opened, found?.title),
          ...(described === undefined ? {} : { described })
        },
        now
      )
      const known = yield* pdfs.get(wanted.id)
      if (Option.isNone(known) || !Pdf.isGood(known.value.value) || Pdf.isOld(known.value.value, now)) {
        yield* order(wanted, organization)
      }
      const opening: PdfCapability = {
        pdf: wanted.id,
        space: wanted.space,
        ...(changeRequest === undefined ? {} : { changeRequest: changeRequest.value.id }),
        caller
      }
      return { url: addressOf(opening, now, wanted) }
    })

    /** Whether the caller of the request may still read the printed content (rule caller-carried). */
    const decide = ({ caller, changeRequest, space }: PdfCapability) =>
      restoreCaller(caller).pipe(
        Effect.flatMap((restored) =>
          Effect.provideService(base.admit({ space, changeRequest }, "content:read"), Actor, restored)
        ),
        Effect.mapError(() => new PdfNotFound())
      )

    /** Opens a PDF by the token in its address, which is the credential: there is no caller (rule pdf-address). */
    const open = operation("Pdfs.open")(function* (token: string) {
      const opening = yield* Effect.fromResult(verifyToken(signer, yield* Clock.currentTimeMillis, token))
      yield* decide(opening)
      const found = yield* pdfs.get(opening.pdf)
      if (Option.isNone(found)) return yield* new PdfNotFound()
      const { value } = found.value
      if (value.outcome.state === "failed") return yield* new PdfRefused({ problem: value.outcome.problem })
      if (value.outcome.state === "pending") return { state: "pending" } satisfies OpenedPdf
      const { blob } = value.outcome
      const stored = yield* blobs.open(blob)
      if (Option.isNone(stored)) return yield* new PdfNotFound()
      return { state: "made", blob, stored: stored.value, name: nameOf(value) } satisfies OpenedPdf
    })

    /** The content at the time of the request, with its computed content at that time. */
    const openContent = Effect.fnUntraced(function* ({ described, revision, space }: Pdf.Pdf) {
      const root = yield* base.rootOf(space, revision)
      if (described === undefined) return { root, describe: Effect.succeed<Document> }
      const known = { organization: described.organization, versions: new Map(described.versions) }
      return { root: yield* roots.at({ ...known, root }), describe: describerOf(known) }
    })

    const orderOf = Effect.fnUntraced(function* (pdf: Pdf.Pdf) {
      const revision = yield* revisions.require(pdf.revision)
      const content = yield* openContent(pdf)
      const madeAt = revision.value.createdAt
      const book = yield* Books.make({ ...pdf, ...content, app: addresses.app, madeAt })
      return { book: yield* BookText.encode(book), images: BookTargets.imagesOf(book.targets) }
    })

    const settle = Effect.fnUntraced(function* (run: JobRun<typeof Payload.Type>) {
      const { id, organization = "" } = run.payload
      const asked = yield* pdfs.get(id)
      if (Option.isNone(asked)) return
      const printed = attempt(orderOf(asked.value.value), run.attempt < printing.attempts)
      const outcome = yield* Tenant.within(organization)(printed)
      yield* run.write(
        Effect.gen(function* () {
          const seen = (yield* pdfs.lock([id])).get(id)
          if (seen !== undefined) yield* pdfs.update(seen, { ...seen.value, outcome })
        })
      )
    })

    /**
     * Deletes PDFs that were not requested for a day. Their bytes are removed like other unreferenced files (rule
     * pdf-kept).
     */
    const forgetOld = Effect.flatMap(Clock.currentTimeMillis, (now) =>
      mutate(pdfs.removeWhere("asked", { equals: {}, range: { to: now - Pdf.limits.kept } }))
    )

    yield* jobs.handle(printing, settle)
    yield* jobs.repeat(forgetting, forgetOld)

    return { ask, open } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      BookOperations.layer,
      ComputedRoots.layer,
      ContentBase.layer,
      Jobs.layer,
      Mutation.layer,
      PdfAttempts.layer,
      Revisions.layer,
      SigningKeys.layer,
      Credentials.StoredCallers.layer
    ])
  )
}
