import { SignIn } from "@quire/core"
import { Effect } from "effect"
import { asSystem } from "../../support/engine.ts"
import type { Call, Scenario } from "../scenarios.ts"
import type { Who, World } from "../world.ts"

/** The secret of a browser that has just signed in. */
export const entered = ({ api, people }: World, who: Who, userAgent = "Browser"): Promise<string> =>
  api.run(
    Effect.gen(function* () {
      const signIn = yield* SignIn.SignIn
      const { code } = yield* asSystem(signIn.start(people[who].id))
      return (yield* signIn.enter({ code }, { userAgent })).secret
    }).pipe(Effect.orDie)
  )

/** The latest session of a person, as a path. */
export const made = async (world: World, who: Who, userAgent?: string): Promise<Readonly<Record<string, string>>> => {
  await entered(world, who, userAgent)
  const { json } = await world.send(who, "GET", "/v1/user/sessions?limit=1000")
  return { sessionId: (json.items as ReadonlyArray<{ readonly id: string }>).at(-1)?.id ?? "" }
}

const ofReader = async (world: World): Promise<Call> => ({ path: await made(world, "reader") })

export const sessions: Readonly<Record<string, Scenario>> = {
  listSessions: {
    by: "stranger",
    calls: {
      200: async (world) => {
        await entered(world, "stranger")
        return {}
      }
    },
    items: async (world, count) => {
      const { json } = await world.send("guest", "GET", "/v1/user/sessions?limit=0")
      for (let at = json.count; at < count; at++) await entered(world, "guest")
      return [{ who: "guest" }]
    }
  },
  deleteSession: {
    by: "reader",
    refused: { who: "admin", status: 204 },
    event: "sessions.delete",
    calls: {
      205: ofReader,
      204: async (world) => {
        const path = await made(world, "reader")
        await world.send("reader", "DELETE", `/v1/user/sessions/${path["sessionId"]}`)
        return { path }
      }
    },
    idle: [{ status: 204, call: async (world) => ({ path: await made(world, "creator") }) }]
  }
}
