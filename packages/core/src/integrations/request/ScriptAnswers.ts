import { Effect } from "effect"
import * as ContentKitOutput from "../contentkit/ContentKitOutput.ts"
import type { ScriptAnswer, ScriptOutcome } from "../script/ScriptRunner.ts"
import { refusalOf, ScriptFailed } from "./ScriptRefusals.ts"

const decoder = new TextDecoder("utf-8", { fatal: true })

const parse = ({ body }: ScriptAnswer) =>
  Effect.try({ try: (): unknown => JSON.parse(decoder.decode(body)), catch: () => undefined })

/** What a script answered, or why it did not. */
export const answerOf = (integration: string, outcome: ScriptOutcome) =>
  outcome.answer === undefined ? Effect.fail(refusalOf(integration, outcome)) : Effect.succeed(outcome.answer)

/** The JSON that a script answered with success; `length` in bytes. */
export const jsonOf = Effect.fnUntraced(function* (integration: string, outcome: ScriptOutcome, length = Infinity) {
  const refuse = (problem: string) => new ScriptFailed({ integration, problem })
  const answer = yield* answerOf(integration, outcome)
  if (answer.status < 200 || answer.status > 299) return yield* refuse(`answered with status ${answer.status}`)
  if (answer.body.length > length) return yield* refuse(`answered with more than ${length} bytes`)
  return yield* Effect.mapError(parse(answer), () => refuse("answered with something that is not JSON"))
})

/** What a script drew, if it can be drawn (rules contentkit-form and integration-failures). */
export const outputOf = Effect.fnUntraced(function* (integration: string, outcome: ScriptOutcome) {
  const json = yield* jsonOf(integration, outcome)
  return yield* Effect.mapError(
    ContentKitOutput.check(json),
    ({ details, message }) =>
      new ScriptFailed({
        integration,
        problem: `drew something that cannot be shown: ${message}`,
        ...(details.length === 0 ? {} : { details })
      })
  )
})
