import { Members, Organizations, type Role, type UserId, Users } from "@quire/core"
import { Effect } from "effect"
import { as, asSystem } from "../support/engine.ts"
import type { Person } from "./Model.ts"

/** Who acts in the model. */
export const cast: ReadonlyArray<Person> = [
  {
    name: "admin",
    roles: new Map([
      [0, "admin"],
      [1, "admin"]
    ])
  },
  {
    name: "creator",
    roles: new Map([
      [0, "create"],
      [1, "read"]
    ])
  },
  { name: "local", roles: new Map([[0, "create"]]) },
  { name: "editor", roles: new Map([[0, "edit"]]) },
  { name: "guest", roles: new Map([[0, null]]) },
  { name: "stranger", roles: new Map() }
]

/** The ids of people, by name, and of organizations. */
export interface Settled {
  readonly users: ReadonlyMap<string, string>
  readonly organizations: ReadonlyArray<string>
}

/** The people of the model in a fresh engine. */
export const settle: Effect.Effect<Settled, never, Users.Users | Organizations.Organizations | Members.Members> =
  Effect.gen(function* () {
    const users = yield* Users.Users
    const organizations = yield* Organizations.Organizations
    const members = yield* Members.Members
    const ids = new Map<string, string>()
    for (const { name } of cast) {
      const made = yield* asSystem(users.ensure({ email: `${name}@quire.test`, displayName: name }))
      ids.set(name, made.id)
    }
    const user = (name: string) => ids.get(name) as UserId
    const made = yield* Effect.forEach(["One", "Two"], (title) =>
      as(user("admin"))(organizations.create({ title: `${title} Ltd` }))
    )
    for (const { name, roles } of cast) {
      if (name === "admin") continue
      for (const [index, role] of roles) {
        const organization = made[index]?.id
        if (organization !== undefined) yield* asSystem(members.add(organization, user(name), role as Role.Role | null))
      }
    }
    return { users: ids, organizations: made.map(({ id }) => id) }
  }).pipe(Effect.orDie)
