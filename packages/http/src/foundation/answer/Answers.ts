import { Effect, type Schema } from "effect"
import { HttpEffect, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiSchema } from "effect/http-api"

/** DELETE removed something. */
export const Removed = HttpApiSchema.Empty(205)

/** DELETE found nothing to remove; also the response of other requests without a result. */
export const Absent = HttpApiSchema.Empty(204)

export interface ViewWithLocation {
  readonly urls: { readonly location: string }
}

const addLocation = (url: string) =>
  HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.succeed(response.status < 300 ? HttpServerResponse.setHeader(response, "location", url) : response)
  )

type Request = HttpServerRequest.HttpServerRequest

/** Adds a `Location` header made from the value. */
export const withLocationOf =
  <A>(url: (value: A) => string) =>
  <E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | Request> =>
    Effect.tap(self, (value) => addLocation(url(value)))

/** Adds a `Location` header with the resource's own `urls.location`. */
export const withOwnLocation = <A extends ViewWithLocation, E, R>(
  self: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R | Request> => Effect.tap(self, ({ urls }) => addLocation(urls.location))

/** Responds 205 when something was removed, 204 when there was nothing; neither has a body. */
export const respondRemoved = <E, R>(
  self: Effect.Effect<boolean, E, R>
): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R> =>
  Effect.map(self, (existed) => HttpServerResponse.empty({ status: existed ? 205 : 204 }))

/** Responds to a PUT: 201 with a `Location` when the value is new, 200 when it existed. */
export const respondCreated = <A, I, RA>(schema: Schema.Codec<A, I, RA, RA>, url: (value: A) => string) => {
  const json = HttpServerResponse.schemaJson(schema)
  return <E, R>(
    self: Effect.Effect<{ readonly value: A; readonly isNew: boolean }, E, R>
  ): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | RA> =>
    Effect.flatMap(self, ({ isNew, value }) =>
      Effect.orDie(json(value, isNew ? { status: 201, headers: { location: url(value) } } : { status: 200 }))
    )
}
