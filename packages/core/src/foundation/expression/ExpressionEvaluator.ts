import type * as ExpressionTree from "./ExpressionTree.ts"
import { type Arrow, applyBinary, isPrimitive, looselyEqual, type Primitive } from "./ExpressionTree.ts"

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

/** Thrown to stop an evaluation, and caught by its entry point. */
export class EvaluationHalted extends Error {}

/** The value of the rest of a chain after `?.` on null or undefined. */
const cut = Symbol("cut")

/** A text search costs one more step for each of this many pairs of code units, because it may compare all of them. */
const pairsPerStep = 1_000_000

/** A text or list costs one more step for each of this many code units or items. */
const unitsPerStep = 100

interface Scope {
  readonly name: string
  readonly value: unknown
  readonly outer: Scope | undefined
}

type Of<K extends ExpressionTree.Node["kind"]> = Extract<ExpressionTree.Node, { readonly kind: K }>

/** One evaluation: the values of the roots and the remaining steps. */
export class Evaluation {
  readonly #roots: { readonly [name: string]: unknown }
  #steps: number

  constructor(roots: { readonly [name: string]: unknown }, steps: number) {
    this.#roots = roots
    this.#steps = steps
  }

  evaluate(node: ExpressionTree.Node, scope: Scope | undefined = undefined): unknown {
    if (node.kind === "chain") {
      const value = this.evaluate(node.of, scope)
      return value === cut ? undefined : value
    }
    this.#spend(1)
    switch (node.kind) {
      case "literal":
        return node.value
      case "name":
        return this.#resolveName(node.name, scope)
      case "list":
        return node.items.map((item) => this.evaluate(item, scope))
      case "member":
        return this.#evaluateMember(node, scope)
      case "call":
        return this.#evaluateCall(node, scope)
      case "unary":
        return this.#evaluateUnary(node, scope)
      case "binary":
        return this.#evaluateBinary(node, scope)
      case "logical":
        return this.#evaluateLogical(node, scope)
      case "conditional":
        return this.evaluate(this.evaluate(node.test, scope) ? node.whenTrue : node.whenFalse, scope)
    }
  }

  #spend(steps: number): void {
    this.#steps -= steps
    if (this.#steps < 0) throw new EvaluationHalted("the evaluation takes too many steps")
  }

  #resolveName(name: string, scope: Scope | undefined): unknown {
    for (let at = scope; at !== undefined; at = at.outer) if (at.name === name) return at.value
    if (!Object.hasOwn(this.#roots, name)) throw new EvaluationHalted(`${name} is not defined`)
    return this.#roots[name]
  }

  /** Reads own data properties only: neither accessors nor inherited ones. */
  #readProperty(of: unknown, key: unknown): unknown {
    if (of === null || of === undefined) throw new EvaluationHalted(`${String(of)} has no properties`)
    if (!isPrimitive(key)) throw new EvaluationHalted("a property name must be a string or a number")
    if (typeof of === "function" || typeof of === "symbol")
      throw new EvaluationHalted("a function or symbol cannot be used as a value")
    return Object.getOwnPropertyDescriptor(Object(of), String(key))?.value
  }

  #evaluateMember({ key, of, optional }: Of<"member">, scope: Scope | undefined): unknown {
    const from = this.evaluate(of, scope)
    if (from === cut || (optional && (from === null || from === undefined))) return cut
    return this.#readProperty(from, this.evaluate(key, scope))
  }

  #evaluateCall({ arguments: [given], method, of, optional }: Of<"call">, scope: Scope | undefined): unknown {
    const self = this.evaluate(of, scope)
    if (self === cut || (optional && (self === null || self === undefined))) return cut
    if (typeof self === "string" || Array.isArray(self)) this.#spend(Math.floor(self.length / unitsPerStep))
    if (given?.kind === "arrow") return this.#callWithArrow(self, method, given, scope)
    const argument = given === undefined ? undefined : this.evaluate(given, scope)
    if (typeof self === "string" && typeof argument === "string") {
      this.#spend(Math.floor((self.length * argument.length) / pairsPerStep))
    }
    const answer = call(self, method, argument)
    if (answer === undefined) throw new EvaluationHalted(`${method} cannot be called here`)
    return answer.value
  }

  #callWithArrow(self: unknown, method: string, { body, parameters }: Arrow, outer: Scope | undefined): unknown {
    if (!Array.isArray(self)) throw new EvaluationHalted(`${method} can only be called on a list`)
    const [first = "", second = ""] = parameters
    return callWithArrow(self, method, (item, index) => {
      const scope = { name: first, value: item, outer }
      return this.evaluate(body, second === "" ? scope : { name: second, value: index, outer: scope })
    })
  }

  #evaluateUnary({ of, operator }: Of<"unary">, scope: Scope | undefined): unknown {
    const value = this.evaluate(of, scope)
    if (operator === "!") return !value
    if (!isPrimitive(value)) throw new EvaluationHalted(`${operator} requires a number`)
    return operator === "-" ? -Number(value) : Number(value)
  }

  #evaluateBinary(node: Of<"binary">, scope: Scope | undefined): unknown {
    const { operator } = node
    const left = this.evaluate(node.left, scope)
    const right = this.evaluate(node.right, scope)
    switch (operator) {
      case "===":
        return left === right
      case "!==":
        return left !== right
      case "==":
      case "!=": {
        const equal = looselyEqual(left, right)
        if (equal === undefined)
          throw new EvaluationHalted(`${operator} cannot compare lists or objects with other values`)
        return equal === (operator === "==")
      }
      case "in":
        if (typeof right !== "object" || right === null || !isPrimitive(left)) {
          throw new EvaluationHalted("in requires an object or a list on its right side")
        }
        return Object.hasOwn(right, String(left))
    }
    if (!isPrimitive(left) || !isPrimitive(right))
      throw new EvaluationHalted(`${operator} cannot be applied to lists or objects`)
    const value = applyBinary(operator, left, right)
    if (typeof value === "string") this.#spend(Math.floor(value.length / unitsPerStep))
    return value
  }

  #evaluateLogical({ left, operator, right }: Of<"logical">, scope: Scope | undefined): unknown {
    const value = this.evaluate(left, scope)
    const goesOn =
      operator === "&&" ? Boolean(value) : operator === "||" ? !value : value === null || value === undefined
    return goesOn ? this.evaluate(right, scope) : value
  }
}
