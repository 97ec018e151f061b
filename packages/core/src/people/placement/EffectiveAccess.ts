import { Context, Effect, Layer } from "effect"
import * as Access from "../access/Access.ts"
import { mayGive } from "../access/Decision.ts"
import type { DefaultLevel, Role } from "../access/Role.ts"
import type { Placement } from "./Placement.ts"
import { Placements, type StoredPlacement } from "./Placements.ts"

/** The placement whose level is set, and the caller's effective role on it. */
interface Setter {
  readonly placement: StoredPlacement
  readonly role: Role | null
}

/** The role that a level gives to members without a grant; null if it gives none or keeps their own role. */
export const defaultRole = (level: DefaultLevel, parent: Placement | null): Role | null => {
  if (level !== "inherit") return level
  const inherited = parent?.accessDefault ?? "member"
  return inherited === "member" || inherited === "nobody" ? null : inherited
}

/** Fails if a level gives a role above that of its setter (rule access-above-oneself). */
export const checkLevel = (
  { placement, role }: Setter,
  level: DefaultLevel,
  parent: Placement | null
): Effect.Effect<void, Access.Forbidden> =>
  mayGive(role, defaultRole(level, parent))
    ? Effect.void
    : new Access.Forbidden({ action: "content:give", target: `${placement.value.kind} ${placement.value.id}` })

/** Changes of the level of placements. */
export class EffectiveAccess extends Context.Service<EffectiveAccess>()("@quire/core/EffectiveAccess", {
  make: Effect.map(Placements, (tree) => ({
    /** Sets the level of a placement, which must differ from the current one. */
    set: Effect.fnUntraced(function* (found: Setter, level: DefaultLevel) {
      const parent = yield* tree.findParent(found.placement)
      yield* checkLevel(found, level, parent)
      return yield* tree.change(found.placement, parent, { level })
    })
  }))
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(Placements.layer))
}
