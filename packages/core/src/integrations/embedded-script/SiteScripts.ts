import { Context, Effect, Layer, Schema } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import { checked, closed, describeFields } from "../../foundation/input/Input.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { type Site, collection as siteCollection } from "../../sites/site/Site.ts"
import { type FoundSite, SiteAccess } from "../../sites/site/SiteAccess.ts"
import { idOf } from "../integration/Integration.ts"
import { IntegrationName } from "../integration/IntegrationInput.ts"
import { Embeddings } from "./EmbeddedScripts.ts"

/** `listed` is the maximum number of integrations whose scripts the pages of one site load (rule site-scripts-run). */
export const limits = { listed: 10 } as const

const findTwice = (names: ReadonlyArray<string>) => {
  const ids = names.map(idOf)
  const twice = ids.findIndex((id, index) => ids.indexOf(id) !== index)
  return twice === -1 ? undefined : { path: [twice], issue: "must not be repeated" }
}

const Names = Schema.Array(IntegrationName).check(
  Schema.isMaxLength(limits.listed, { expected: `an array of at most ${limits.listed} items` }),
  Schema.makeFilter(findTwice, { toJsonSchema: () => ({}) })
)

/** Replaces the integrations whose scripts the pages of a site load. */
export const SiteScriptsPut = closed(
  "SiteScriptsPut",
  { integrations: Names },
  { integrations: "Names of the integrations whose scripts are embedded, in order." }
)
export type SiteScriptsPut = typeof SiteScriptsPut.Type

/** The integrations whose scripts pages of a site load, for its administrators. */
export const SiteScriptsView = Schema.Struct(
  describeFields(
    { integrations: Schema.Array(IntegrationName) },
    { integrations: "Names of the integrations whose scripts are embedded, in order." }
  )
).annotate({
  identifier: "SiteScripts"
})
export type SiteScriptsView = typeof SiteScriptsView.Type

/** The integration embeds no script in the site (rule site-scripts). */
export class NoScriptThere extends Schema.TaggedError<NoScriptThere>()("NoScriptThere", {
  integration: Schema.String,
  field: Schema.String
}) {
  readonly kind = "invalid" as const
  override get message() {
    return `${this.field}: ${this.integration} has no script on the site`
  }
  get details() {
    return [{ path: this.field, rule: "must name an integration that embeds a script in the site" }]
  }
}

const check = checked(SiteScriptsPut)

const view = ({ scripts = [] }: Site): SiteScriptsView => ({ integrations: scripts })

const withScripts = ({ scripts: _, ...site }: Site, names: ReadonlyArray<string>): Site =>
  names.length === 0 ? site : { ...site, scripts: names }

/** Integration scripts that the pages of a site load (rule site-scripts-run). */
export class SiteScripts extends Context.Service<SiteScripts>()("@quire/core/SiteScripts", {
  make: Effect.gen(function* () {
    const events = yield* Events
    const embeddings = yield* Embeddings
    const { findAdministered, withSite } = yield* SiteAccess
    const sites = yield* Repository.make(siteCollection)

    /** The scripts that a site's own pages run. */
    const get = operation("SiteScripts.get")(function* (organization: OrganizationId, id: string) {
      return view((yield* findAdministered(organization, id)).row.value)
    })

    /**
     * Resolves names to published integrations. A name that is already listed is kept, whether the integration is
     * active or not.
     */
    const resolve = Effect.fnUntraced(function* ({ row }: FoundSite, names: ReadonlyArray<string>) {
      const { id, organization, scripts = [] } = row.value
      const known = new Map(scripts.map((name) => [idOf(name), name]))
      const found = yield* embeddings.listOn({ kind: "site", id, organization }, names)
      for (const { integration } of found) known.set(integration.id, integration.name)
      return yield* Effect.forEach(names, (integration, at) =>
        Effect.mapError(
          Effect.fromNullishOr(known.get(idOf(integration))),
          () => new NoScriptThere({ integration, field: `integrations.${at}` })
        )
      )
    })

    /** Replaces the scripts of a site. */
    const put = operation("SiteScripts.put")(function* (
      organization: OrganizationId,
      id: string,
      given: SiteScriptsPut
    ) {
      const { integrations } = yield* check(given)
      return yield* withSite(organization, id, (found) =>
        Effect.gen(function* () {
          const { row } = found
          const next = withScripts(row.value, yield* resolve(found, integrations))
          const written = yield* sites.update(row, next)
          if (written.version !== row.version) {
            const changed = { subjects: [id], before: row.value, after: written.value }
            yield* events.announce({ type: "sites.update", organization, ...changed })
          }
          return view(written.value)
        })
      )
    })

    return { get, put } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Embeddings.layer, Events.layer, SiteAccess.layer])
  )
}
