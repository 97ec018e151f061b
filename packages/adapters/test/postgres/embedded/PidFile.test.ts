import { spawn } from "node:child_process"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import * as PidFile from "../../../src/postgres/embedded/PidFile.ts"

const text = `7527
/proc/self/cwd
1795177679
55432

127.0.0.1
  2147622         4
ready   
`

describe("PidFile", () => {
  it("reads pid, port and memory segment", () => {
    assert.deepStrictEqual(
      PidFile.parse(text),
      Option.some({ text, pid: 7527, port: Option.some(55432), segment: Option.some(4) })
    )
  })

  it("reads an incomplete file as far as possible", () => {
    for (let length = 0; length <= text.length; length++) {
      const parsed = PidFile.parse(text.slice(0, length))
      assert.strictEqual(Option.isSome(parsed), length > 0)
    }
    assert.deepStrictEqual(
      PidFile.parse("7527\n/proc/self/cwd\n"),
      Option.some({ text: "7527\n/proc/self/cwd\n", pid: 7527, port: Option.none(), segment: Option.none() })
    )
    assert.deepStrictEqual(PidFile.parse("not a pid\n"), Option.none())
  })

  it.effect("treats an ended process as not alive, and another process as no server", () =>
    Effect.gen(function* () {
      const child = spawn(process.execPath, ["-e", ""])
      const pid = child.pid ?? 0
      const ended = new Promise((resolve) => child.once("exit", resolve))
      assert.isTrue(yield* Effect.promise(() => PidFile.isAlive(process.pid)))
      yield* Effect.promise(() => ended)
      assert.isFalse(yield* Effect.promise(() => PidFile.isAlive(pid)))
      if (process.platform === "linux") assert.isFalse(yield* PidFile.isServer(process.pid, "1:2"))
    })
  )
})
