import { Context, Effect, Layer, Option } from "effect"
import * as Document from "../../content/document/Document.ts"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import type { SpecContent } from "../spec/OpenApiVersion.ts"
import { OpenedSpecs } from "../spec/OpenedSpecs.ts"
import * as ComputedDocument from "./ComputedDocument.ts"
import * as ComputedPages from "./ComputedPages.ts"
import { type DocumentSource, type RevisionSource, resolve, specOf, valueOf } from "./ComputedSource.ts"
import type { SpecValue } from "./SpecDependency.ts"

const toValue = (slug: string, { version }: SpecContent): SpecValue => ({
  object: "openapi-spec",
  id: version.spec,
  slug,
  lastVersion: version.id
})

/** A source of exactly one version, with that version. */
export interface OpenedSource<S> {
  readonly source: S
  readonly content: SpecContent
}

/** Opens computed content of the specs of an organization, for callers that have decided (rule computed-source). */
export class ComputedContents extends Context.Service<ComputedContents>()("@quire/core/ComputedContents", {
  make: Effect.gen(function* () {
    const specs = yield* OpenedSpecs

    /** The version that a source names, or the newest; none if the organization has no such version. */
    const open = Effect.fnUntraced(function* <S extends DocumentSource | RevisionSource>(
      organization: OrganizationId,
      source: S
    ) {
      const slug = specOf(source)
      const value = valueOf(source)
      if (value === null || (value !== undefined && value.lastVersion === undefined))
        return Option.none<OpenedSource<S>>()
      const found =
        value?.lastVersion === undefined
          ? yield* specs.find(organization, slug)
          : yield* specs.at(organization, value.lastVersion)
      const own = Option.filter(found, ({ version }) => value === undefined || version.spec === value.id)
      return Option.map(
        own,
        (content): OpenedSource<S> => ({ source: resolve(source, toValue(slug, content)), content })
      )
    })

    const pagesOf = (opened: Option.Option<OpenedSource<RevisionSource>>, seed: string) =>
      Option.match(opened, {
        onNone: (): ReadonlyArray<ComputedPages.ComputedPage> => [],
        onSome: ({ content, source }) => ComputedPages.list(content.outline, source, seed)
      })

    /** The pages of a source; none if there is no such version. */
    const pages = Effect.fnUntraced(function* (organization: OrganizationId, source: RevisionSource, seed: string) {
      return pagesOf(yield* open(organization, source), seed)
    })

    const documentOf = Effect.fnUntraced(function* (opened: Option.Option<OpenedSource<DocumentSource>>, seed: string) {
      if (Option.isNone(opened)) return Document.empty
      const { content, source } = opened.value
      const parts = yield* specs.partsOf(content.version, ComputedDocument.partsOf(content.outline, source))
      return ComputedDocument.make({ outline: content.outline, parts }, source, seed)
    })

    /** The text of a source; empty if there is no such version. */
    const document = Effect.fnUntraced(function* (organization: OrganizationId, source: DocumentSource, seed: string) {
      return yield* documentOf(yield* open(organization, source), seed)
    })

    return { open, pages, pagesOf, document, documentOf } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(OpenedSpecs.layer))
}
