import { EventEmitter } from "node:events"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { ClientBase } from "pg"
import * as Driver from "../../../src/postgres/session/Driver.ts"

it.effect("sends nothing more on a connection that no longer responds, and fails at once", () =>
  Effect.gen(function* () {
    const sent: Array<string> = []
    const client = Object.assign(new EventEmitter(), {
      query: ({ text }: { readonly text: string }) => void sent.push(text),
      getTransactionStatus: () => "T"
    })
    const driver = Driver.make(client as unknown as ClientBase, 5)
    const send = (text: string) => Effect.flip(driver.send([{ text, values: [], name: undefined }]))
    const { error: silence } = yield* send("select 1")
    assert.isTrue(silence.unavailable)
    assert.isTrue(driver.isLost())
    const { done, error } = yield* send("ROLLBACK")
    assert.deepStrictEqual([done, error.unavailable, sent], [0, true, ["select 1"]])
  })
)
