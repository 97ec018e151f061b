import { Members, type OrganizationId, Organizations, type Role, type UserId, Users } from "@quire/core"
import { Effect } from "effect"
import { as, asSystem } from "./engine.ts"

let count = 0

/** A new organization with an administrator, members of each role, a guest, a disabled member and a stranger. */
export interface World {
  readonly organization: OrganizationId
  readonly admin: UserId
  readonly creator: UserId
  readonly editor: UserId
  readonly reader: UserId
  readonly guest: UserId
  readonly stranger: UserId
  /** The domain of everybody's address. */
  readonly domain: string
}

/** Creates a new world each time. */
export const found: Effect.Effect<World, never, Users.Users | Organizations.Organizations | Members.Members> =
  Effect.gen(function* () {
    const users = yield* Users.Users
    const organizations = yield* Organizations.Organizations
    const members = yield* Members.Members
    count += 1
    const person = (name: string) =>
      asSystem(users.ensure({ email: `${name}@world-${count}.test`, displayName: name, emailVerified: true }))
    const admin = yield* person("admin")
    const organization = (yield* as(admin.id)(organizations.create({ title: `World ${count}` }))).id
    const member = (name: string, role: Role.Role | null) =>
      Effect.tap(person(name), ({ id }) => asSystem(members.add(organization, id, role)))
    return {
      organization,
      admin: admin.id,
      creator: (yield* member("creator", "create")).id,
      editor: (yield* member("editor", "edit")).id,
      reader: (yield* member("reader", "read")).id,
      guest: (yield* member("guest", null)).id,
      stranger: (yield* person("stranger")).id,
      domain: `world-${count}.test`
    }
  }).pipe(Effect.orDie)
