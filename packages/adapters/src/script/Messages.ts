import { ScriptRunner } from "@quire/core"
import { Schema } from "effect"

/** A run, as it is sent to its thread. */
export interface Begin {
  readonly _tag: "Run"
  readonly program: string
  readonly event: string
  readonly environment: string
  readonly body: Uint8Array | undefined
  readonly milliseconds: number
}

/** The result of a fetch; `head` is its status and headers as JSON. */
export interface FetchResponse {
  readonly _tag: "Fetched"
  readonly id: number
  readonly head: string
  readonly body: Uint8Array | undefined
  readonly problem: string | undefined
}

export type ScriptMessage = Begin | FetchResponse

const Headers = Schema.Array(Schema.Tuple([Schema.String, Schema.String]))

/** A message of a thread. It is untrusted until it is decoded. */
export const Said = Schema.Union([
  Schema.TaggedStruct("Begun", {}),
  Schema.TaggedStruct("Log", {
    level: ScriptRunner.LogLevel,
    message: Schema.String,
    timestamp: Schema.Finite
  }),
  Schema.TaggedStruct("Fetch", {
    id: Schema.Int,
    url: Schema.String,
    method: Schema.String,
    headers: Headers,
    body: Schema.UndefinedOr(Schema.Uint8Array)
  }),
  Schema.TaggedStruct("Cancel", { id: Schema.Int }),
  Schema.TaggedStruct("Answered", {
    status: Schema.Int.check(Schema.isBetween({ minimum: 200, maximum: 599 })),
    headers: Schema.Array(
      Schema.Tuple([
        Schema.String.check(Schema.isPattern(/^[!#$%&'*+\-.^_`|~0-9a-z]+$/)),
        Schema.String.check(Schema.isPattern(/^[\t\x20-\x7e\x80-\xff]*$/))
      ])
    ),
    body: Schema.Uint8Array
  }),
  Schema.TaggedStruct("Ended", {
    failure: Schema.UndefinedOr(Schema.Struct({ reason: ScriptRunner.ScriptFailureReason, message: Schema.String })),
    isWell: Schema.Boolean
  })
])
export type Said = typeof Said.Type
