import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"

/** Responds 200 with JSON that the operation has already encoded. */
export const respondJson = <E, R>(
  self: Effect.Effect<string, E, R>
): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R> =>
  Effect.map(self, (json) => HttpServerResponse.text(json, { contentType: "application/json" }))
