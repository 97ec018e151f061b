import { webhook } from "../scenarios/webhooks.ts"
import type { Aimed } from "../seeds.ts"
import type { World } from "../world.ts"

const body = { url: "https://hooks.test/in", events: ["spaces.create"], description: "Mirror", active: false }

const nonsense = {
  url: [
    "",
    "x",
    "http://hooks.test",
    "ftp://hooks.test",
    "https://a:b@hooks.test",
    `https://hooks.test/${"x".repeat(2048)}`
  ],
  events: ["", "every", [], ["spaces.none"], ["spaces.create", "spaces.create"]],
  description: ["x".repeat(257), "a\u0000"]
}

export const webhooks: Readonly<Record<string, (world: World) => Promise<ReadonlyArray<Aimed>>>> = {
  createWebhook: async (world) => {
    const { organizationId } = await webhook(world)
    return [{ path: { organizationId }, body, nonsense }]
  },
  updateWebhook: async (world) => [{ path: await webhook(world), body, nonsense }]
}
