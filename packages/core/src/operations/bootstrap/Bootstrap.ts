import { Context, Effect, Layer } from "effect"
import { Actor, user as asUser, system } from "../../foundation/operation/Actor.ts"
import { traced } from "../../foundation/operation/Operation.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { collection as organizationCollection } from "../../people/organization/Organization.ts"
import { Organizations } from "../../people/organization/Organizations.ts"
import { ApiTokens } from "../../people/token/ApiTokens.ts"
import * as User from "../../people/user/User.ts"
import { Users } from "../../people/user/Users.ts"

/** The organization, user and token created at the first start with an empty store (rule bootstrap-once). */
export interface FirstStart {
  readonly organization: string
  readonly user: string
  /** Returned only here. */
  readonly token: string
}

const administrator = { email: User.administrator, displayName: "Administrator" } as const

/**
 * Creates an administrator, an organization and a token, only in a store without organizations (rule bootstrap-once).
 */
export class Bootstrap extends Context.Service<Bootstrap>()("@quire/core/Bootstrap", {
  make: Effect.gen(function* () {
    const users = yield* Users
    const organizations = yield* Organizations
    const tokens = yield* ApiTokens
    const { mutate } = yield* Mutation
    const all = yield* Repository.make(organizationCollection)

    /** Undefined if the store is not empty. When several servers start concurrently, one of them creates everything. */
    const ensure = Effect.fnUntraced(
      function* (chosen: string | undefined) {
        if ((yield* all.count("all", { equals: {} }, 1)) > 0) return undefined
        return yield* mutate(
          Effect.gen(function* () {
            const admin = yield* Effect.orDie(users.ensure({ ...administrator, emailVerified: true }))
            if ((yield* all.count("all", { equals: {} }, 1)) > 0) return undefined
            const made = yield* Effect.provideService(organizations.create({ title: "Quire" }), Actor, asUser(admin.id))
            const issued = yield* tokens.create(admin.id, {
              label: "first start",
              ...(chosen === undefined ? {} : { token: chosen })
            })
            return { organization: made.id, user: admin.id, token: issued.token } satisfies FirstStart
          })
        )
      },
      Effect.provideService(Actor, system),
      traced("Bootstrap.ensure")
    )

    return { ensure } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([ApiTokens.layer, Mutation.layer, Organizations.layer, Users.layer])
  )
}
