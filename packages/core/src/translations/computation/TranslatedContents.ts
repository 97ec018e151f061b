import { Context, Effect, Layer, Option, Schema } from "effect"
import type { PageView } from "../../content/tree/PageView.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { ReferenceNotFound } from "../../people/access/Access.ts"
import { SpaceNotFound } from "../../people/placement/PlaceNotFound.ts"
import { ContentBase } from "../../spaces/commit/ContentBase.ts"
import { Contents } from "../../spaces/content/Contents.ts"
import { collection, type TranslationLanguage } from "../settings/TranslationLanguage.ts"
import type { TranslatedDocument, TranslatedRevision } from "./TranslatedSource.ts"

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
