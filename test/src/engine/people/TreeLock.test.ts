import { assert, layer } from "@effect/vitest"
import type { OrganizationId } from "@quire/core"
import { TreeLock } from "@quire/core/internal"
import { Effect, Exit } from "effect"
import { asSystem, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

class Refused {
  readonly _tag = "Refused"
}

/** Decides as listed, one after the other, and the last for ever; says how often it was asked. */
const deciding = <A>(...answers: readonly [A | Refused, ...Array<A | Refused>]) => {
  let asked = 0
  const decide = Effect.suspend(() => {
    const answer = answers[Math.min(asked, answers.length - 1)] ?? answers[0]
    asked += 1
    return answer instanceof Refused ? Effect.fail(answer) : Effect.succeed(answer)
  })
  return { decide, asked: () => asked }
}

const bodyOf = <A>() => {
  const ran: Array<A> = []
  return { ran, body: (decided: A) => Effect.sync(() => ran.push(decided)) }
}

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`the tree lock on ${name}`, (it) => {
    it.effect("locks between two decisions, and passes the second one to the body", () =>
      Effect.gen(function* () {
        const { decideAndLock } = yield* Effect.provide(TreeLock.TreeLock, TreeLock.TreeLock.layer)
        const { organization } = yield* found
        const { asked, decide } = deciding("before", "under")
        const { body, ran } = bodyOf<string>()
        yield* asSystem(decideAndLock(organization, decide, body))
        assert.deepStrictEqual([asked(), ran], [2, ["under"]])
      })
    )

    it.effect("locks nothing if the first decision refuses", () =>
      Effect.gen(function* () {
        const { decideAndLock } = yield* Effect.provide(TreeLock.TreeLock, TreeLock.TreeLock.layer)
        const { organization } = yield* found
        const { asked, decide } = deciding<string>(new Refused())
        const { body, ran } = bodyOf<string>()
        assert.instanceOf(yield* Effect.flip(asSystem(decideAndLock(organization, decide, body))), Refused)
        assert.deepStrictEqual([asked(), ran], [1, []])
      })
    )

    it.effect("refuses if the second decision does", () =>
      Effect.gen(function* () {
        const { decideAndLock } = yield* Effect.provide(TreeLock.TreeLock, TreeLock.TreeLock.layer)
        const { organization } = yield* found
        const { asked, decide } = deciding("before", new Refused())
        const { body, ran } = bodyOf<string>()
        assert.instanceOf(yield* Effect.flip(asSystem(decideAndLock(organization, decide, body))), Refused)
        assert.deepStrictEqual([asked(), ran], [2, []])
      })
    )

    it.effect("follows an object to another organization, and fails if it keeps moving", () =>
      Effect.gen(function* () {
        const { decideAndLockTrees } = yield* Effect.provide(TreeLock.TreeLock, TreeLock.TreeLock.layer)
        const { organization } = yield* found
        const { organization: other } = yield* found
        const treesOf = (at: OrganizationId) => [at]
        const moved = deciding(organization, other)
        const { body, ran } = bodyOf<OrganizationId>()
        yield* asSystem(decideAndLockTrees(treesOf, moved.decide, body))
        assert.deepStrictEqual([moved.asked(), ran], [4, [other]])
        const restless = deciding(organization, other, organization, other, organization, other, organization, other)
        const gaveUp = yield* Effect.exit(asSystem(decideAndLockTrees(treesOf, restless.decide, body)))
        assert.isTrue(Exit.hasDies(gaveUp))
        assert.deepStrictEqual([restless.asked(), ran], [8, [other]])
      })
    )
  })
}
