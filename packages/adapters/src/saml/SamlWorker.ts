import { setPriority } from "node:os"
import type { SamlVerifier } from "@quire/core"
import { Effect, Result } from "effect"
import * as ProviderMetadata from "./ProviderMetadata.ts"
import * as SignedResponse from "./SignedResponse.ts"

/** A message to the process: read the assertion of a response, or read metadata. */
export type Question =
  | { readonly _tag: "Verify"; readonly response: string; readonly expected: SamlVerifier.ExpectedAssertion }
  | { readonly _tag: "ReadMetadata"; readonly xml: string }

/** A message from the process: it has started; the result; or the reason why there is none. */
export type Answer = { readonly isHeavy: boolean } & (
  | { readonly _tag: "Begun" }
  | { readonly _tag: "Asserted"; readonly asserted: SamlVerifier.VerifiedAssertion }
  | { readonly _tag: "Described"; readonly described: SamlVerifier.ProviderMetadata }
  | { readonly _tag: "Refused"; readonly problem: string }
)

/** Bytes above which a process does not rest. */
const mostAtRest = 180_000_000

/** The server, and its database, go first. */
const priority = 5

type Said = Answer extends infer A ? (A extends Answer ? Omit<A, "isHeavy"> : never) : never

const say = (said: Said): void => void process.send?.({ ...said, isHeavy: process.memoryUsage.rss() > mostAtRest })

const verify = Effect.fnUntraced(function* (response: string, expected: SamlVerifier.ExpectedAssertion) {
  const result = yield* Effect.result(SignedResponse.verify(response, expected))
  say(
    Result.isSuccess(result)
      ? { _tag: "Asserted", asserted: result.success }
      : { _tag: "Refused", problem: result.failure.problem }
  )
})

const readMetadata = Effect.fnUntraced(function* (xml: string) {
  const result = yield* Effect.result(ProviderMetadata.read(xml))
  say(
    Result.isSuccess(result)
      ? { _tag: "Described", described: result.success }
      : { _tag: "Refused", problem: result.failure.rule }
  )
})

const answer = (question: Question): Promise<void> =>
  Effect.runPromise(
    question._tag === "Verify" ? verify(question.response, question.expected) : readMetadata(question.xml)
  )

/** The process exits when the server closes its channel, not on a signal that is sent to both. */
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined)
process.on("disconnect", () => process.exit())
setPriority(priority)
process.on("message", (question: Question) => void answer(question))
say({ _tag: "Begun" })
