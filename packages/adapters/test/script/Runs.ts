import { ScriptRunner } from "@quire/core"
import { Effect, type Layer } from "effect"
import * as ScriptAdapter from "../../src/script/ScriptAdapter.ts"

/** A host by its name, as if a resolver had said so; none of these answers. */
export const resolve = async (hostname: string) =>
  hostname.endsWith(".private") ? [{ address: "10.0.0.7", family: 4 }] : [{ address: "192.0.2.1", family: 4 }]

/** Scripts that reach hosts of this list in addition to public ones. */
export const scripts = (...allow: ReadonlyArray<string>): Layer.Layer<ScriptRunner.ScriptRunner> =>
  ScriptAdapter.layerWith({ fetching: { allow, resolve } })

/** A script whose answer this is the body of a function for; `request` and `event` are there. */
export const answering = (body: string): string =>
  `addEventListener("fetch", (event) => event.respondWith((async ({ request }) => { ${body} })(event)))`

export const run = (program: string, more: Partial<ScriptRunner.ScriptRun> = {}) =>
  Effect.flatMap(ScriptRunner.ScriptRunner, (runner) =>
    runner.run({
      key: program,
      program,
      event: { eventId: "e1", type: "installation_setup" },
      environment: { secrets: { key: "hidden" } },
      apiEndpoint: "http://api.invalid",
      ...more
    })
  )

export const textOf = ({ answer, failure }: ScriptRunner.ScriptOutcome): string =>
  answer === undefined ? `${failure?.reason}: ${failure?.message}` : new TextDecoder().decode(answer.body)

/** What a script answers as text, or why it failed. */
export const outputOf = (program: string, more?: Partial<ScriptRunner.ScriptRun>) =>
  Effect.map(run(program, more), textOf)
