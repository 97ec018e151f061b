import { isPrimitive, type Primitive } from "./ExpressionOperator.ts"

/** The argument of a method: none, one value, or an arrow called with each item. */
export const methods: { readonly [method: string]: "nothing" | "value" | "arrow" | undefined } = Object.assign(
  Object.create(null),
  {
    toLowerCase: "nothing",
    toUpperCase: "nothing",
    trim: "nothing",
    includes: "value",
    startsWith: "value",
    endsWith: "value",
    at: "value",
    every: "arrow",
    some: "arrow",
    map: "arrow",
    filter: "arrow",
    find: "arrow"
  }
)

/** The result of a method; `undefined` if it does not accept the receiver or the argument. */
export type MethodResult = { readonly value: unknown } | undefined

const callTextMethod = (self: string, method: string, given: Primitive): unknown => {
  switch (method) {
    case "toLowerCase":
      return self.toLowerCase()
    case "toUpperCase":
      return self.toUpperCase()
    case "trim":
      return self.trim()
    case "includes":
      return self.includes(String(given))
    case "startsWith":
      return self.startsWith(String(given))
    case "endsWith":
      return self.endsWith(String(given))
    default:
      return self.at(Number(given))
  }
}

/** Calls a method without an arrow. Methods of texts convert primitive arguments to text, as JavaScript does. */
export const call = (self: unknown, method: string, given: unknown): MethodResult => {
  if (typeof self === "string") {
    return methods[method] !== "arrow" && isPrimitive(given)
      ? { value: callTextMethod(self, method, given) }
      : undefined
  }
  if (!Array.isArray(self)) return undefined
  const items: ReadonlyArray<unknown> = self
  if (method === "includes") return { value: items.includes(given) }
  return method === "at" && isPrimitive(given) ? { value: items.at(Number(given)) } : undefined
}

/** Calls a method with an arrow, which is called with each item in order and no further than needed. */
export const callWithArrow = (
  items: ReadonlyArray<unknown>,
  method: string,
  answer: (item: unknown, index: number) => unknown
): unknown => {
  switch (method) {
    case "every":
      return items.every((item, index) => Boolean(answer(item, index)))
    case "some":
      return items.some((item, index) => Boolean(answer(item, index)))
    case "find":
      return items.find((item, index) => Boolean(answer(item, index)))
    case "filter":
      return items.filter((item, index) => Boolean(answer(item, index)))
    default:
      return items.map(answer)
  }
}
