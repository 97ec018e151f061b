import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { slowText } from "../support/slowText.ts"

const program = fileURLToPath(new URL("./TextWorker.mjs", process.env["QUIRE_TEST_PROGRAMS"]))

const begun = async (patience: number): Promise<ChildProcess> => {
  const child = fork(program, [String(patience)], {
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"]
  })
  await once(child, "message")
  return child
}

const question = (text: string) => ({ open: { format: "markdown", text, options: {}, asksTargets: false } })

describe("a process that reads texts", () => {
  it("ends when its parent is gone", async () => {
    const child = await begun(60_000)
    const ended = once(child, "exit")
    child.disconnect()
    assert.deepStrictEqual(await ended, [0, null])
  })

  it("ends automatically when a text takes too long, even without a parent", async () => {
    const child = await begun(100)
    const ended = once(child, "exit")
    child.send(question(slowText))
    child.disconnect()
    const [code] = await ended
    assert.notStrictEqual(code, 0)
  })

  it("continues after a signal that is meant for the server", async () => {
    const child = await begun(60_000)
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) child.kill(signal)
    const answered = once(child, "message")
    child.send(question("# a"))
    const [answer] = await answered
    assert.property(answer, "page")
    child.disconnect()
    await once(child, "exit")
  })
})
