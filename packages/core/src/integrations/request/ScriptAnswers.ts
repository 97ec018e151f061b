import { Effect } from "effect"
import * as ContentKitOutput from "../contentkit/ContentKitOutput.ts"
import type { ScriptOutcome } from "../script/ScriptRunner.ts"
import { refusalOf, ScriptFailed } from "./ScriptRefusals.ts"

const decoder = new TextDecoder("utf-8", { fatal: true })

const parse = (body: Uint8Array) =>
  Effect.try({ try: (): unknown => JSON.parse(decoder.decode(body)), catch: () => undefined })

/** The response of a script, or the reason why there is none. */
export const answerOf = (integration: string, outcome: ScriptOutcome) =>
  outcome.answer === undefined ? refusalOf(integration, outcome) : Effect.succeed(outcome.answer)

/** The bytes of a successful response of a script, up to a maximum (rule site-scripts-served). */
export const bodyOf = Effect.fnUntraced(function* (integration: string, outcome: ScriptOutcome, most = Infinity) {
  const { body, status } = yield* answerOf(integration, outcome)
  const isFine = status >= 200 && status <= 299
  const problem = isFine ? `returned more than ${most} bytes` : `returned status ${status}`
  return isFine && body.length <= most ? body : yield* new ScriptFailed({ integration, problem })
})

/** The JSON of a successful response of a script; `most` in bytes. */
export const jsonOf = Effect.fnUntraced(function* (integration: string, outcome: ScriptOutcome, most = Infinity) {
  const body = yield* bodyOf(integration, outcome, most)
  const problem = "returned a response that is not JSON"
  return yield* Effect.mapError(parse(body), () => new ScriptFailed({ integration, problem }))
})

/** The output of a script, if it is valid (rules contentkit-form and integration-failures). */
export const outputOf = Effect.fnUntraced(function* (integration: string, outcome: ScriptOutcome) {
  const json = yield* jsonOf(integration, outcome)
  return yield* Effect.mapError(
    ContentKitOutput.check(json),
    ({ details, message }) =>
      new ScriptFailed({
        integration,
        problem: `returned output that cannot be rendered: ${message}`,
        ...(details.length === 0 ? {} : { details })
      })
  )
})
