import { Effect, Predicate } from "effect"
import * as EventLoop from "./EventLoop.ts"

const listJson = (items: ReadonlyArray<unknown>): Effect.Effect<string> =>
  Effect.map(
    EventLoop.map(items, (item) => JSON.stringify(item) ?? "null"),
    (parts) => `[${parts.join(",")}]`
  )

/** Shorter lists are encoded at once. */
const shortList = 20

/** Encodes like `JSON.stringify`; other fibers run between the items of long lists in a record. */
export const encode = Effect.fnUntraced(function* (view: unknown) {
  if (!Predicate.isReadonlyObject(view) || Array.isArray(view)) return JSON.stringify(view)
  const members: Array<string> = []
  for (const [name, value] of Object.entries(view)) {
    const json = Array.isArray(value) && value.length > shortList ? yield* listJson(value) : JSON.stringify(value)
    if (json !== undefined) members.push(`${JSON.stringify(name)}:${json}`)
  }
  return `{${members.join(",")}}`
})
