import { Context, Effect, Layer, Schema } from "effect"
import * as Repository from "../../foundation/store/Repository.ts"
import { collection as spaceCollection } from "../../spaces/space/Space.ts"
import { isOpen as isOpenVisibility } from "../../spaces/space/SpaceSites.ts"
import { isPublished, type Site } from "./Site.ts"

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
export const isOpen = (self: Pick<Site, "publishedAt" | "visibility">): boolean =>
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
      site: Pick<Site, "id" | "publishedAt" | "visibility">,
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
