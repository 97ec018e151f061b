import { Effect, Predicate } from "effect"
import * as Slices from "./Slices.ts"

const listJson = (items: ReadonlyArray<unknown>): Effect.Effect<string> =>
  Effect.map(
    Slices.map(items, (item) => JSON.stringify(item) ?? "null"),
    (parts) => `[${parts.join(",")}]`
  )

/** Encodes like `JSON.stringify`; the lists in a large record are encoded in slices. */
export const encode = Effect.fnUntraced(function* (view: unknown) {
  if (!Predicate.isReadonlyObject(view) || Array.isArray(view) || !Slices.isLarge(view)) return JSON.stringify(view)
  const members: Array<string> = []
  for (const [name, value] of Object.entries(view)) {
    const json = Array.isArray(value) ? yield* listJson(value) : JSON.stringify(value)
    if (json !== undefined) members.push(`${JSON.stringify(name)}:${json}`)
  }
  return `{${members.join(",")}}`
})
