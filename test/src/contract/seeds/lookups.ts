import { addressOf } from "../scenarios/lookups.ts"
import type { Aimed } from "../seeds.ts"
import type { World } from "../world.ts"

export const lookups: Readonly<Record<string, (world: World) => Promise<ReadonlyArray<Aimed>>>> = {
  resolvePublishedContentByUrl: async (world) => [
    {
      body: {
        url: await addressOf(world),
        redirectOnError: true,
        visitor: {}
      },
      ignored: ["cacheBust"],
      nonsense: { url: ["", "x", "//docs.test/x", "ftp://docs.test/x", `https://docs.test/${"x".repeat(2048)}`] }
    }
  ]
}
