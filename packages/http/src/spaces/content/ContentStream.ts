import { type Actor, ContentEvents, Input } from "@quire/core"
import { Cause, Duration, Effect, Option, Schema, Stream } from "effect"
import * as Sse from "effect/encoding/Sse"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiSchema } from "effect/http-api"
import { TooManyRequests } from "../../foundation/error/Errors.ts"
import * as Exchange from "../../foundation/exchange/Exchange.ts"
import { Readiness } from "../../foundation/exchange/Readiness.ts"
import * as Paging from "../../foundation/query/Paging.ts"
import { reading } from "./ContentEndpoints.ts"

const contentType = "text/event-stream"

/** How long a client waits before it connects again, once a stream has ended. */
const retry = Duration.seconds(2)

/** Seconds after which a caller with too many streams may try again. */
const retryAfter = "5"

const { seconds } = ContentEvents.limits

/**
 * What the endpoints that stream the events of content declare, apart from their names, paths and texts. The fields are
 * the path parameters that name the content.
 */
export const streams = <Fields extends Schema.Struct.Fields>(fields: Fields) => ({
  ...reading,
  params: Schema.Struct(fields),
  query: Schema.Struct(
    Input.describeFields(
      { seconds: Paging.Limit(seconds, seconds) },
      { seconds: "Seconds after which the stream ends, at most 600; with 0 it has only the current state." }
    )
  ),
  success: HttpApiSchema.StreamUint8Array({ contentType })
})

/** How the endpoints behave, for their descriptions. */
export const streamText =
  "The response is a stream of server-sent events. An event `head` has the id of the current revision as its id, and `{ revision }` as its data: one at first, and one for each new revision. If revisions follow each other quickly, only the last one is sent. A request with the header `Last-Event-ID` gets no event for that revision. An event `presence` has no id, and has everyone who is in the content as `{ items }`: one at first if there is anyone, and one for each change. Comments keep the connection open. The stream ends when the caller may no longer read the content, and with a `retry` field after the given time or when the server stops."

const encodeEvent = (event: ContentEvents.ContentEvent | ContentEvents.IdleSignal): string => {
  switch (event.type) {
    case "idle":
      return comment
    case "presence": {
      const data = JSON.stringify({ items: event.items })
      return Sse.encoder.write({ _tag: "Event", event: "presence", id: undefined, data })
    }
    case "head": {
      const { revision } = event
      return Sse.encoder.write({ _tag: "Event", event: "head", id: revision, data: JSON.stringify({ revision }) })
    }
  }
}

/** A line that clients ignore: it makes proxies send the headers, and keeps idle connections open. */
const comment = ":\n\n"

const ending = Sse.encoder.write(new Sse.Retry({ duration: retry, lastEventId: undefined }))

/** Logs why a stream broke off; a refusal only ends it. */
const report = (cause: Cause.Cause<unknown>) =>
  Cause.hasDies(cause) ? Effect.logWarning("a stream of events broke off", cause) : Effect.void

/** Streams the events of content in the form of server-sent events. */
export const contentStreams = Effect.gen(function* () {
  const events = yield* ContentEvents.ContentEvents
  const { closing } = yield* Readiness

  return Effect.fnUntraced(
    function* (of: ContentEvents.ContentEventSelector, options: { readonly seconds: number }) {
      const { headers } = yield* HttpServerRequest.HttpServerRequest
      const exchange = Option.getOrUndefined(yield* Exchange.current)
      const opened = yield* events.open(
        of,
        { after: headers["last-event-id"], ...options },
        exchange?.authenticateAgain
      )
      const context = yield* Effect.context<Actor.Actor>()
      const body = opened.pipe(
        Stream.map(encodeEvent),
        Stream.interruptWhen(closing),
        (sent) => Stream.concat(Stream.succeed(comment), sent),
        Stream.concat(Stream.succeed(ending)),
        Stream.catchCause((cause) => Stream.fromEffectDrain(report(cause))),
        Stream.provideContext(context),
        Stream.encodeText
      )
      return HttpServerResponse.stream(body, { contentType, headers: { "x-accel-buffering": "no" } })
    },
    Effect.catchTag("TooManyStreams", (error) =>
      Effect.flatMap(
        Exchange.current,
        (exchange): Effect.Effect<never, ContentEvents.TooManyStreams | TooManyRequests> => {
          if (error.of === "server") return Effect.fail(error)
          Option.getOrUndefined(exchange)?.headers.set("retry-after", retryAfter)
          const { _tag: reason, message } = error
          return Effect.fail(new TooManyRequests({ error: { code: 429, reason, message } }))
        }
      )
    )
  )
})
