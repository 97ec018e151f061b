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

/** The program text that a script answered, of so many bytes at most (rule site-scripts-served). */
export const programOf = Effect.fnUntraced(function* (integration: string, outcome: ScriptOutcome, most: number) {
  const { body, status } = yield* answerOf(integration, outcome)
  if (status < 200 || status > 299) {
    return yield* new ScriptFailed({ integration, problem: `answered with status ${status}` })
  }
  if (body.length > most)
    return yield* new ScriptFailed({ integration, problem: `answered with more than ${most} bytes` })
  return body
})

/** What a script drew, if it can be drawn (rules contentkit-form and integration-failures). */
export const outputOf = Effect.fnUntraced(function* (integration: string, outcome: ScriptOutcome) {
  const refuse = (problem: string, details: ContentKitOutput.ContentKitRefused["details"] = []) =>
    new ScriptFailed({ integration, problem, ...(details.length === 0 ? {} : { details }) })
  const answer = yield* answerOf(integration, outcome)
  if (answer.status < 200 || answer.status > 299) return yield* refuse(`answered with status ${answer.status}`)
  const json = yield* Effect.mapError(parse(answer), () => refuse("answered with something that is not JSON"))
  return yield* Effect.mapError(ContentKitOutput.check(json), ({ details, message }) =>
    refuse(`drew something that cannot be shown: ${message}`, details)
  )
})
