import { Context, Effect, Layer, Option, Schema } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import { checked } from "../../foundation/input/Input.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Access } from "../../people/access/Access.ts"
import { type Organization, collection as organizationCollection } from "../../people/organization/Organization.ts"
import { collection, digestOf, SearchSynonymsPut, type SearchSynonymsView, SynonymSettings } from "./SynonymSettings.ts"

const isSame = Schema.toEquivalence(SynonymSettings)
const check = checked(SearchSynonymsPut)

const withDigest = ({ searchSynonyms: _, ...self }: Organization, { groups }: SynonymSettings): Organization => {
  const searchSynonyms = digestOf(groups)
  return searchSynonyms === undefined ? self : { ...self, searchSynonyms }
}

const payloadOf = ({ groups }: SynonymSettings) => ({ groups })

/** The synonyms that searches in an organization and on its sites use (rule search-synonyms). */
export class SearchSynonyms extends Context.Service<SearchSynonyms>()("@quire/core/SearchSynonyms", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const { base } = yield* Addresses
    const events = yield* Events
    const { mutate } = yield* Mutation
    const organizations = yield* Repository.make(organizationCollection)
    const settings = yield* Repository.make(collection)

    const view = ({ groups, id }: SynonymSettings): SearchSynonymsView => ({
      object: "search-synonyms",
      groups,
      urls: { location: `${base}/v1/orgs/${id}/search/synonyms` }
    })

    const load = Effect.fnUntraced(function* (id: string) {
      const row = Option.getOrUndefined(yield* settings.get(id))
      return { row, value: row?.value ?? { id, groups: [] } }
    })

    /** The synonyms of an organization. */
    const get = operation("SearchSynonyms.get")(function* (organization: OrganizationId) {
      yield* access.organization(organization, "organization:view")
      return view((yield* load(organization)).value)
    })

    /** Replaces the synonyms; only with the organization locked. */
    const replace = Effect.fnUntraced(function* (next: SynonymSettings, organization: OrganizationId) {
      const { row, value: before } = yield* load(organization)
      if (isSame(before, next)) return
      yield* row === undefined ? settings.insert(next) : settings.update(row, next)
      yield* events.announce({
        type: "searchSynonyms.update",
        organization,
        subjects: [organization],
        before: payloadOf(before),
        after: payloadOf(next)
      })
    })

    /** Replaces the synonyms of an organization. */
    const put = operation("SearchSynonyms.put")(function* (id: OrganizationId, given: SearchSynonymsPut) {
      const { groups } = yield* check(given)
      yield* access.organization(id, "organization:admin")
      return yield* mutate(
        Effect.gen(function* () {
          const rows = yield* organizations.lock([id])
          const { organization } = yield* access.organization(id, "organization:admin")
          const [seen, next] = [rows.get(id) ?? organization, { id, groups }]
          yield* replace(next, id)
          yield* organizations.update(seen, withDigest(seen.value, next))
          return view(next)
        })
      )
    })

    return { get, put } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, Events.layer, Mutation.layer])
  )
}
