import { Context, Effect, Layer, Option, Schema } from "effect"
import { FileView } from "../../content/file/FileView.ts"
import type { MadePage } from "../../content/tree/Expansion.ts"
import * as Page from "../../content/tree/Page.ts"
import { DocumentView, PageView, view } from "../../content/tree/PageView.ts"
import { type OrganizationId, RevisionId, SpaceId } from "../../foundation/id/Ids.ts"
import { checked, closed, describeFields, optional } from "../../foundation/input/Input.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { singleLine } from "../../foundation/text/Text.ts"
import * as AnsweredPages from "../../openapi/computed/AnsweredPages.ts"
import { ComputedContents } from "../../openapi/computed/ComputedContents.ts"
import type * as ComputedPages from "../../openapi/computed/ComputedPages.ts"
import { DocumentSource, RevisionSource, Seed, specOf, valueOf } from "../../openapi/computed/ComputedSource.ts"
import { IntegrationSource } from "../../openapi/computed/IntegrationSource.ts"
import { type SourceRequest, SourceScripts } from "../../openapi/computed/SourceScripts.ts"
import { OpenApiSpecs } from "../../openapi/spec/OpenApiSpecs.ts"
import { ReferenceNotFound } from "../../people/access/Access.ts"
import { SpaceNotFound } from "../../people/placement/Placement.ts"
import { ContentBase } from "../../spaces/commit/ContentBase.ts"
import { Contents } from "../../spaces/content/Contents.ts"
import { ReusableContentView } from "../../spaces/revision/Revision.ts"
import { collection, type TranslationLanguage, TranslationLanguageId } from "../settings/TranslationLanguage.ts"

/** A page with the source of its text in place of its document. */
const sourced =
  (space: TranslationLanguage["space"], seed: string) =>
  (page: PageView): PageView => {
    if (page.type !== "document" && page.type !== "group") return page
    const pages = page.pages.map(sourced(space, seed))
    if (page.type === "group" || page.documentId === undefined) return { ...page, pages }
    const { documentId: document, ...rest } = page
    const computed: TranslatedDocument = { type: "builtin:translation", props: { space, document } }
    return { ...rest, pages, computed, computedSeed: seed }
  }

/** A translation, and the field of the request that names it. */
interface Named {
  readonly field: string
  readonly id: string
}

/** A space that the caller may not view is as if nothing were translated into it. */
const hidden = <A, E, R>(self: Effect.Effect<A, E | SpaceNotFound, R>, named: Named) =>
  Effect.catchIf(self, Schema.is(SpaceNotFound), () => new ReferenceNotFound(named))

/** Reads the results of runs for callers who may view the space that contains them (rule computed-translation). */
export class TranslatedContents extends Context.Service<TranslatedContents>()("@quire/core/TranslatedContents", {
  make: Effect.gen(function* () {
    const base = yield* ContentBase
    const contents = yield* Contents
    const languages = yield* Repository.make(collection)

    /** The organization of a space, for who may view that. */
    const organizationOf = Effect.fnUntraced(function* (space: string) {
      const { access } = yield* base.admit({ space }, "content:read")
      return access.placement.value.organization
    })

    const find = Effect.fnUntraced(function* (
      space: string,
      named: Named,
      found: Option.Option<Repository.VersionedValue<TranslationLanguage>>
    ) {
      const organization = yield* organizationOf(space)
      if (Option.isNone(found) || found.value.value.organization !== organization) {
        return yield* new ReferenceNotFound(named)
      }
      return found.value.value
    })

    const document = Effect.fnUntraced(function* (at: string, { props: { document: id, space } }: TranslatedDocument) {
      const named = { field: "source.props.space", id: space }
      const language = yield* find(at, named, yield* languages.getBy("space", { space }))
      return yield* Effect.catchTag(
        hidden(contents.document(language.space, id), named),
        "DocumentNotFound",
        () => new ReferenceNotFound({ field: "source.props.document", id })
      )
    })

    const revision = Effect.fnUntraced(function* (at: string, { dependencies }: TranslatedRevision, seed: string) {
      const { ref, value } = dependencies.translation
      const named = { field: "source.dependencies.translation.ref.translation", id: ref.translation }
      const { basis, space } = yield* find(at, named, yield* languages.get(ref.translation))
      if (value === null || (value === undefined && basis === null))
        return { pages: [], files: [], reusableContents: [] }
      if (value !== undefined && value.space !== space) {
        return yield* new ReferenceNotFound({ field: "source.dependencies.translation.value.space", id: value.space })
      }
      const asked = contents.revision({ space, revision: value?.revision, computed: false })
      const made = yield* Effect.catchTag(
        hidden(asked, named),
        "RevisionNotFound",
        ({ id }) => new ReferenceNotFound({ field: "source.dependencies.translation.value.revision", id })
      )
      const { files, reusableContents } = made
      return { pages: made.pages.map(sourced(space, seed)), files, reusableContents }
    })

    return { document, revision } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([ContentBase.layer, Contents.layer]))
}

export const limits = {
  /** Length of the id of a document. */
  documentLength: 128
} as const

const type = Schema.Literal("builtin:translation")

/** The text of a page of a translation: the space that holds it, and the id of the document there. */
export const TranslatedDocument = closed(
  "ComputedTranslatedDocument",
  {
    type,
    props: closed(
      "ComputedTranslatedDocumentProps",
      { space: SpaceId, document: singleLine(1, limits.documentLength) },
      { space: "Space that the document belongs to.", document: "Identifier of the document that is translated." }
    )
  },
  { props: "Which document of the source is translated.", type: "Name of the source that computes the content." }
)
export type TranslatedDocument = typeof TranslatedDocument.Type

/** The result of a run: the space that contains it, and its revision. */
export const Result = closed(
  "ComputedTranslationResult",
  { space: SpaceId, revision: RevisionId },
  { space: "Space that was translated.", revision: "Revision of the space that was translated." }
)
export type Result = typeof Result.Type

/** The pages of a language into which a space is translated. */
export const TranslatedRevision = closed(
  "ComputedTranslatedRevision",
  {
    type,
    /** An empty object; a struct without fields would accept a string. */
    props: Schema.Record(Schema.String, Schema.Never),
    dependencies: closed(
      "ComputedTranslationDependencies",
      {
        translation: closed(
          "ComputedTranslationDependency",
          {
            ref: closed(
              "ComputedTranslationRef",
              {
                kind: Schema.Literal("translation"),
                translation: TranslationLanguageId
              },
              { translation: "Language of a translation, by its identifier." }
            ),
            /** The result of exactly this run, or none for null; if absent, the result of the last run. */
            value: optional(Schema.NullOr(Result))
          },
          {
            ref: "Reference to the translation.",
            value: "State to use: this exact state, or null for none. Defaults to the newest state."
          }
        )
      },
      { translation: "Translation that the content is computed from." }
    )
  },
  {
    type: "Name of the source that computes the content.",
    props: "Always an empty object.",
    dependencies: "What the result depends on, by name."
  }
)
export type TranslatedRevision = typeof TranslatedRevision.Type

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
      const pages = computed.pagesOf(opened, seed).map((page) => view(treeOf(page, made), urls))
      return { pages, files: [], reusableContents: [] } satisfies ComputedRevisionView
    })

    return { document, revision } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([ComputedContents.layer, ContentBase.layer, OpenApiSpecs.layer, TranslatedContents.layer])
  )
}
