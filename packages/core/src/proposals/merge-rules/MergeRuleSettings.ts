import { Context, Effect, Layer, Option, Schema } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import { checked } from "../../foundation/input/Input.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Access, ReferenceNotFound } from "../../people/access/Access.ts"
import { collection as memberCollection, rowId } from "../../people/member/Member.ts"
import { LockedPlacement } from "../../people/placement/LockedPlacement.ts"
import { SpaceNotFound } from "../../people/placement/Placement.ts"
import type { MergeRule } from "./MergeRule.ts"
import {
  ApplicableRules,
  collection,
  effectiveRules,
  MergeSettings,
  OrganizationMergeRulesPut,
  type OrganizationMergeRulesView,
  ofNewOrganization,
  ofNewSpace,
  SpaceMergeRulesPut,
  type SpaceMergeRulesView
} from "./MergeSettings.ts"

const isSame = Schema.toEquivalence(MergeSettings)
const checkSpace = checked(SpaceMergeRulesPut)
const checkOrganization = checked(OrganizationMergeRulesPut)

/** The users that rules name, with the path of each. */
const usersIn = (rules: ReadonlyArray<MergeRule>) =>
  rules.flatMap((rule, at) =>
    "users" in rule ? rule.users.map((user, index) => ({ user, field: `rules.${at}.users.${index}` })) : []
  )

/** The merge rules of spaces, and those of organizations that spaces may inherit. */
export class MergeRuleSettings extends Context.Service<MergeRuleSettings>()("@quire/core/MergeRuleSettings", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const { base } = yield* Addresses
    const events = yield* Events
    const { mutate } = yield* Mutation
    const { findActive } = yield* LockedPlacement
    const members = yield* Repository.make(memberCollection)
    const settings = yield* Repository.make(collection)
    const { load } = yield* ApplicableRules

    const enterSpace = (id: string) =>
      findActive({ kind: "space", id, action: "content:create", notFound: () => new SpaceNotFound({ id }) })

    const spaceView = Effect.fnUntraced(function* (organization: string, id: string) {
      const loaded = yield* load(organization, id)
      return {
        object: "space-merge-rules",
        mode: loaded.space.mode,
        rules: loaded.space.rules,
        strictness: loaded.space.strictness,
        applicable: effectiveRules(loaded.space, loaded.organization),
        urls: { location: `${base}/v1/spaces/${id}/merge-rules` }
      } satisfies SpaceMergeRulesView
    })

    const organizationView = ({ id, rules }: MergeSettings): OrganizationMergeRulesView => ({
      object: "organization-merge-rules",
      rules,
      urls: { location: `${base}/v1/orgs/${id}/merge-rules` }
    })

    const requireMembers = Effect.fnUntraced(function* (organization: OrganizationId, rules: ReadonlyArray<MergeRule>) {
      const people = usersIn(rules)
      const rows = yield* members.getMany(people.map(({ user }) => rowId(organization, user)))
      const stranger = people.find(({ user }) => rows.get(rowId(organization, user))?.value.disabled !== false)
      if (stranger !== undefined) return yield* new ReferenceNotFound({ field: stranger.field, id: stranger.user })
    })

    const lock = (id: string) => Effect.map(settings.lock([id]), (rows) => rows.get(id))

    /** Stores settings if they are new, and returns those before if they were; unwritten settings equal `initial`. */
    const storeIfNew = Effect.fnUntraced(function* (next: MergeSettings, initial: MergeSettings) {
      const before = yield* lock(next.id)
      if (before === undefined && isSame(next, initial)) return undefined
      if (before === undefined && Option.isSome(yield* Effect.option(settings.tryInsert(next)))) return initial
      const seen = before ?? (yield* settings.requireLocked(next.id))
      return (yield* settings.update(seen, next)).version === seen.version ? undefined : seen.value
    })

    /** The payload omits the owner, which the event names separately. */
    const payloadOf = ({ mode, rules, strictness }: MergeSettings) => ({ mode, rules, strictness })

    const write = Effect.fnUntraced(function* (organization: string, next: MergeSettings, initial: MergeSettings) {
      const seen = yield* storeIfNew(next, initial)
      if (seen === undefined) return
      const { id, space } = next
      yield* events.announce({
        type: "mergeRules.update",
        organization,
        ...(space === null ? {} : { space }),
        subjects: [id],
        before: payloadOf(seen),
        after: payloadOf(next)
      })
    })

    /** The merge rules of a space. */
    const getOfSpace = operation("MergeRuleSettings.getOfSpace")(function* (id: string) {
      const { placement } = yield* enterSpace(id)
      return yield* spaceView(placement.value.organization, id)
    })

    /** Replaces the merge rules of a space. */
    const putOfSpace = operation("MergeRuleSettings.putOfSpace")(function* (id: string, given: SpaceMergeRulesPut) {
      const { mode, rules = [], strictness = "block" } = yield* checkSpace(given)
      yield* enterSpace(id)
      return yield* mutate(
        Effect.gen(function* () {
          const { organization } = (yield* enterSpace(id)).placement.value
          yield* requireMembers(organization, rules)
          const initial = ofNewSpace(id)
          yield* write(organization, { ...initial, mode, rules, strictness }, initial)
          return yield* spaceView(organization, id)
        })
      )
    })

    /** The merge rules that hold in every space of an organization. */
    const getOfOrganization = operation("MergeRuleSettings.getOfOrganization")(function* (id: OrganizationId) {
      yield* access.organization(id, "organization:admin")
      const row = yield* settings.get(id)
      return organizationView(Option.isSome(row) ? row.value.value : ofNewOrganization(id))
    })

    /** Replaces the merge rules of an organization. */
    const putOfOrganization = operation("MergeRuleSettings.putOfOrganization")(function* (
      id: OrganizationId,
      given: OrganizationMergeRulesPut
    ) {
      const { rules } = yield* checkOrganization(given)
      yield* access.organization(id, "organization:admin")
      return yield* mutate(
        Effect.gen(function* () {
          yield* access.organization(id, "organization:admin")
          yield* requireMembers(id, rules)
          const initial = ofNewOrganization(id)
          const next = { ...initial, rules }
          yield* write(id, next, initial)
          return organizationView(next)
        })
      )
    })

    return { getOfSpace, putOfSpace, getOfOrganization, putOfOrganization } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, ApplicableRules.layer, Events.layer, LockedPlacement.layer, Mutation.layer])
  )
}
