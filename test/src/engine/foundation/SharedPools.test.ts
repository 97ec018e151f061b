import { assert, layer } from "@effect/vitest"
import { Imports, Members, Organizations, Spaces, Users } from "@quire/core"
import { Effect, Fiber } from "effect"
import { zipSync } from "fflate"
import { as, asSystem, engines } from "../../support/engine.ts"

const accounts = 16

/** Imports that are held at a time, of all organizations. */
const held = 4

let count = 0

/** An organization with so many administrators, each with a space. */
const found = Effect.fnUntraced(function* (name: string, people: number) {
  const users = yield* Users.Users
  const members = yield* Members.Members
  const spaces = yield* Spaces.Spaces
  const organizations = yield* Organizations.Organizations
  const { id: organization } = yield* asSystem(organizations.create({ title: name }))
  return yield* Effect.forEach(Array.from({ length: people }), () =>
    Effect.gen(function* () {
      const email = `pool${++count}@test.test`
      const { id: user } = yield* asSystem(users.ensure({ email, displayName: name, emailVerified: true }))
      yield* asSystem(members.add(organization, user, "admin"))
      const { id: space } = yield* as(user)(spaces.create(organization, { title: email, editMode: "live" }))
      return { name, user, space }
    })
  )
})

/** The emoji code makes it a text that a process reads. */
const text = `# A\n\n:1f600: ${"word ".repeat(2_000)}\n`

const bytes = zipSync({ "a.md": new TextEncoder().encode(text) }, { level: 0 })

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`concurrent imports on ${name}`, (it) => {
    it.effect(
      "serves another organization within one job per slot despite many accounts of one (rule pool-shares)",
      () =>
        Effect.gen(function* () {
          const imports = yield* Imports.Imports
          const hostile = yield* found("hostile", accounts)
          const other = yield* found("other", 1)
          const ended: Array<string> = []
          const source = { source: "zip", bytes, contentType: undefined, url: "file:///a.zip", name: "a.zip" } as const
          const fibers = yield* Effect.forEach([...hostile, ...other], ({ name, space, user }) =>
            Effect.forkChild(
              Effect.ensuring(
                as(user)(imports.bytesIntoSpace(space, source)),
                Effect.sync(() => ended.push(name))
              ),
              { startImmediately: true }
            )
          )
          yield* Effect.forEach(fibers, Fiber.join)
          assert.lengthOf(ended, accounts + 1)
          assert.isAtMost(ended.indexOf("other"), 2 * held)
        })
    )
  })
}
