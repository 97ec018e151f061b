import { Context, Effect, Layer, Option, Schema } from "effect"
import { FileView } from "../../content/file/FileView.ts"
import type { MadePage } from "../../content/tree/Expansion.ts"
import * as Page from "../../content/tree/Page.ts"
import { DocumentView, PageView, view } from "../../content/tree/PageView.ts"
import type { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { checked, closed, describeFields } from "../../foundation/input/Input.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import * as AnsweredPages from "../../openapi/computed/AnsweredPages.ts"
import { ComputedContents } from "../../openapi/computed/ComputedContents.ts"
import type * as ComputedPages from "../../openapi/computed/ComputedPages.ts"
import { DocumentSource, RevisionSource, Seed, specOf, valueOf } from "../../openapi/computed/ComputedSource.ts"
import { IntegrationSource } from "../../openapi/computed/IntegrationSource.ts"
import { type SourceRequest, SourceScripts } from "../../openapi/computed/SourceScripts.ts"
import { OpenApiSpecs } from "../../openapi/spec/OpenApiSpecs.ts"
import { ReferenceNotFound } from "../../people/access/Access.ts"
import { ContentBase } from "../../spaces/commit/ContentBase.ts"
import { ReusableContentView } from "../../spaces/revision/RevisionView.ts"
import { TranslatedContents } from "./TranslatedContents.ts"
import { TranslatedDocument, TranslatedRevision } from "./TranslatedSource.ts"

const AskedDocument = closed(
  "ComputedDocumentRequest",
  {
    source: Schema.Union([DocumentSource, TranslatedDocument, IntegrationSource]),
    seed: Seed
  },
  { source: "Source that computes the document.", seed: "Seed that makes ids in the result stable." }
)
export interface DocumentRequest extends Schema.Schema.Type<typeof AskedDocument> {}
export interface DocumentRequestEncoded extends Schema.Codec.Encoded<typeof AskedDocument> {}
export const DocumentRequest: Schema.Codec<DocumentRequest, DocumentRequestEncoded> = AskedDocument

const AskedRevision = closed(
  "ComputedRevisionRequest",
  {
    source: Schema.Union([RevisionSource, TranslatedRevision, IntegrationSource]),
    seed: Seed
  },
  { seed: "Seed that makes ids in the result stable.", source: "Source that computes the pages." }
)
export interface RevisionRequest extends Schema.Schema.Type<typeof AskedRevision> {}
export interface RevisionRequestEncoded extends Schema.Codec.Encoded<typeof AskedRevision> {}
export const RevisionRequest: Schema.Codec<RevisionRequest, RevisionRequestEncoded> = AskedRevision

/** The pages that a source is expanded into; those of descriptions have neither files nor reusable contents. */
export const ComputedRevisionView = Schema.Struct(
  describeFields(
    {
      pages: Schema.Array(PageView),
      files: Schema.Array(FileView),
      reusableContents: Schema.Array(ReusableContentView)
    },
    {
      pages: "Computed pages, as a tree.",
      files: "Files that the computed pages use.",
      reusableContents: "Reusable contents that the computed pages use."
    }
  )
).annotate({ identifier: "ComputedRevision" })
export type ComputedRevisionView = typeof ComputedRevisionView.Type

const toView = Schema.decodeUnknownSync(DocumentView)
const checkDocument = checked(DocumentRequest)
const checkRevision = checked(RevisionRequest)

interface Made {
  readonly seed: string
  /** Creation time of the version from which the pages are computed. */
  readonly at: number
  readonly parent: string | null
  readonly path: string
}

const treeOf = ({ id, pages, slug, source, title }: ComputedPages.ComputedPage, made: Made): Page.PageTree => {
  const path = made.path === "" ? slug : `${made.path}/${slug}`
  const fields = { title, slug, parent: made.parent, computed: source, computedSeed: made.seed }
  return {
    page: Page.fromFields(id, { type: "document", ...fields, createdAt: made.at, updatedAt: made.at }),
    path,
    pages: pages.map((below) => treeOf(below, { ...made, parent: id, path }))
  }
}

const answeredTreeOf = ({ fields, id, pages, slug }: MadePage, made: Made): Page.PageTree => {
  const path = slug === undefined || made.path === "" ? slug : `${made.path}/${slug}`
  const given = { ...fields, ...(slug === undefined ? {} : { slug }) }
  return {
    page: Page.fromFields(id, { ...given, parent: made.parent, createdAt: made.at, updatedAt: made.at }),
    path,
    pages: pages.map((below) => answeredTreeOf(below, { ...made, parent: id, path: path ?? made.path }))
  }
}

/** Whether a script of an integration computes a source. */
const isAnswered = (source: { readonly type: string }): source is IntegrationSource =>
  source.type !== "builtin:openapi" && source.type !== "builtin:translation"

/** Computes content for readers of a space from data of its organization (rules computed-source and source-asked). */
export class Computations extends Context.Service<Computations>()("@quire/core/Computations", {
  make: Effect.gen(function* () {
    const base = yield* ContentBase
    const computed = yield* ComputedContents
    const { app } = yield* Addresses
    const scripts = yield* SourceScripts
    const translated = yield* TranslatedContents
    const specs = yield* OpenApiSpecs

    /** A spec that the caller may see; one that they may not see is as if it did not exist (rule computed-access). */
    const findSpec = Effect.fnUntraced(function* (
      organization: OrganizationId,
      source: DocumentSource | RevisionSource
    ) {
      const [id, value] = [specOf(source), valueOf(source)]
      const missing = () => new ReferenceNotFound({ field: "source.dependencies.spec.ref.spec", id })
      const spec = yield* Effect.mapError(specs.get(organization, id), missing)
      if (value && value.id !== spec.id) {
        return yield* new ReferenceNotFound({ field: "source.dependencies.spec.value.id", id: value.id })
      }
    })

    /** The version that a source names; none where that is nothing, or nothing could be read so far. */
    const open = Effect.fnUntraced(function* <S extends DocumentSource | RevisionSource>(space: string, source: S) {
      const { access } = yield* base.admit({ space }, "content:read")
      const { organization } = access.placement.value
      const value = valueOf(source)
      if (value === null) return Option.none()
      yield* findSpec(organization, source)
      const opened = yield* computed.open(organization, source)
      if (Option.isNone(opened) && value?.lastVersion !== undefined) {
        const field = "source.dependencies.spec.value.lastVersion"
        return yield* new ReferenceNotFound({ field, id: value.lastVersion })
      }
      return opened
    })

    const enter = Effect.fnUntraced(function* (space: string, source: IntegrationSource) {
      const { access, space: found } = yield* base.admit({ space }, "content:read")
      return {
        space: found.value.id,
        organization: access.placement.value.organization,
        source
      } satisfies SourceRequest
    })

    /** The pages that a script returns, each with the source of its text. */
    const answered = Effect.fnUntraced(function* (space: string, source: IntegrationSource, seed: string) {
      const { at, pages } = yield* scripts.pages(yield* enter(space, source))
      const made = AnsweredPages.make({ pages, documents: {} }, seed).pages
      const urls = { app, space, hrefOf: () => undefined }
      const views = made.map((page) => view(answeredTreeOf(page, { seed, at, parent: null, path: "" }), urls))
      return { pages: views, files: [], reusableContents: [] } satisfies ComputedRevisionView
    })

    /** The text of a source. */
    const document = operation("Computations.document")(function* (space: string, given: DocumentRequest) {
      const { seed, source } = yield* checkDocument(given)
      if (isAnswered(source)) return toView(yield* scripts.document(yield* enter(space, source)))
      if (source.type === "builtin:translation") return yield* translated.document(space, source)
      const opened = yield* open(space, source)
      return toView(yield* computed.documentOf(opened, seed))
    })

    /** The pages of a source, without their texts. */
    const revision = operation("Computations.revision")(function* (space: string, given: RevisionRequest) {
      const { seed, source } = yield* checkRevision(given)
      if (isAnswered(source)) return yield* answered(space, source, seed)
      if (source.type === "builtin:translation") return yield* translated.revision(space, source, seed)
      const opened = yield* open(space, source)
      if (Option.isNone(opened)) return { pages: [], files: [], reusableContents: [] } satisfies ComputedRevisionView
      const urls = { app, space, hrefOf: () => undefined }
      const made: Made = { seed, at: opened.value.content.version.createdAt, parent: null, path: "" }
      const pages = (yield* computed.pagesOf(opened, seed)).map((page) => view(treeOf(page, made), urls))
      return { pages, files: [], reusableContents: [] } satisfies ComputedRevisionView
    })

    return { document, revision } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([ComputedContents.layer, ContentBase.layer, OpenApiSpecs.layer, TranslatedContents.layer])
  )
}
