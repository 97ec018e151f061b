import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { assert, beforeAll, describe, it } from "vitest"
import { type Clock, Execution } from "../../src/script/Execution.ts"
import type { FetchResponse, Said } from "../../src/script/Messages.ts"
import { limits } from "../../src/script/ScriptLimits.ts"
import { answering } from "./Runs.ts"

let wasm: WebAssembly.Module

/** Types of tests know of the modules of WebAssembly, and of nothing that makes them. */
const compile: (bytes: Uint8Array) => Promise<WebAssembly.Module> = Reflect.get(globalThis, "WebAssembly").compile

beforeAll(async () => {
  wasm = await compile(readFileSync(createRequire(import.meta.url).resolve("quickjs-wasi/quickjs.wasm")))
})

type Fetch = Extract<Said, { readonly _tag: "Fetch" }>

/**
 * A clock that advances by a millisecond whenever it is read, which happens again and again while a script computes, and
 * to the next timer once a script has set one. The first timer is the deadline.
 */
const makeClock = (): Clock => {
  let now = 0
  const timers = new Map<() => void, number>()
  const leap = () => {
    for (const [act, at] of [...timers].sort(([, one], [, other]) => one - other).slice(0, 1)) {
      timers.delete(act)
      now = Math.max(now, at)
      act()
    }
  }
  return {
    now: () => ++now,
    schedule: (act, milliseconds) => {
      timers.set(act, now + milliseconds)
      if (timers.size > 1) setImmediate(leap)
      return () => void timers.delete(act)
    }
  }
}

/** What an execution on this thread says; what it fetches is answered by a function. */
const heard = (
  program: string,
  milliseconds = 60_000,
  fetched?: (fetchRequest: Fetch) => Omit<FetchResponse, "_tag" | "id">,
  clock?: Clock
) =>
  new Promise<ReadonlyArray<Said>>((resolve) => {
    const all: Array<Said> = []
    const say = (said: Said) => {
      all.push(said)
      if (said._tag === "Fetch" && fetched !== undefined)
        setImmediate(() => execution.deliver({ _tag: "Fetched", id: said.id, ...fetched(said) }))
    }
    const execution = new Execution(say, milliseconds, () => resolve(all), clock)
    const given = { _tag: "Run", event: "{}", environment: "{}", body: undefined, milliseconds } as const
    void execution.run(wasm, { ...given, program: answering(program) })
  })

const of = <T extends Said["_tag"]>(tag: T, all: ReadonlyArray<Said>) =>
  all.filter((said): said is Extract<Said, { readonly _tag: T }> => said._tag === tag)

const textOf = (all: ReadonlyArray<Said>): string => {
  const [ended] = of("Ended", all)
  const [answered] = of("Answered", all)
  return ended?.failure === undefined
    ? new TextDecoder().decode(answered?.body)
    : `${ended.failure.reason}: ${ended.failure.message}`
}

describe("the execution of a script on its thread", () => {
  it("has a limited memory (rule script-bounds)", async () => {
    const taking = (megabytes: number) =>
      `const all = []; for (let n = 0; n < ${megabytes}; n++) all.push(new Uint8Array(2 ** 20)); return new Response("kept")`
    assert.strictEqual(textOf(await heard(taking(limits.memoryBytes / 2 ** 20 - 4))), "kept")
    assert.match(textOf(await heard(taking(limits.memoryBytes / 2 ** 20))), /^memory: /)
  })

  it("sees no state of the previous one (rule script-alone)", async () => {
    const mark = "globalThis.mark = (globalThis.mark ?? 0) + 1; return new Response(String(mark))"
    assert.deepStrictEqual([textOf(await heard(mark)), textOf(await heard(mark))], ["1", "1"])
  })

  it("logs a limited number of lines and of bytes (rule script-trace)", async () => {
    const writing = (lines: number, length: number) =>
      `for (let n = 0; n < ${lines}; n++) console.log("x".repeat(${length})); return new Response("done")`
    const messages = async (lines: number, length: number) =>
      of("Log", await heard(writing(lines, length))).map(({ message }) => message)
    assert.strictEqual((await messages(limits.logLines, 1)).at(-1), "x")
    const more = await messages(limits.logLines + 5, 1)
    assert.deepStrictEqual([more.length, more.at(-1)], [limits.logLines + 1, "the rest of the log was truncated"])
    /** As long as one line is shown. */
    const longest = 16_384
    const full = limits.logBytes / longest
    assert.deepStrictEqual(
      (await messages(full, longest + 1)).map(({ length }) => length),
      Array.from({ length: full }, () => longest)
    )
    assert.strictEqual((await messages(full + 1, longest)).at(-1), "the rest of the log was truncated")
  })

  it("ends at its deadline, also for work after the answer (rules script-bounds, script-answer and script-trace)", async () => {
    const heardUntil = (body: string) => heard(body, 200, undefined, makeClock())
    /** Much longer than the deadline, though not without end, which would end no test that fails. */
    const computing = "for (let step = 0; step < 2e7; step++);"
    const endless = await heardUntil(`console.log("before"); ${computing} console.log("still here")`)
    assert.match(textOf(endless), /^deadline: /)
    assert.deepStrictEqual(
      of("Log", endless).map(({ message }) => message),
      ["before"]
    )
    const goesOn = [
      `await new Promise((resolve) => setTimeout(resolve)); ${computing}`,
      "for (let step = 0; step < 5e5; step++) await 1",
      "await new Promise((resolve) => setTimeout(resolve, 5_000))"
    ]
    for (const after of goesOn) {
      const said = await heardUntil(
        `event.waitUntil((async () => { ${after}; console.log("still here") })()); return new Response("soon")`
      )
      assert.deepStrictEqual([textOf(said), of("Log", said)], ["soon", []], after)
    }
  })

  it("omits credentials where a redirect changes the origin (rule script-fetch)", async () => {
    const headers = `{ authorization: "Bearer t", cookie: "a=b", "proxy-authorization": "Basic x", "x-own": "kept" }`
    const fetching = `await fetch("https://a.example/one", { headers: ${headers} }); return new Response("done")`
    const redirecting = (location: string) => (fetchRequest: Fetch) => ({
      head: fetchRequest.url.endsWith("/one")
        ? JSON.stringify({ status: 302, headers: [["location", location]] })
        : JSON.stringify({ status: 200, headers: [] }),
      body: new Uint8Array(),
      problem: undefined
    })
    const second = async (location: string) => {
      const [, next] = of("Fetch", await heard(fetching, 60_000, redirecting(location)))
      return [next?.url, next?.headers.map(([name]) => name)]
    }
    const all = ["authorization", "cookie", "proxy-authorization", "x-own"]
    assert.deepStrictEqual(await second("/two"), ["https://a.example/two", all])
    for (const other of ["https://b.example/two", "http://a.example/two", "https://a.example:8443/two"])
      assert.deepStrictEqual(await second(other), [other, ["x-own"]])
  })

  it("follows five redirects (rule script-fetch)", async () => {
    let fetchRequest = 0
    const fetching = `return new Response(await fetch("https://a.example/").then(() => "reached", ({ message }) => message))`
    const redirecting = (times: number) => () => ({
      head: JSON.stringify({ status: fetchRequest++ < times ? 307 : 200, headers: [["location", "/next"]] }),
      body: undefined,
      problem: undefined
    })
    assert.strictEqual(textOf(await heard(fetching, 60_000, redirecting(5))), "reached")
    fetchRequest = 0
    assert.match(textOf(await heard(fetching, 60_000, redirecting(6))), /redirects too often/)
  })

  it("sends the main thread no more requests than allowed (rule script-bounds)", async () => {
    const asking = async (body: string) => {
      const all = await heard(body, 60_000, () => ({
        head: JSON.stringify({ status: 200, headers: [] }),
        body: undefined,
        problem: undefined
      }))
      return [of("Fetch", all).length, textOf(all)]
    }
    const many = `const all = await Promise.allSettled(Array.from({ length: 500 }, () => fetch("https://a.example/")))
      return new Response(String(all.find(({ reason }) => reason)?.reason))`
    assert.deepStrictEqual(await asking(many), [
      limits.fetches,
      "TypeError: fetch failed: the run exceeded the limit of fetch requests"
    ])
    const trying = (init: string) =>
      `return new Response(await fetch("https://a.example/", ${init}).then(() => "sent", ({ message }) => message))`
    const posting = (length: number) => trying(`{ method: "POST", body: new Uint8Array(${length}) }`)
    assert.deepStrictEqual(await asking(posting(limits.fetchBytes)), [1, "sent"])
    const [sent, refused] = await asking(posting(limits.fetchBytes + 1))
    assert.deepStrictEqual([sent, refused], [0, "fetch failed: the body of the request is too large"])
    const heading = (length: number) => trying(`{ headers: { "x-long": "x".repeat(${length}) } }`)
    const rest = JSON.stringify({ url: "https://a.example/", method: "GET", headers: [["x-long", ""]] }).length
    assert.deepStrictEqual(await asking(heading(limits.headerBytes - rest)), [1, "sent"])
    assert.strictEqual((await asking(heading(limits.headerBytes - rest + 1)))[0], 0)
  })
})
