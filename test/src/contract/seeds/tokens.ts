import type { Aimed } from "../seeds.ts"
import type { World } from "../world.ts"

const moments = [
  "",
  "x",
  "2100-01-01",
  "2100-01-01T00:00:00",
  "2100-02-30T00:00:00Z",
  "2100-01-01T25:00:00Z",
  "2100-01-01 00:00:00Z",
  "1960-01-01T00:00:00Z",
  "2020-01-01T00:00:00Z",
  "4102444800000"
]

export const tokens: Readonly<Record<string, (world: World) => Promise<ReadonlyArray<Aimed>>>> = {
  createToken: async () => [
    { body: { label: "Laptop", expiresAt: "2100-01-01T00:00:00.000Z" }, nonsense: { expiresAt: moments } }
  ]
}
