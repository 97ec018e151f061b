import type { Organization } from "../../people/organization/Organization.ts"
import type { Customization } from "../../sites/customization/Customization.ts"
import type { Site } from "../../sites/site/Site.ts"
import type { SiteStructure } from "../../sites/structure/SiteStructure.ts"
import type { ChangeRequest } from "../../spaces/change-request/ChangeRequest.ts"
import type { Space } from "../../spaces/space/Space.ts"
import type * as Audience from "../visitor/Audience.ts"
import type * as AudienceBlocks from "./AudienceBlocks.ts"
import type { CachePolicy } from "./CachePolicy.ts"
import type * as Conditions from "./Conditions.ts"
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
  readonly blocks: AudienceBlocks.AudienceBlocks
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
