import { Schema } from "effect"
import { closed, describeFields } from "../../foundation/input/Input.ts"
import { idOf } from "../integration/Integration.ts"
import { IntegrationName } from "../integration/IntegrationInput.ts"

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
