import { type ContentRef, Contents, Document, Inline, type SiteId, Sites, type SpaceId, Spaces } from "@quire/core"
import { DocumentNode, SiteStructure, SiteStructures, TreeEdit } from "@quire/core/internal"
import { Effect } from "effect"
import { described, document, placeholder, type Shop, shop } from "../support/computed.ts"
import type { Sited } from "../support/sited.ts"
import type * as Stage from "./stage.ts"

export const first = described({ Pets: ["pets", "cats"], Stores: ["stores"] })
export const second = described({ Pets: ["pets"], Users: ["users"] })

/** A public site of a space with a page, a placeholder and a page: the first one links to what is computed. */
export interface ComputedSite {
  readonly world: Shop
  readonly docs: SpaceId
  readonly site: SiteId
  readonly siteSpace: Sited["first"]
  /** Ids of computed pages: the one stays in both descriptions, the other goes. */
  readonly pets: string
  readonly stores: string
  readonly published: string
  readonly mount: string
}

const linking = (refs: ReadonlyArray<ContentRef.ContentRef>) =>
  Document.make(
    refs.map((ref) => ({
      object: "block" as const,
      type: "paragraph" as const,
      nodes: [{ object: "inline" as const, type: "link" as const, data: { ref }, nodes: [Inline.text("here")] }]
    }))
  )

const making = Effect.gen(function* () {
  const world = yield* shop
  const { by, describe, edit, insert, organization, space } = world
  const contents = yield* Contents.Contents
  const sites = yield* Sites.Sites
  const spaces = yield* Spaces.Spaces
  const structures = yield* SiteStructures.SiteStructures
  yield* describe(first)
  const docs = yield* space()
  yield* insert({ space: docs }, [
    document("a", "Guide"),
    placeholder("c", "shop", undefined, true),
    document("z", "Last")
  ])
  const idAt = (path: string) => Effect.map(by(contents.pageByPath({ space: docs }, path)), ({ id }) => id)
  const [pets, stores] = [yield* idAt("pets"), yield* idAt("stores")]
  const links = linking([
    { kind: "page", page: pets },
    { kind: "anchor", page: pets, anchor: "get_cats" },
    { kind: "page", page: stores }
  ])
  yield* edit({ space: docs }, (draft, root, now) => {
    const patches = new Map([["a", { document: DocumentNode.put(draft, links) }]])
    return TreeEdit.update(draft, root, { patches, now })
  })
  yield* by(spaces.update(docs, { editMode: "locked" }))
  const { id: site } = yield* by(sites.create(organization, { title: "Shop", visibility: "public", spaces: [docs] }))
  const { urls } = yield* by(sites.publish(organization, site))
  const [place] = SiteStructure.listSiteSpaces((yield* structures.load(site)).value)
  if (place === undefined || urls.published === undefined) return yield* Effect.die(new Error("nothing is published"))
  const mount = new URL(urls.published).pathname
  return {
    world,
    docs,
    site,
    siteSpace: place.siteSpace.id,
    pets,
    stores,
    published: urls.published,
    mount
  } satisfies ComputedSite
}).pipe(Effect.orDie)

export const computedSite = ({ api }: Stage.Stage): Promise<ComputedSite> => api.run(making)
