import type { KnownSite } from "./KnownSite.ts"
import type { BlockSource } from "./PublicationFacts.ts"

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

export const of = ({ addressed, blockSources: sources }: KnownSite, now: number): AudienceBlocks => ({
  sources,
  day: sources.length === 0 ? 0 : dayOf(addressed.organization.id, now)
})
