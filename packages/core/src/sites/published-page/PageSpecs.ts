import { Context, Effect, Layer } from "effect"
import type { Document } from "../../content/document/Document.ts"
import { ComputedRoots } from "../../openapi/computed/ComputedRoots.ts"
import * as NamedSpecs from "../../openapi/spec/NamedSpecs.ts"
import type { Publication } from "../publication/Publications.ts"
import * as PagePlaces from "./PagePlaces.ts"
import type { PublishedSpec } from "./PublishedSpec.ts"

const publish = (read: NamedSpecs.NamedSpec, path: string | undefined): PublishedSpec => {
  const { outline: _, ...spec } = read
  if (path === undefined) return spec
  const names = spec.schemas.flatMap(({ name }) => (NamedSpecs.isInner(read, name) ? [] : [name]))
  return { ...spec, models: { path, names } }
}

/** The specs that the blocks of a document refer to, in the versions of the publication (rule published-operations). */
export class PageSpecs extends Context.Service<PageSpecs>()("@quire/core/PageSpecs", {
  make: Effect.gen(function* () {
    const computed = yield* ComputedRoots
    const { readSpecs } = yield* NamedSpecs.NamedSpecs

    /** Addresses of the model pages of specs, for each spec that has one in the space. */
    const locateModels = Effect.fnUntraced(function* (publication: Publication, at: PagePlaces.OpenedPlace) {
      const models = computed.modelsOf(at.root)
      if (models.size === 0) return new Map<string, string>()
      const places = yield* PagePlaces.locate(publication, at, [...models.values()])
      return new Map(
        Array.from(models).flatMap(([slug, id]) => {
          const found = places.get(id)
          return found === undefined ? [] : [[slug, found.place.path] as const]
        })
      )
    })

    return {
      readSpecs: Effect.fnUntraced(function* (
        publication: Publication,
        at: PagePlaces.OpenedPlace,
        document: Document
      ) {
        const { organization, specs } = publication.seen
        const read = yield* readSpecs({ organization: organization.id, versions: specs }, document)
        if (read.length === 0) return []
        const models = yield* locateModels(publication, at)
        return read.map((spec) => publish(spec, models.get(spec.slug)))
      })
    } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([ComputedRoots.layer, NamedSpecs.NamedSpecs.layer])
  )
}
