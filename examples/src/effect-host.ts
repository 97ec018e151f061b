import { Actor, IdGenerator, Mailer, Maintenance, Organizations, Spaces, Users } from "@quire/core"
import { Quire } from "@quire/http"
import { Console, Effect, Layer } from "effect"

/** A port of the host's own, in place of the one that the options would choose. */
const mailer = Layer.succeed(Mailer.Mailer, {
  send: ({ subject, to }) => Console.log(`email to ${to}: ${subject}`)
})

const engine = Quire.layer({
  store: { kind: "memory" },
  baseUrl: "http://localhost:4100",
  layers: Layer.merge(mailer, IdGenerator.IdGenerator.layerSequence)
})

const asHost = Effect.provideService(Actor.Actor, Actor.system)

const program = Effect.gen(function* () {
  const users = yield* Users.Users
  const organizations = yield* Organizations.Organizations
  const spaces = yield* Spaces.Spaces

  const ann = yield* asHost(users.ensure({ email: "ann@example.com", displayName: "Ann" }))
  const asAnn = Effect.provideService(Actor.Actor, Actor.user(ann.id))
  const acme = yield* asAnn(organizations.create({ title: "Acme" }))
  const space = yield* asAnn(spaces.create(acme.id, { title: "Guide" }))
  yield* Console.log(`${ann.id} made ${space.title} in ${acme.title}`)

  const found = yield* asAnn(spaces.get("nowhere")).pipe(
    Effect.catchTag("SpaceNotFound", ({ kind, message }) => Effect.succeed(`${kind}: ${message}`))
  )
  yield* Console.log(found)

  const { chained, isDone } = yield* Maintenance.run()
  yield* Console.log(`${chained} audit log entries, ${isDone ? "none left" : "more left"}`)
})

await Effect.runPromise(Effect.provide(program, engine))
