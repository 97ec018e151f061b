import { Actor, Id, StoreError } from "@quire/core"
import { Context, Effect, Layer, Schema } from "effect"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Contract } from "../../src/documentation/Contract.ts"
import * as Answers from "../../src/foundation/answer/Answers.ts"
import * as Body from "../../src/foundation/body/Body.ts"
import * as DecodeReport from "../../src/foundation/error/DecodeReport.ts"
import {
  Conflict,
  Forbidden,
  NotFound,
  onWire,
  PreconditionFailed,
  ServiceUnavailable,
  UnprocessableContent
} from "../../src/foundation/error/Errors.ts"
import { Failures } from "../../src/foundation/error/Failures.ts"
import { Authentication } from "../../src/foundation/exchange/Authentication.ts"
import * as Paging from "../../src/foundation/query/Paging.ts"
import { RestOfPath } from "../../src/foundation/query/RestOfPath.ts"

const SpaceId = Id.make("SpaceId", "Identifier of a space.")
const ThingId = Id.make("ThingId", "Identifier of a thing.")

export const Thing = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  urls: Schema.Struct({ location: Schema.String })
}).annotate({ identifier: "Thing" })

const Title = Schema.String.pipe(Schema.check(Schema.isMaxLength(50)))

const Create = Body.closed({
  title: Title,
  position: Schema.optionalKey(Schema.Struct({ before: Schema.Struct({ space: SpaceId }) })),
  tags: Schema.optionalKey(Schema.Array(Schema.Literals(["red", "blue"])))
}).annotate({ identifier: "ThingCreate" })

const Patch = Body.closed({
  title: Schema.optionalKey(Title),
  emoji: Schema.optionalKey(Schema.NullOr(Title)),
  size: Schema.optionalKey(Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 1, maximum: 10 }))))
})

const Invite = Body.oneOf(
  Body.closed({ role: Schema.Literals(["admin", "read"]) }),
  Body.closed({ level: Schema.Literals(["edit", "read"]), space: SpaceId })
)

const kinds = [
  "invalid",
  "unauthenticated",
  "forbidden",
  "not-found",
  "conflict",
  "precondition",
  "unprocessable",
  "limit",
  "unavailable"
] as const

export class Refused extends Schema.TaggedError<Refused>()("Refused", { kind: Schema.Literals(kinds) }) {
  override get message() {
    return `refused: ${this.kind}`
  }
}

export class NoSuchThing extends Schema.TaggedError<NoSuchThing>()("NoSuchThing", { id: Schema.String }) {
  readonly kind = "not-found" as const
  override get message() {
    return `thing ${this.id} does not exist`
  }
}

const ways = ["outage", "fault", "defect", "secret", "echo", "interruption"] as const

const Echo = Schema.Struct({ path: Schema.String })

export class ThingsApi extends HttpApiGroup.make("things")
  .add(
    HttpApiEndpoint.post("createThing", "/spaces/:spaceId/things", {
      params: Schema.Struct({ spaceId: SpaceId }),
      payload: Create,
      success: Thing.pipe(HttpApiSchema.status(201)),
      error: Forbidden
    }).annotate(OpenApi.Summary, "Create a thing")
  )
  .add(
    HttpApiEndpoint.get("listThings", "/spaces/:spaceId/things", {
      params: Schema.Struct({ spaceId: SpaceId }),
      query: Schema.Struct({
        ...Paging.UrlParams.fields,
        nested: Paging.Flag(true),
        type: Schema.optionalKey(Schema.Array(Schema.Literals(["basic", "premium"])))
      }),
      success: Schema.Struct({ limit: Schema.Number, nested: Schema.Boolean, type: Schema.Array(Schema.String) }),
      error: Forbidden
    })
  )
  .add(
    HttpApiEndpoint.get("getThing", "/things/:thingId", {
      params: Schema.Struct({ thingId: ThingId }),
      success: Thing,
      error: [NotFound, Forbidden]
    })
  )
  .add(
    HttpApiEndpoint.patch("updateThing", "/things/:thingId", {
      params: Schema.Struct({ thingId: ThingId }),
      payload: Patch,
      success: Schema.Unknown,
      error: Forbidden
    })
  )
  .add(
    HttpApiEndpoint.delete("deleteThing", "/things/:thingId", {
      params: Schema.Struct({ thingId: ThingId }),
      success: [Answers.Removed, Answers.Absent],
      error: Forbidden
    })
  )
  .add(
    HttpApiEndpoint.post("inviteToThing", "/things/:thingId/invites", {
      params: Schema.Struct({ thingId: ThingId }),
      payload: Invite,
      success: Schema.Unknown,
      error: Forbidden
    })
  )
  .add(
    HttpApiEndpoint.put("putThing", "/slugs/:slug", {
      params: Schema.Struct({ slug: Schema.String }),
      success: [Thing, Thing.pipe(HttpApiSchema.status(201))],
      error: Forbidden
    })
  )
  .add(
    HttpApiEndpoint.get("getByPath", "/spaces/:spaceId/content/path/:pagePath", {
      params: Schema.Struct({ spaceId: SpaceId, pagePath: Schema.String }),
      success: Echo,
      error: Forbidden
    }).annotate(RestOfPath, true)
  )
  .add(
    HttpApiEndpoint.post("large", "/large", {
      payload: Body.closed({ icon: Schema.String }),
      success: Schema.Struct({ length: Schema.Number }),
      error: Forbidden
    }).annotate(Body.MaximumBytes, Body.limits.largeBytes)
  )
  .add(HttpApiEndpoint.get("broken", "/broken", { success: Thing, error: Forbidden }))
  .add(
    HttpApiEndpoint.get("refuse", "/refuse/:kind", {
      params: Schema.Struct({ kind: Schema.Literals(kinds) }),
      success: Echo,
      error: [Conflict, NotFound, PreconditionFailed, UnprocessableContent, ServiceUnavailable, Forbidden]
    })
  )
  .add(
    HttpApiEndpoint.get("die", "/die/:way", {
      params: Schema.Struct({ way: Schema.Literals(ways) }),
      success: Echo,
      error: Forbidden
    })
  )
  .add(HttpApiEndpoint.get("whoAmI", "/who", { success: Schema.Struct({ user: Schema.String }), error: Forbidden }))
  .add(HttpApiEndpoint.get("read", "/gate", { success: Echo, error: Forbidden }))
  .add(HttpApiEndpoint.post("write", "/gate", { success: Echo, error: Forbidden }))
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}

export class DoorApi extends HttpApiGroup.make("door")
  .add(
    HttpApiEndpoint.post("signIn", "/sign-in", {
      payload: Body.closed({ code: Schema.String.pipe(Schema.check(Schema.isMinLength(8))) }),
      success: HttpApiSchema.NoContent
    })
  )
  .middleware(Failures)
  .prefix("/v1") {}

export class TestApi extends HttpApi.make("test")
  .add(ThingsApi)
  .add(DoorApi)
  .annotate(HttpApi.PayloadParseOptions, DecodeReport.options)
  .annotate(OpenApi.Title, "Quire") {}

/** The behavior of the two gated endpoints while a request is inside. */
export class Gate extends Context.Service<Gate, { readonly pass: (way: "read" | "write") => Effect.Effect<void> }>()(
  "test/Gate"
) {
  static readonly layerOpen = Layer.succeed(this, { pass: () => Effect.void })
}

const thing = (id: string, title: string) => ({
  id,
  title,
  urls: { location: `https://docs.example/v1/things/${id}` }
})

/** A credential that appears only in the text of an error. */
export const canary = "canary-4f9d8e7c6b5a"

const deaths = {
  outage: new StoreError.StoreError({ operation: "list", cause: new Error("connection lost"), unavailable: true }),
  fault: new StoreError.StoreError({ operation: "list", cause: new Error("column is missing"), unavailable: false }),
  defect: new TypeError("undefined is not a function"),
  echo: new Error(`nothing marks ${canary} here`),
  secret: new Error(`denied for Bearer ${canary}`, { cause: new Error(`GET /x?shareKey=${canary}&code=${canary}`) })
}

const things = HttpApiBuilder.group(TestApi, "things", (handlers) =>
  Effect.map(Gate, (gate) =>
    handlers
      .handle("createThing", ({ payload }) => Answers.withOwnLocation(Effect.succeed(thing("t1", payload.title))))
      .handle("listThings", ({ query: urlParams }) =>
        Effect.succeed({ limit: urlParams.limit, nested: urlParams.nested, type: urlParams.type ?? [] })
      )
      .handle("getThing", ({ params: path }) =>
        path.thingId === "t1" ? Effect.succeed(thing("t1", "one")) : onWire(new NoSuchThing({ id: path.thingId }))
      )
      .handle("updateThing", ({ payload }) => Effect.succeed(payload))
      .handle("deleteThing", ({ params: path }) => Answers.respondRemoved(Effect.succeed(path.thingId === "t1")))
      .handle("inviteToThing", ({ payload }) => Effect.succeed(payload))
      .handle("putThing", ({ params: path }) =>
        Answers.respondCreated(
          Thing,
          ({ urls }) => urls.location
        )(Effect.succeed({ value: thing(path.slug, ""), isNew: path.slug === "new" }))
      )
      .handle("getByPath", ({ params: path }) => Effect.succeed({ path: path.pagePath }))
      .handle("large", ({ payload }) => Effect.succeed({ length: payload.icon.length }))
      .handle("broken", () =>
        Answers.withOwnLocation(Effect.succeed({ ...thing("t1", ""), title: 7 as unknown as string }))
      )
      .handle("refuse", ({ params: path }) => onWire(new Refused({ kind: path.kind })))
      .handle("die", ({ params: path }) =>
        path.way === "interruption" ? Effect.interrupt : Effect.die(deaths[path.way])
      )
      .handle("whoAmI", () => Effect.map(Actor.Actor, (caller) => ({ user: Actor.actorId(caller) })))
      .handle("read", () => Effect.as(gate.pass("read"), { path: "read" }))
      .handle("write", () => Effect.as(gate.pass("write"), { path: "written" }))
  )
)

const door = HttpApiBuilder.group(TestApi, "door", (handlers) =>
  handlers.handle("signIn", ({ payload }) =>
    payload.code === canary ? Effect.die(new Error(`nothing marks ${canary} here`)) : Effect.void
  )
)

/** The API and its handlers; needs authentication, rate limits and the gate. */
export const layer = HttpApiBuilder.layer(TestApi).pipe(
  Layer.provide([things, door]),
  Layer.provide(Failures.layer),
  Layer.provideMerge(Contract.layer(TestApi))
)
