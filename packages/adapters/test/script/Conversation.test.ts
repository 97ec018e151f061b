import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as ScriptAdapter from "../../src/script/ScriptAdapter.ts"
import { limits } from "../../src/script/ScriptLimits.ts"
import { resolve, run, textOf } from "./Runs.ts"

/** A thread that sends what its run provides as a program: `say` sends, and `received` is the message to the thread. */
const program = `import { parentPort } from "node:worker_threads"
const say = (said) => parentPort.postMessage(said)
let hear = () => undefined
parentPort.on("message", (received) => {
  if (received._tag === "Fetched") return hear(received)
  hear = new Function("say", "received", received.program)(say, received) ?? hear
})
say({ _tag: "Begun" })`

const hostile = ScriptAdapter.layerWith({
  path: new URL(`data:text/javascript,${encodeURIComponent(program)}`),
  fetching: { resolve }
})

const fetching = (more: string) => `{ _tag: "Fetch", url: "http://one.private/", method: "GET", headers: [], ${more} }`
const answer = (text: string) =>
  `say({ _tag: "Answered", status: 200, headers: [], body: new TextEncoder().encode(${text}) })
   say({ _tag: "Ended", failure: undefined, isWell: true })`

layer(hostile, { excludeTestServices: true })("a compromised script thread", (it) => {
  it.effect("loses every fetch after the fiftieth (rule script-bounds)", () =>
    Effect.gen(function* () {
      const outcome = yield* run(`
        let refused = 0, heard = 0
        for (let id = 0; id < 60; id++) say(${fetching("id, body: undefined")})
        return ({ problem }) => {
          if (/limit of fetch requests/.test(problem)) refused += 1
          if (++heard === 60) { ${answer("String(refused)")} }
        }`)
      assert.strictEqual(textOf(outcome), String(60 - limits.fetches))
    })
  )

  it.effect("fails with a request body that is too large (rule script-bounds)", () =>
    Effect.gen(function* () {
      const outcome = yield* run(`
        say(${fetching(`id: 1, body: new Uint8Array(${limits.fetchBytes + 1})`)})
        return ({ problem }) => { ${answer("problem")} }`)
      assert.strictEqual(textOf(outcome), "the body of the request is too large")
    })
  )

  it.effect("fails with too many bytes in total (rule script-bounds)", () =>
    Effect.gen(function* () {
      const [whole, rest] = [limits.fetchBytes, limits.fetchedBytes % limits.fetchBytes]
      const sizes = [...Array.from({ length: Math.floor(limits.fetchedBytes / whole) }, () => whole), rest, 1]
      const outcome = yield* run(`
        const problems = []
        ${sizes.map((size, id) => `say(${fetching(`id: ${id}, body: new Uint8Array(${size})`)})`).join("; ")}
        return ({ id, problem }) => {
          if (/size limit for fetched data/.test(problem)) problems.push(id)
          if (id === ${sizes.length - 1}) { ${answer("String(problems)")} }
        }`)
      assert.strictEqual(textOf(outcome), String(sizes.length - 1))
    })
  )

  it.effect("fails with an answer that is too large (rule script-bounds)", () =>
    Effect.gen(function* () {
      const outcome = yield* run(answer(`"x".repeat(${limits.outputBytes + 1})`))
      assert.match(textOf(outcome), /^output: /)
    })
  )

  it.effect("fails with an invalid message, or one with additional fields (rule script-answer)", () =>
    Effect.gen(function* () {
      const wrong = [
        "say(undefined)",
        "say({ _tag: 'Other' })",
        "say(new Map())",
        `say(${fetching("id: 1.5, body: undefined")})`,
        `say({ _tag: "Answered", status: 99, headers: [], body: new Uint8Array() })`,
        `say({ _tag: "Answered", status: 200, headers: [["a", "b\\r\\nset-cookie: c=d"]], body: new Uint8Array() })`,
        `say({ _tag: "Answered", status: 200, headers: [["a b", "c"]], body: new Uint8Array() })`
      ]
      for (const said of wrong) assert.match(textOf(yield* run(said)), /^thrown: the script returned a value/, said)
    })
  )

  it.effect("loses the log lines beyond the limit (rule script-trace)", () =>
    Effect.gen(function* () {
      const line = `{ _tag: "Log", level: "info", message: "x", timestamp: 0 }`
      const { logs } = yield* run(`for (let n = 0; n < 2_000; n++) say(${line}); ${answer('"x"')}`)
      assert.strictEqual(logs.length, limits.logLines + 1)
    })
  )
})
