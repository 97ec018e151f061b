import { Context, Effect, Layer, Schema } from "effect"
import { OrganizationId, SpaceId } from "../../foundation/id/Ids.ts"
import { optional } from "../../foundation/input/Input.ts"
import * as JobKind from "../../foundation/jobs/JobKind.ts"
import { Jobs } from "../../foundation/jobs/Jobs.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"

/** A space whose head has computed content: the versions of specs whose pages are in its indexes. */
export const ComputedSpace = Schema.Struct({
  id: SpaceId,
  organization: OrganizationId,
  /** The organization of the versions; after a transfer, the former organization until the space is indexed again. */
  indexedIn: OrganizationId,
  /** By slug; null for a spec that is missing or has no version. */
  versions: Schema.Array(Schema.Struct({ spec: Schema.String, version: Schema.NullOr(Schema.String) })),
  /**
   * Responses of integrations that are in the indexes of the space, by the keys of their sources; null if there are
   * none.
   */
  answers: optional(Schema.Array(Schema.Struct({ key: Schema.String, answer: Schema.NullOr(Schema.String) }))),
  /** The pages of each placeholder. They are removed once no record refers to their version. */
  pages: Schema.Array(Schema.Struct({ placeholder: Schema.String, ids: Schema.Array(Schema.String) }))
})
export type ComputedSpace = typeof ComputedSpace.Type

const specKey = (organization: string, slug: string) => `${organization}/${slug}`

const specsOf = ({ organization, versions }: ComputedSpace): ReadonlyArray<string> =>
  versions.map(({ spec }) => specKey(organization, spec))

export const collection = Repository.collection({
  name: "computed_spaces",
  schema: ComputedSpace,
  columns: { specs: { kind: "set", of: specsOf } },
  indexes: { all: { on: [] } },
  unique: {},
  references: [{ column: "id", to: "spaces", onDelete: "cascade" }],
  counters: [],
  rank: 3
})

/** Updates the indexes of a space, the key, to the newest versions of the inputs of its pages. */
export const refreshing = JobKind.make({
  name: "computed-content",
  deadline: 600_000,
  payload: Schema.Null,
  isShared: true
})

/** Requests to reindex spaces whose content is computed. */
export class ReindexRequests extends Context.Service<ReindexRequests>()("@quire/core/ReindexRequests", {
  make: Effect.gen(function* () {
    const jobs = yield* Jobs
    const rows = yield* Repository.make(collection)

    /**
     * Requests reindexing of the spaces whose content is computed from the newest version of a spec (rule
     * computed-indexes).
     */
    const refresh = Effect.fnUntraced(function* (spec: { readonly organization: string; readonly slug: string }) {
      const found = yield* rows.list("all", {
        equals: {},
        has: { specs: specKey(spec.organization, spec.slug) },
        limit: noLimit
      })
      yield* jobs.offerAll(
        refreshing,
        found.map(({ value }) => [value.id, null, value.organization] as const)
      )
    })

    return { refresh } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(Jobs.layer))
}
