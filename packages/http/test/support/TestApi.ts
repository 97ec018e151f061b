import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { Actor, Id, StoreError } from "@quire/core"
import { Context, Effect, Layer, Schema } from "effect"
import * as Answers from "../../src/Answers.ts"
import { Authentication } from "../../src/Authentication.ts"
import * as Body from "../../src/Body.ts"
import {
  Conflict,
  Everywhere,
  Forbidden,
  NotFound,
  onWire,
  PreconditionFailed,
  ServiceUnavailable,
  UnprocessableContent
} from "../../src/Errors.ts"
import * as Paging from "../../src/Paging.ts"
import { RestOfPath } from "../../src/RestOfPath.ts"

const SpaceId = Id.make("SpaceId")
const ThingId = Id.make("ThingId")

export const Thing = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  urls: Schema.Struct({ location: Schema.String })
}).annotations({ identifier: "Thing" })

const Title = Schema.String.pipe(Schema.maxLength(50))

const Create = Body.closed({
  title: Title,
  position: Schema.optionalWith(Schema.Struct({ before: Schema.Struct({ space: SpaceId }) }), { exact: true }),
  tags: Schema.optionalWith(Schema.Array(Schema.Literal("red", "blue")), { exact: true })
}).annotations({ identifier: "ThingCreate" })

const Patch = Body.closed({
  title: Schema.optionalWith(Title, { exact: true }),
  emoji: Schema.optionalWith(Schema.NullOr(Title), { exact: true }),
  size: Schema.optionalWith(Schema.Int.pipe(Schema.between(1, 10)), { exact: true })
})

const Invite = Body.oneOf(
  Body.closed({ role: Schema.Literal("admin", "read") }),
  Body.closed({ level: Schema.Literal("edit", "read"), space: SpaceId })
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

export class Refused extends Schema.TaggedError<Refused>()("Refused", { kind: Schema.Literal(...kinds) }) {
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
    HttpApiEndpoint.post("createThing", "/spaces/:spaceId/things")
      .annotate(OpenApi.Summary, "Create a thing")
      .setPath(Schema.Struct({ spaceId: SpaceId }))
      .setPayload(Create)
      .addSuccess(Thing, { status: 201 })
  )
  .add(
    HttpApiEndpoint.get("listThings", "/spaces/:spaceId/things")
      .setPath(Schema.Struct({ spaceId: SpaceId }))
      .setUrlParams(
        Schema.Struct({
          ...Paging.UrlParams.fields,
          nested: Paging.Flag(true),
          type: Schema.optionalWith(Schema.Array(Schema.Literal("basic", "premium")), { exact: true })
        })
      )
      .addSuccess(Schema.Struct({ limit: Schema.Number, nested: Schema.Boolean, type: Schema.Array(Schema.String) }))
  )
  .add(
    HttpApiEndpoint.get("getThing", "/things/:thingId")
      .setPath(Schema.Struct({ thingId: ThingId }))
      .addSuccess(Thing)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.patch("updateThing", "/things/:thingId")
      .setPath(Schema.Struct({ thingId: ThingId }))
      .setPayload(Patch)
      .addSuccess(Schema.Unknown)
  )
  .add(
    HttpApiEndpoint.del("deleteThing", "/things/:thingId")
      .setPath(Schema.Struct({ thingId: ThingId }))
      .addSuccess(Answers.Removed)
      .addSuccess(Answers.Absent)
  )
  .add(
    HttpApiEndpoint.post("inviteToThing", "/things/:thingId/invites")
      .setPath(Schema.Struct({ thingId: ThingId }))
      .setPayload(Invite)
      .addSuccess(Schema.Unknown)
  )
  .add(
    HttpApiEndpoint.put("putThing", "/slugs/:slug")
      .setPath(Schema.Struct({ slug: Schema.String }))
      .addSuccess(Thing)
      .addSuccess(Thing, { status: 201 })
  )
  .add(
    HttpApiEndpoint.get("getByPath", "/spaces/:spaceId/content/path/:pagePath")
      .annotate(RestOfPath, true)
      .setPath(Schema.Struct({ spaceId: SpaceId, pagePath: Schema.String }))
      .addSuccess(Echo)
  )
  .add(
    HttpApiEndpoint.post("large", "/large")
      .annotate(Body.MaximumBytes, Body.limits.largeBytes)
      .setPayload(Body.closed({ icon: Schema.String }))
      .addSuccess(Schema.Struct({ length: Schema.Number }))
  )
  .add(HttpApiEndpoint.get("broken", "/broken").addSuccess(Thing))
  .add(
    HttpApiEndpoint.get("refuse", "/refuse/:kind")
      .setPath(Schema.Struct({ kind: Schema.Literal(...kinds) }))
      .addSuccess(Echo)
      .addError(Conflict)
      .addError(NotFound)
      .addError(PreconditionFailed)
      .addError(UnprocessableContent)
      .addError(ServiceUnavailable)
  )
  .add(
    HttpApiEndpoint.get("die", "/die/:way")
      .setPath(Schema.Struct({ way: Schema.Literal(...ways) }))
      .addSuccess(Echo)
  )
  .add(HttpApiEndpoint.get("whoAmI", "/who").addSuccess(Schema.Struct({ user: Schema.String })))
  .add(HttpApiEndpoint.get("read", "/gate").addSuccess(Echo))
  .add(HttpApiEndpoint.post("write", "/gate").addSuccess(Echo))
  .addError(Forbidden)
  .middleware(Authentication)
  .prefix("/v1") {}

export class DoorApi extends HttpApiGroup.make("door")
  .add(
    HttpApiEndpoint.post("signIn", "/sign-in")
      .setPayload(Body.closed({ code: Schema.String.pipe(Schema.minLength(8)) }))
      .addSuccess(HttpApiSchema.NoContent)
  )
  .prefix("/v1") {}

export class TestApi extends HttpApi.make("test")
  .add(ThingsApi)
  .add(DoorApi)
  .addError(Everywhere)
  .annotate(OpenApi.Title, "Quire") {}

/** What the two gated endpoints do while a request is inside. */
export class Gate extends Context.Tag("test/Gate")<
  Gate,
  { readonly pass: (way: "read" | "write") => Effect.Effect<void> }
>() {
  static readonly layerOpen = Layer.succeed(this, { pass: () => Effect.void })
}

const thing = (id: string, title: string) => ({
  id,
  title,
  urls: { location: `https://docs.example/v1/things/${id}` }
})

/** A credential that only an error's text holds. */
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
      .handle("createThing", ({ payload }) => Answers.located(Effect.succeed(thing("t1", payload.title))))
      .handle("listThings", ({ urlParams }) =>
        Effect.succeed({ limit: urlParams.limit, nested: urlParams.nested, type: urlParams.type ?? [] })
      )
      .handle("getThing", ({ path }) =>
        path.thingId === "t1" ? Effect.succeed(thing("t1", "one")) : onWire(new NoSuchThing({ id: path.thingId }))
      )
      .handle("updateThing", ({ payload }) => Effect.succeed(payload))
      .handle("deleteThing", ({ path }) => Answers.removed(Effect.succeed(path.thingId === "t1")))
      .handle("inviteToThing", ({ payload }) => Effect.succeed(payload))
      .handle("putThing", ({ path }) =>
        Answers.created(
          Thing,
          ({ urls }) => urls.location
        )(Effect.succeed({ value: thing(path.slug, ""), isNew: path.slug === "new" }))
      )
      .handle("getByPath", ({ path }) => Effect.succeed({ path: path.pagePath }))
      .handle("large", ({ payload }) => Effect.succeed({ length: payload.icon.length }))
      .handle("broken", () => Answers.located(Effect.succeed({ ...thing("t1", ""), title: 7 as unknown as string })))
      .handle("refuse", ({ path }) => onWire(new Refused({ kind: path.kind })))
      .handle("die", ({ path }) => (path.way === "interruption" ? Effect.interrupt : Effect.die(deaths[path.way])))
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

/** The API and its handlers; needs who authenticates, how requests are limited, and the gate. */
export const layer = HttpApiBuilder.api(TestApi).pipe(Layer.provide([things, door]))
