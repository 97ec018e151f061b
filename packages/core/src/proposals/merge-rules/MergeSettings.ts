import { Context, Effect, Layer, Schema } from "effect"
import { closed, describeFields, optional } from "../../foundation/input/Input.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import type { Space } from "../../spaces/space/Space.ts"
import { type MergeRule, MergeRuleList, MergeRule as StoredRule } from "./MergeRule.ts"

/** Origin of a space's rules: the organization, the space itself, or none. */
export const MergeRuleMode = Schema.Literals(["inherit", "custom", "disabled"])
export type MergeRuleMode = typeof MergeRuleMode.Type

/** When a merge of changes to the same page conflicts: at colliding blocks, or at any page that both sides changed. */
export const Strictness = Schema.Literals(["block", "page"])
export type Strictness = typeof Strictness.Type

const rules = Schema.Array(StoredRule)

/** The merge settings of an organization or of a space, stored under its id; the id of the other kind is null. */
export const MergeSettings = Schema.Struct({
  id: Schema.String,
  organization: Schema.NullOr(Schema.String),
  space: Schema.NullOr(Schema.String),
  mode: MergeRuleMode,
  rules,
  strictness: Strictness
})
export type MergeSettings = typeof MergeSettings.Type

export const collection = Repository.collection({
  name: "merge_rules",
  schema: MergeSettings,
  columns: {
    organization: { kind: "text", of: (self) => self.organization ?? "" },
    space: { kind: "text", of: (self) => self.space ?? "" }
  },
  indexes: {},
  unique: {},
  references: [
    { column: "organization", to: "organizations", onDelete: "cascade" },
    { column: "space", to: "spaces", onDelete: "cascade" }
  ],
  counters: [],
  rank: 3
})

/** The settings that a new space has. */
export const ofNewSpace = (space: string): MergeSettings => ({
  id: space,
  organization: null,
  space,
  mode: "inherit",
  rules: [],
  strictness: "block"
})

/** The settings that a new organization has: no rules. */
export const ofNewOrganization = (organization: string): MergeSettings => ({
  id: organization,
  organization,
  space: null,
  mode: "custom",
  rules: [],
  strictness: "block"
})

/** The rules that apply in a space. */
export const effectiveRules = (space: MergeSettings, organization: MergeSettings): ReadonlyArray<MergeRule> =>
  space.mode === "disabled" ? [] : space.mode === "custom" ? space.rules : organization.rules

/** Replaces a space's settings; omitted rules mean none, and an omitted strictness means `block`. */
export const SpaceMergeRulesPut = closed(
  "SpaceMergeRulesPut",
  {
    mode: MergeRuleMode,
    rules: optional(MergeRuleList),
    strictness: optional(Strictness)
  },
  {
    mode: "Whether the rules of the organization, the space's own rules or no rules apply.",
    rules: "Rules that a change request must meet before it can be merged.",
    strictness: "Whether unmet rules block a merge or only warn."
  }
)
export type SpaceMergeRulesPut = typeof SpaceMergeRulesPut.Type

/** Replaces an organization's rules. */
export const OrganizationMergeRulesPut = closed(
  "OrganizationMergeRulesPut",
  { rules: MergeRuleList },
  { rules: "Rules that a change request must meet before it can be merged." }
)
export type OrganizationMergeRulesPut = typeof OrganizationMergeRulesPut.Type

const urls = Schema.Struct(
  describeFields({ location: Schema.String }, { location: "Address of the object in the API." })
)

/** `rules` are the space's own, `applicable` the rules that apply, in order. */
export const SpaceMergeRulesView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("space-merge-rules"),
      mode: MergeRuleMode,
      rules,
      strictness: Strictness,
      applicable: rules,
      urls
    },
    {
      applicable: "Rules that apply to the space, in order.",
      mode: "Whether the rules of the organization, the space's own rules or no rules apply.",
      rules: "Rules that a change request must meet before it can be merged.",
      strictness: "Whether unmet rules block a merge or only warn.",
      urls: "Addresses that belong to the object."
    }
  )
).annotate({ identifier: "SpaceMergeRules" })
export type SpaceMergeRulesView = typeof SpaceMergeRulesView.Type

/** The rules of every space that inherits them. */
export const OrganizationMergeRulesView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("organization-merge-rules"),
      rules,
      urls
    },
    {
      rules: "Rules that a change request must meet before it can be merged.",
      urls: "Addresses that belong to the object."
    }
  )
).annotate({ identifier: "OrganizationMergeRules" })
export type OrganizationMergeRulesView = typeof OrganizationMergeRulesView.Type

/** Loads merge settings for operations that have decided about the space. */
export class ApplicableRules extends Context.Service<ApplicableRules>()("@quire/core/ApplicableRules", {
  make: Effect.gen(function* () {
    const settings = yield* Repository.make(collection)

    /** The settings of a space and of its organization. */
    const load = Effect.fnUntraced(function* (organization: string, space: string) {
      const rows = yield* settings.getMany([organization, space])
      return {
        organization: rows.get(organization)?.value ?? ofNewOrganization(organization),
        space: rows.get(space)?.value ?? ofNewSpace(space)
      }
    })

    /** The rules and the strictness that apply in a space. */
    const applicable = Effect.fnUntraced(function* (space: Pick<Space, "id" | "organization">) {
      const loaded = yield* load(space.organization, space.id)
      return { rules: effectiveRules(loaded.space, loaded.organization), strictness: loaded.space.strictness } as const
    })

    return { load, applicable } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
