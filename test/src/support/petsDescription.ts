import { described } from "./apiPages.ts"

export const list = { summary: "List pets", description: "All of them.", tags: ["Pets"] }
export const parameter = (name: string, description: string) => ({
  name,
  in: "query",
  description,
  schema: { type: "string" }
})
export const get = {
  operationId: "getPet",
  summary: "Get a pet",
  description: "One of them.\n\nIt may be gone.",
  tags: ["Pets"],
  parameters: [parameter("fields", "What to tell"), parameter("lang", "In which language")]
}
export const first = described({ "/pets": { get: list }, "/pets/{id}": { get } })
export const ofGet = (changes: object, path = "/pets/{id}") =>
  described({ "/pets": { get: list }, [path]: { get: { ...get, ...changes } } })
