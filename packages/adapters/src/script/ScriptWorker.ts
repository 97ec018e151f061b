import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { setPriority } from "node:os"
import { parentPort } from "node:worker_threads"
import { Execution } from "./Execution.ts"
import type { Said, ScriptMessage } from "./Messages.ts"

/** The server, and its database, go first. On Linux alone this is the priority of one thread. */
const priority = 5

const wasm = await WebAssembly.compile(
  readFileSync(createRequire(import.meta.url).resolve("quickjs-wasi/quickjs.wasm"))
)

const say = (said: Said): void => parentPort?.postMessage(said)

let current: Execution | undefined

if (process.platform === "linux") setPriority(priority)
parentPort?.on("message", (told: ScriptMessage) => {
  if (told._tag === "Fetched") return current?.deliver(told)
  const execution = new Execution(say, told.milliseconds, () => {
    if (current === execution) current = undefined
  })
  current = execution
  void execution.run(wasm, told)
})
say({ _tag: "Begun" })
