import { Effect, Option, Tracer } from "effect"
import { assert, describe, it } from "vitest"
import { operation, traced } from "../../../src/foundation/operation/Operation.ts"

const greet = operation("Greetings.greet")(function* (name: string) {
  const span = yield* Effect.option(Effect.currentSpan)
  return { said: `hello ${name}`, span: Option.getOrUndefined(Option.map(span, (each) => each.name)) }
})

/** A tracer as a host installs one, and the names that it received. */
const recorder = () => {
  const names: Array<string> = []
  return {
    names,
    tracer: Tracer.make({
      span: (options) => {
        names.push(options.name)
        return new Tracer.NativeSpan(options)
      }
    })
  }
}

describe("an operation", () => {
  it("creates a span of its name where the host traces", async () => {
    const { names, tracer } = recorder()
    const answer = await Effect.runPromise(Effect.provideService(greet("ada"), Tracer.Tracer, tracer))
    assert.deepStrictEqual(answer, { said: "hello ada", span: "Greetings.greet" })
    assert.deepStrictEqual(names, ["Greetings.greet"])
  })

  it("creates no span where the host does not trace", async () => {
    assert.deepStrictEqual(await Effect.runPromise(greet("ada")), { said: "hello ada", span: undefined })
  })
})

describe("traced", () => {
  it("preserves the failure of the traced effect", async () => {
    const { names, tracer } = recorder()
    const failing = Effect.fail("no").pipe(traced("Greetings.refuse"), Effect.provideService(Tracer.Tracer, tracer))
    assert.strictEqual(await Effect.runPromise(Effect.flip(failing)), "no")
    assert.deepStrictEqual(names, ["Greetings.refuse"])
  })
})
