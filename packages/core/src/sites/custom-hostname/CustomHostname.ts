import { Schema } from "effect"
import { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { SiteId } from "../../foundation/id/SiteId.ts"
import { digest } from "../../foundation/secret/Secrets.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import * as CodePoint from "../../foundation/text/CodePoint.ts"
import { Instant } from "../../foundation/time/Instant.ts"

/** A hostname that an organization registered for one of its sites, as stored. */
export const CustomHostname = Schema.Struct({
  /** Joins organization and hostname, so there is one per pair (rule hostname-register). */
  id: Schema.String,
  organization: OrganizationId,
  site: SiteId,
  hostname: Schema.String,
  /** Null while it is pending; one organization at most has it verified (rule hostname-holder). */
  verifiedAt: Schema.NullOr(Instant),
  createdAt: Instant
})
export type CustomHostname = typeof CustomHostname.Type

export const rowId = (organization: string, hostname: string): string => `${organization}.${hostname}`

export const isVerified = (self: Pick<CustomHostname, "verifiedAt">): boolean => self.verifiedAt !== null

export const collection = Repository.collection({
  name: "custom_hostnames",
  schema: CustomHostname,
  columns: {
    organization: { kind: "text", of: (self) => self.organization },
    site: { kind: "text", of: (self) => self.site },
    hostname: { kind: "text", of: (self) => self.hostname },
    verified: { kind: "boolean", of: isVerified }
  },
  indexes: { inSite: { on: ["organization", "site"] }, ofHostname: { on: ["hostname"] } },
  unique: { verified: { on: ["hostname"], where: { verified: true } } },
  references: [
    { column: "organization", to: "organizations", onDelete: "restrict" },
    { column: "site", to: "sites", onDelete: "cascade", scoped: true }
  ],
  counters: [],
  rank: 3
})

/** The hostname of a site's own address among its registrations: the one verified last (rule hostname-canonical). */
export const canonical = (those: ReadonlyArray<CustomHostname>): string | null => {
  const [last] = those
    .filter(isVerified)
    .toSorted(
      (left, right) =>
        (right.verifiedAt ?? 0) - (left.verifiedAt ?? 0) || CodePoint.compare(left.hostname, right.hostname)
    )
  return last?.hostname ?? null
}

/** The text that proves a hostname to be a site's (rule hostname-challenge). */
export const challenge = ({ hostname, site }: Pick<CustomHostname, "site" | "hostname">): string =>
  digest(`custom hostname ${site}/${hostname}`)
