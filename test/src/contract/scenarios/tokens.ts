import type { Call, Scenario } from "../scenarios.ts"
import type { Who, World } from "../world.ts"

/** A new token of a person, as a path. */
const made = async (world: World, who: Who): Promise<Readonly<Record<string, string>>> => {
  const { json } = await world.send(who, "POST", "/v1/user/tokens", { body: { label: "laptop" } })
  return { tokenId: json.id }
}

const ofReader = async (world: World): Promise<Call> => ({ path: await made(world, "reader") })

export const tokens: Readonly<Record<string, Scenario>> = {
  listTokens: {
    by: "stranger",
    calls: { 200: async () => ({}) },
    items: async (world, count) => {
      const { json } = await world.send("guest", "GET", "/v1/user/tokens?limit=0")
      for (let at = json.count; at < count; at++) await made(world, "guest")
      return [{ who: "guest" }]
    }
  },
  createToken: {
    by: "stranger",
    event: "tokens.create",
    calls: { 201: async () => ({ body: { label: "laptop", expiresAt: "2100-01-01T00:00:00Z" } }) },
    idle: [
      { status: 400, call: async () => ({ body: { expiresAt: "2020-01-01T00:00:00Z" } }) },
      { status: 400, call: async () => ({ body: { label: "a\nb" } }) }
    ]
  },
  getToken: { by: "reader", refused: { who: "admin", status: 404 }, calls: { 200: ofReader } },
  deleteToken: {
    by: "reader",
    refused: { who: "admin", status: 204 },
    event: "tokens.delete",
    calls: {
      205: ofReader,
      204: async (world) => {
        const path = await made(world, "reader")
        await world.send("reader", "DELETE", `/v1/user/tokens/${path["tokenId"]}`)
        return { path }
      }
    },
    idle: [{ status: 204, call: async (world) => ({ path: await made(world, "creator") }) }]
  }
}
