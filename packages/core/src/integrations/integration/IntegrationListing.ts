import { Context, Effect, Layer } from "effect"
import * as InMemoryPage from "../../foundation/paging/InMemoryPage.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { fold, isStorable } from "../../foundation/text/Text.ts"
import * as Integration from "./Integration.ts"
import { audienceOf, type Category, collection } from "./Integration.ts"
import * as UrlPattern from "./UrlPattern.ts"

/** Filter of integration lists. */
export interface IntegrationFilter {
  /** Text that the name must contain, ignoring case. */
  readonly search?: string | undefined
  readonly category?: Category | undefined
  /** Domain whose URLs become one of its blocks. */
  readonly blockDomain?: string | undefined
  readonly blocks?: boolean | undefined
  readonly contentSources?: boolean | undefined
  /** The id or the hostname of the organization that publishes it. */
  readonly owner?: string | undefined
  readonly scope?: Integration.Scope | undefined
  /** Where it can be installed. */
  readonly target?: Integration.Target | undefined
}

const either = (wanted: boolean | undefined) => ({ in: wanted === undefined ? [true, false] : [wanted] })

/** Targets that match a filter; integrations for all targets match every filter. */
const targetsOf = (target: Integration.Target | undefined): ReadonlyArray<Integration.Target> =>
  target === undefined ? Integration.Target.literals : ["all", target]

const audience = (inside: ReadonlyArray<string> | undefined, isOwned: boolean) =>
  inside === undefined ? undefined : { any: audienceOf(inside, isOwned) }

/** Sources of lists of integrations for `Paging.paged`, by name (rule integration-catalogue). */
export class IntegrationListing extends Context.Service<IntegrationListing>()("@quire/core/IntegrationListing", {
  make: Effect.gen(function* () {
    const integrations = yield* Repository.make(collection)
    const none = InMemoryPage.source(Effect.map(integrations.getMany([]), (rows) => rows.values()))

    /**
     * Integrations visible to members of the given organizations, or all for the host (undefined). `owner` is the
     * organization of the filter, if any; null if it does not exist.
     */
    const source = (
      inside: ReadonlyArray<string> | undefined,
      filter: IntegrationFilter,
      owner: string | null | undefined
    ) => {
      const { search } = filter
      if (owner === null || (search !== undefined && !isStorable(search))) return none
      const rest = {
        has: {
          shownTo: audience(inside, owner !== undefined),
          categories: filter.category,
          scopes: filter.scope,
          domains: filter.blockDomain === undefined ? undefined : { any: UrlPattern.spellingsOf(filter.blockDomain) }
        },
        contains: { words: search === undefined || search === "" ? undefined : fold(search) }
      }
      const equals = {
        published: true,
        target: { in: targetsOf(filter.target) },
        hasBlocks: either(filter.blocks),
        hasSources: either(filter.contentSources)
      }
      return owner === undefined
        ? integrations.source("listed", { equals, ...rest })
        : integrations.source("ofOwner", { equals: { ...equals, organization: owner }, ...rest })
    }

    return { source } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
