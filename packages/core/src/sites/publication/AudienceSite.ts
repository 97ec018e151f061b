import type { Organization } from "../../people/organization/Organization.ts"
import type { ChangeRequest } from "../../spaces/change-request/ChangeRequest.ts"
import type { Space } from "../../spaces/space/Space.ts"
import * as Claims from "../adaptive-schema/Claims.ts"
import type { Customization } from "../customization/Customization.ts"
import type { Site } from "../site/Site.ts"
import type { SiteStructure } from "../structure/SiteStructure.ts"
import type * as Audience from "../visitor/Audience.ts"
import type * as Conditions from "./Conditions.ts"
import type { KnownSite } from "./KnownSite.ts"
import type { BlockSource } from "./PublicationFacts.ts"
import type { PublishedScript } from "./PublishedScripts.ts"
import type { VisibleStructure } from "./VisibleStructure.ts"

/** The content of one site that one audience may see at one moment. */
export interface AudienceSite {
  readonly organization: Organization
  readonly site: Site
  readonly audience: Audience.Audience
  readonly structure: VisibleStructure
  /** The same as a separate structure, without the conditions. */
  readonly shown: SiteStructure
  /** The spaces of the structure, by id. */
  readonly spaces: ReadonlyMap<string, Space>
  /** Hashes of the roots of what is shown of them, by space. */
  readonly roots: ReadonlyMap<string, string>
  /** The heads of these spaces, which the search index has; they differ only in the space of `changeRequest`. */
  readonly searched: ReadonlyMap<string, string>
  /** The newest versions of the specs of the organization, and responses of integrations (rule publication-specs). */
  readonly specs: ReadonlyMap<string, string>
  readonly blocks: AudienceBlocks
  /** The change request whose head is shown in place of that of its space (rule publication-preview-request). */
  readonly changeRequest: ChangeRequest | undefined
  /** Results of conditions on this audience's claims. */
  readonly conditions: Conditions.Conditions
  readonly customization: Customization
  readonly customizationOf: (siteSpace: string) => Customization
  /** Public address of the site; ends with a slash. */
  readonly url: string
  /** The scripts of integrations that its pages load (rule site-scripts-run). */
  readonly scripts: ReadonlyArray<PublishedScript>
  readonly caching: CachePolicy
  /** Changes whenever printed content of the site may have changed; it reveals nothing about the audience. */
  readonly version: string
  /** Differs for audiences of this version that see different structures. */
  readonly visible: string
  /** When the visitor token that let the reader in ends, in epoch milliseconds. */
  readonly expiresAt: number | undefined
}

/** The inputs that determine how blocks of integrations look on the pages of a site. */
export interface AudienceBlocks {
  /** The organization whose blocks pages may have. */
  readonly sources: ReadonlyArray<BlockSource>
  /** The day on which they are rendered; constant if there are none (rule page-block-drawn). */
  readonly day: number
}

/** Milliseconds. */
const dayLength = 86_400_000

/**
 * The time of day at which the days of an organization begin, so that the blocks of all organizations are not rendered
 * again at once.
 */
const beginOf = (organization: string): number => {
  let sum = 0
  for (const unit of organization) sum = (sum * 31 + (unit.codePointAt(0) ?? 0)) % dayLength
  return sum
}

/** The day that it is for an organization at a moment, in epoch milliseconds. */
export const dayOf = (organization: string, now: number): number =>
  Math.floor((now + beginOf(organization)) / dayLength)

export const blocksOf = ({ addressed, blockSources: sources }: KnownSite, now: number): AudienceBlocks => ({
  sources,
  day: sources.length === 0 ? 0 : dayOf(addressed.organization.id, now)
})

/**
 * Who may cache a response: anyone (`public`), only the reader's own programs, which must revalidate each time
 * (`private`), or nothing (`none`), since it may contain data that identifies the reader, or is a preview (rule
 * publication-caching).
 */
export type CachePolicy = "public" | "private" | "none"

export const cachePolicyOf = (
  { adaptive, visibility }: Audience.Facts,
  { shareKey }: Audience.Request,
  { claims, preview }: Audience.Audience
): CachePolicy => {
  if (preview !== undefined || (adaptive.enabled && Claims.canName(adaptive.schema, claims))) return "none"
  const isOpen = visibility === "public" || visibility === "unlisted"
  return isOpen && shareKey === undefined && !adaptive.enabled ? "public" : "private"
}
