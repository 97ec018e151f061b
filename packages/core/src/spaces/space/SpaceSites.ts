import { Context, type Effect, Schema } from "effect"
import { describeFields } from "../../foundation/input/Input.ts"
import type { Placement } from "../../people/placement/Placement.ts"

/** Who may read a published site, the most open first. */
export const SiteVisibility = Schema.Literals(["public", "unlisted", "share-link", "visitor-auth"])
export type SiteVisibility = typeof SiteVisibility.Type

/** How the visitors of a site sign in: through the organization's own server, or an integration by its name. */
export const VisitorAuth = Schema.Union([
  Schema.Struct({ backend: Schema.Literal("custom") }),
  Schema.Struct(
    describeFields(
      { backend: Schema.Literal("integration"), integration: Schema.String },
      { integration: "Integration that signs visitors in." }
    )
  )
])
export type VisitorAuth = typeof VisitorAuth.Type

/** How a space is published: by the most open of its sites, at the address of the site that was published first. */
export interface PublishedSpace {
  readonly visibility: SiteVisibility
  readonly url: string
  /** That of the first of its sites that only visitors who sign in may read. */
  readonly visitorAuth?: VisitorAuth
}

/** Whether people outside the organization may read it without an invitation. */
export const isOpen = (published: Pick<PublishedSpace, "visibility"> | undefined): boolean =>
  published?.visibility === "public" || published?.visibility === "unlisted"

/** Content of open sites changes through change requests only (rule space-live). */
export class SpacePublished extends Schema.TaggedError<SpacePublished>()("SpacePublished", { id: Schema.String }) {
  readonly kind = "precondition" as const
  override get message() {
    return `space ${this.id} is on a public or unlisted published site and must stay locked`
  }
}

/** Port between spaces and the sites that they are on; sites implement it. */
export class SpaceSites extends Context.Service<
  SpaceSites,
  {
    /** How the spaces of these placements are published, by id (rule space-visibility). */
    readonly findPublished: (
      placements: ReadonlyArray<Pick<Placement, "id" | "sites">>
    ) => Effect.Effect<ReadonlyMap<string, PublishedSpace>>
    /** Whether one of these sites is open. Sends the same queries whether or not they exist. */
    readonly isAnyOpen: (sites: ReadonlyArray<string>) => Effect.Effect<boolean>
    /** The titles of sites, by id. */
    readonly findTitles: (sites: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, string>>
    /**
     * Hides deleted spaces from their sites, or shows restored ones again (rule site-deleted-space). Used inside a
     * mutation that has locked the organization's tree.
     */
    readonly setHidden: (placements: ReadonlyArray<Placement>, isHidden: boolean) => Effect.Effect<void>
    /** Removes permanently deleted spaces from their sites, with the tree locked. */
    readonly forget: (placements: ReadonlyArray<Placement>) => Effect.Effect<void>
  }
>()("@quire/core/SpaceSites") {}
