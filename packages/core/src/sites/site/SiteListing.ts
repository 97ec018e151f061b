import { Context, Effect, Layer } from "effect"
import type { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import * as InMemoryPage from "../../foundation/paging/InMemoryPage.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { fold, isStorable } from "../../foundation/text/Text.ts"
import { Access } from "../../people/access/Access.ts"
import { AccessFacts } from "../../people/access/AccessFacts.ts"
import { readerKeys } from "../../people/access/Decision.ts"
import type { Viewer } from "../../people/access/Viewer.ts"
import { collection as structureCollection } from "../structure/SiteStructure.ts"
import { collection, isPublished, type Site, SiteType } from "./Site.ts"

/** Which sites a list shows: those with a space, with a text in the title in any case, published or not, of types. */
export interface SiteFilter {
  readonly space?: string | undefined
  readonly title?: string | undefined
  readonly published?: boolean | undefined
  readonly type?: ReadonlyArray<SiteType> | undefined
}

type Row = Repository.VersionedValue<Site>

const matches = ({ published, title, type }: SiteFilter, site: Site) =>
  (published === undefined || isPublished(site) === published) &&
  (title === undefined || fold(site.title).includes(fold(title))) &&
  (type === undefined || type.includes(site.type))

/** Sources of lists of sites for `Paging.paged`. */
export class SiteListing extends Context.Service<SiteListing>()("@quire/core/SiteListing", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const facts = yield* AccessFacts
    const sites = yield* Repository.make(collection)
    const structures = yield* Repository.make(structureCollection)

    /** Members with a role may view every site of their organization (rule site-who). */
    const sourceOfEvery = (organization: OrganizationId, { published, title, type }: SiteFilter) => {
      const { count, load } = sites.source("inOrganization", {
        equals: {
          organization,
          published: { in: published === undefined ? [true, false] : [published] },
          type: { in: type ?? SiteType.literals }
        },
        contains: { words: title === undefined ? undefined : fold(title) }
      })
      return { count, load, keyset: (row: Row) => sites.keyset("inOrganization", row.value) }
    }

    /** The sites with one space, and those of one guest, are few enough to be read at once. */
    const sourceOfSome = (ids: ReadonlyArray<string>, filter: SiteFilter) =>
      InMemoryPage.source(
        Effect.map(sites.getMany(ids), (rows) => [...rows.values()].filter(({ value }) => matches(filter, value)))
      )

    const findReadable = Effect.fnUntraced(function* (organization: OrganizationId, viewer: Viewer) {
      const page = { after: "", limit: noLimit }
      const rows = yield* facts.readable(organization, "site", readerKeys(viewer.member), page)
      return rows.map(({ id }) => id)
    })

    /** The sites with a space that the caller may view; others are on no site that they learn of. */
    const findWithSpace = Effect.fnUntraced(function* (organization: OrganizationId, space: string) {
      const absent = { _tag: "Absent" } as const
      const isViewable = yield* access
        .placement("space", space, "content:view", () => absent)
        .pipe(
          Effect.as(true),
          Effect.catch(() => Effect.succeed(false))
        )
      if (!isViewable) return []
      const rows = yield* structures.list("inOrganization", {
        equals: { organization },
        has: { spaces: space },
        limit: noLimit
      })
      return rows.map(({ value }) => value.id)
    })

    const source = Effect.fnUntraced(function* (viewer: Viewer, organization: OrganizationId, filter: SiteFilter) {
      if (filter.title !== undefined && !isStorable(filter.title)) return sourceOfSome([], {})
      const seesEvery = viewer.isHost || viewer.member.role !== null
      if (filter.space === undefined && seesEvery) return sourceOfEvery(organization, filter)
      const readable = seesEvery ? undefined : new Set(yield* findReadable(organization, viewer))
      if (filter.space === undefined) return sourceOfSome([...(readable ?? [])], filter)
      const withSpace = yield* findWithSpace(organization, filter.space)
      return sourceOfSome(
        withSpace.filter((id) => readable?.has(id) ?? true),
        filter
      )
    })

    return { source } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(Access.layer))
}
