import { Context, Effect, Layer, Schema } from "effect"
import type { OrganizationId, SpaceId } from "../../foundation/id/Ids.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { cut } from "../../foundation/text/Text.ts"
import { Access, Forbidden, ReferenceNotFound } from "../../people/access/Access.ts"
import { atLeast } from "../../people/access/Role.ts"
import { isActive } from "../../people/placement/Placement.ts"
import { ContentEdits } from "../../spaces/edit/ContentEdits.ts"
import { collection, limits, collection as spaceCollection } from "../../spaces/space/Space.ts"
import { isOpen as isOpenVisibility } from "../../spaces/space/SpaceSites.ts"
import { Spaces } from "../../spaces/space/Spaces.ts"
import type * as Site from "./Site.ts"
import { isPublished } from "./Site.ts"

/** The content of open sites changes through change requests only, so these spaces must be locked (rule space-live). */
export class SpacesLive extends Schema.TaggedError<SpacesLive>()("SpacesLive", {
  site: Schema.String,
  spaces: Schema.Array(Schema.String)
}) {
  readonly kind = "precondition" as const
  override get message() {
    return `site ${this.site} is public or unlisted, and these spaces are not locked: ${this.spaces.join(", ")}`
  }
}

/** Whether the site is published for people outside the organization without an invitation. */
export const isOpen = (self: Pick<Site.Site, "publishedAt" | "visibility">): boolean =>
  isPublished(self) && isOpenVisibility(self)

/** Checks that open sites contain no spaces that are edited live. */
export class LiveSpaces extends Context.Service<LiveSpaces>()("@quire/core/LiveSpaces", {
  make: Effect.gen(function* () {
    const rows = yield* Repository.make(Repository.withoutCounters(spaceCollection))

    /**
     * Fails if the site is open and one of the spaces is edited live. Called inside a mutation that has locked the
     * organization's tree, by operations that open the site or add spaces to it; `spaces` omits deleted ones.
     */
    const checkLocked = Effect.fnUntraced(function* (
      site: Pick<Site.Site, "id" | "publishedAt" | "visibility">,
      spaces: ReadonlyArray<string>
    ) {
      if (!isOpen(site) || spaces.length === 0) return
      const found = yield* rows.getMany(spaces)
      const live = Repository.values(found.values()).filter(({ editMode }) => editMode === "live")
      if (live.length > 0) return yield* new SpacesLive({ site: site.id, spaces: live.map(({ id }) => id).sort() })
    })

    return { checkLocked } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

/** A space with the title from which its path on a site follows. */
export interface TitledSpace {
  readonly id: SpaceId
  readonly title: string
}

const samplePage = {
  operation: "insert_page",
  title: "Welcome",
  document: { markdown: "This is the first page of your site. Edit it or add more pages." }
} as const

/** Finds or creates the spaces to add to a site. */
export class SpacesForSite extends Context.Service<SpacesForSite>()("@quire/core/SpacesForSite", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const spaces = yield* Spaces
    const edits = yield* ContentEdits
    const rows = yield* Repository.make(collection)
    const { checkLocked } = yield* LiveSpaces

    /** A space of the organization, for a caller who may change its settings (rule site-space-who). */
    const find = Effect.fnUntraced(function* (organization: OrganizationId, id: string, field: string) {
      const refused = () => new ReferenceNotFound({ field, id })
      const found = yield* access.placement("space", id, "content:view", refused)
      const { value: placement } = found.placement
      if (!isActive(placement) || placement.organization !== organization) return yield* refused()
      if (!atLeast(found.role, "create")) {
        return yield* new Forbidden({ action: "content:create", target: `space ${id}` })
      }
      const { value } = rows.decode(found.subject)
      return { id: value.id, title: value.title } satisfies TitledSpace
    })

    /** The same for an existing site: spaces of an open site are locked (rule space-live). */
    const findFor = (site: Site.Site, id: string, field: string) =>
      Effect.tap(find(site.organization, id, field), (space) => checkLocked(site, [space.id]))

    /** Only spaces that are live are edited directly, so one with a sample page is locked afterwards. */
    const makeSpace = Effect.fnUntraced(function* (organization: OrganizationId, title: string, isSample: boolean) {
      const { id, title: cutTitle } = yield* spaces.create(organization, {
        title: cut(title, limits.titleLength),
        editMode: isSample ? "live" : "locked"
      })
      if (isSample) {
        yield* Effect.orDie(edits.apply({ space: id }, { changes: [samplePage] }))
        yield* Effect.orDie(spaces.update(id, { editMode: "locked" }))
      }
      return { id, title: cutTitle } satisfies TitledSpace
    })

    /** The `spaces` of a request for a new site, in order. */
    const prepare = Effect.fnUntraced(function* (
      organization: OrganizationId,
      title: string,
      asked: NonNullable<Site.SiteCreate["spaces"]>
    ) {
      if (typeof asked === "string") return [yield* makeSpace(organization, title, asked === "sample")]
      return yield* Effect.forEach(asked, (id, at) => find(organization, id, `spaces.${at}`))
    })

    return { findFor, prepare } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, ContentEdits.layer, LiveSpaces.layer, Spaces.layer])
  )
}
