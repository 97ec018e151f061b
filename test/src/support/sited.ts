import {
  Contents,
  type Imports,
  type Members,
  type Organizations,
  Outbox,
  type SiteId,
  type SiteSpaceId,
  Sites,
  type SpaceId,
  Spaces,
  type Users
} from "@quire/core"
import { SiteRedirect, SiteStructure, SiteStructures } from "@quire/core/internal"
import { Effect } from "effect"
import { prepared } from "./docs.ts"
import { as } from "./engine.ts"
import type { World } from "./world.ts"

/** A published site of a space with pages and of an empty one, and another site of the same organization. */
export interface Sited extends World {
  /** The space with pages. */
  readonly id: SpaceId
  readonly site: SiteId
  readonly other: SiteId
  /** The address of the site. */
  readonly published: string
  /** The site-spaces of the site, and that of the other one. */
  readonly first: SiteSpaceId
  readonly second: SiteSpaceId
  readonly elsewhere: SiteSpaceId
  /** A page of the first. */
  readonly install: SiteRedirect.PageId
  /** What was announced of the organization since the last time. */
  readonly news: Effect.Effect<ReadonlyArray<Outbox.Event>>
}

export const sited: Effect.Effect<
  Sited,
  never,
  | Spaces.Spaces
  | Imports.Imports
  | Users.Users
  | Organizations.Organizations
  | Members.Members
  | Sites.Sites
  | SiteStructures.SiteStructures
  | Outbox.Outbox
  | Contents.Contents
> = Effect.gen(function* () {
  const world = yield* prepared
  const spaces = yield* Spaces.Spaces
  const sites = yield* Sites.Sites
  const structures = yield* SiteStructures.SiteStructures
  const outbox = yield* Outbox.Outbox
  const contents = yield* Contents.Contents
  const { id: docs, organization } = world
  const admin = as(world.admin)
  yield* admin(spaces.update(docs, { editMode: "locked" }))
  const { id: empty } = yield* admin(spaces.create(organization, { title: "Empty" }))
  const { id: site } = yield* admin(sites.create(organization, { title: "Site", spaces: [docs, empty] }))
  const { id: other } = yield* admin(sites.create(organization, { title: "Other", spaces: [docs] }))
  const published = (yield* admin(sites.publish(organization, site))).urls.published ?? ""
  const siteSpacesOf = (id: typeof site) =>
    Effect.map(structures.load(id), ({ value }) =>
      SiteStructure.listSiteSpaces(value).map(({ siteSpace }): SiteSpaceId => siteSpace.id)
    )
  const [first, second] = yield* siteSpacesOf(site)
  const [elsewhere] = yield* siteSpacesOf(other)
  const { pages } = yield* admin(contents.pages({ space: docs }))
  const guide = pages.find((page) => "path" in page && page.path === "guide")
  const install = guide !== undefined && "pages" in guide ? guide.pages[0] : undefined
  if (first === undefined || second === undefined || elsewhere === undefined || install === undefined) {
    return yield* Effect.die(new Error("the site is not as it was to be"))
  }
  let offset = ""
  const news = Effect.gen(function* () {
    const fresh: Array<Outbox.Event> = []
    for (;;) {
      const read = yield* outbox.read(offset, 200)
      fresh.push(...read.map(({ event }) => event))
      offset = read.at(-1)?.offset ?? offset
      if (read.length < 200) return fresh.filter((event) => event.organization === organization)
    }
  })
  yield* news
  return {
    ...world,
    site,
    other,
    published,
    first,
    second,
    elsewhere,
    install: SiteRedirect.PageId.make(install.id),
    news
  }
}).pipe(Effect.orDie)

/** The tag of the refusal, or `done`. */
export const outcome = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.match(self, { onFailure: ({ _tag }) => _tag, onSuccess: () => "done" })
