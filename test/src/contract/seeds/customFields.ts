import { field, newName } from "../scenarios/customFields.ts"
import type { Aimed } from "../seeds.ts"
import type { World } from "../world.ts"

const many = (count: number) => Array.from({ length: count }, (_, at) => `o${at}`)
const options = [[], many(51), ["a", "a"], ["a", " a"], [""], ["x".repeat(41)], "a", [["a"]]]
const names = ["", "A", "a b", "é", "a.b", "x".repeat(51), " a"]
const lines = ["a\nb", "a\u0000"]
const texts = {
  title: ["x".repeat(101), ...lines],
  description: ["x".repeat(201), ...lines],
  placeholder: ["x".repeat(101), ...lines],
  options
}
const filled = { title: "T", description: "D", placeholder: "P", options: ["a", "b"] }

export const customFields: Readonly<Record<string, (world: World) => Promise<ReadonlyArray<Aimed>>>> = {
  createCustomField: async ({ organization }) => [
    {
      path: { organizationId: organization },
      body: { name: newName(), type: "select:multi", ...filled },
      nonsense: { name: names, type: ["", "Text", "select", "text", "tags"], ...texts }
    },
    {
      path: { organizationId: organization },
      body: { name: newName(), type: "boolean" },
      nonsense: { name: names, type: ["select:multi", "select:single", "date"], ...texts, options: [...options, ["a"]] }
    }
  ],
  updateCustomField: async (world) => [
    {
      path: await field(world),
      body: filled,
      nonsense: { ...texts, name: ["other"], type: ["text", "select:multi"] }
    },
    {
      path: await field(world, "number"),
      body: { title: "T" },
      nonsense: { ...texts, options: [...options, ["a"]] }
    }
  ],
  updateSpaceCustomFields: async (world) => {
    const spaceId = await world.space()
    const of = async (type: Parameters<typeof field>[1]) => (await field(world, type)).fieldName
    const [note, size, open, choice] = [await of("text"), await of("number"), await of("boolean"), await of(undefined)]
    const wrong = (...values: ReadonlyArray<unknown>) => values.map((value) => ({ value }))
    return [
      {
        path: { spaceId },
        body: {
          values: {
            [note]: { value: "text" },
            [size]: { value: 1.5 },
            [open]: { value: false },
            [choice]: { value: ["a", "b"] }
          }
        },
        prose: [`values.${note}.value`],
        nonsense: {
          values: [{ none: {} }, { [note]: { value: "text" }, none: { value: 1 } }],
          [`values.${note}`]: wrong("x".repeat(257), "a\u0000", 1, true, ["a"], null, { markdown: "a" }),
          [`values.${size}`]: wrong("1", true, [1]),
          [`values.${open}`]: wrong("true", 1, []),
          [`values.${choice}`]: wrong("a", ["c"], ["a", "a"], [["a"]], [1], [""])
        }
      }
    ]
  }
}
