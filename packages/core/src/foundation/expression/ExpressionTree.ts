/** The operators of JavaScript for primitive values; `undefined` if an operand is an object. */

export type Primitive = string | number | boolean | null | undefined

export const unaryOperators = ["!", "-", "+"] as const
export type UnaryOperator = (typeof unaryOperators)[number]

/** Binary operators with their precedence; the logical operators bind less, the conditional least. */
export const binaryOperators = {
  "===": 3,
  "!==": 3,
  "==": 3,
  "!=": 3,
  "<": 4,
  "<=": 4,
  ">": 4,
  ">=": 4,
  in: 4,
  "+": 5,
  "-": 5,
  "*": 6,
  "/": 6,
  "%": 6
} as const
export type BinaryOperator = keyof typeof binaryOperators

/** The operators whose operands must be primitive. */
export type PrimitiveOperator = Exclude<BinaryOperator, "===" | "!==" | "==" | "!=" | "in">

export const isPrimitive = (value: unknown): value is Primitive =>
  value === null || ["string", "number", "boolean", "undefined"].includes(typeof value)

const isNullish = (value: unknown) => value === null || value === undefined

/** `==`; undefined if it would have to convert an object to a primitive. */
export const looselyEqual = (left: unknown, right: unknown): boolean | undefined => {
  if (isNullish(left) || isNullish(right)) return isNullish(left) && isNullish(right)
  if (typeof left === typeof right) return left === right
  return isPrimitive(left) && isPrimitive(right) ? Number(left) === Number(right) : undefined
}

const comparisons: {
  readonly [O in "<" | "<=" | ">" | ">="]: (left: string | number, right: string | number) => boolean
} = {
  "<": (left, right) => left < right,
  "<=": (left, right) => left <= right,
  ">": (left, right) => left > right,
  ">=": (left, right) => left >= right
}

const calculations: { readonly [O in "-" | "*" | "/" | "%"]: (left: number, right: number) => number } = {
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "/": (left, right) => left / right,
  "%": (left, right) => left % right
}

/** Texts are compared by UTF-16 unit. */
export const applyBinary = (operator: PrimitiveOperator, left: Primitive, right: Primitive): Primitive => {
  switch (operator) {
    case "+":
      return typeof left === "string" || typeof right === "string"
        ? String(left) + String(right)
        : Number(left) + Number(right)
    case "<":
    case "<=":
    case ">":
    case ">=":
      return typeof left === "string" && typeof right === "string"
        ? comparisons[operator](left, right)
        : comparisons[operator](Number(left), Number(right))
    default:
      return calculations[operator](Number(left), Number(right))
  }
}

/** Thrown to stop parsing, and caught by its entry point. `at` counts UTF-16 units. */
export class ExpressionRefused extends Error {
  readonly at: number
  readonly rule: string
  constructor(at: number, rule: string) {
    super(rule)
    this.at = at
    this.rule = rule
  }
}

/** A part of an expression. `optional` is `?.`: on a nullish value, the rest of the chain is not evaluated. */
export type Node =
  | { readonly kind: "literal"; readonly value: string | number | boolean | null | undefined }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "list"; readonly items: ReadonlyArray<Node> }
  | { readonly kind: "member"; readonly of: Node; readonly key: Node; readonly optional: boolean }
  | {
      readonly kind: "call"
      readonly of: Node
      readonly method: string
      readonly arguments: ReadonlyArray<Node | Arrow>
      readonly optional: boolean
    }
  | { readonly kind: "chain"; readonly of: Node }
  | { readonly kind: "unary"; readonly operator: UnaryOperator; readonly of: Node }
  | { readonly kind: "binary"; readonly operator: BinaryOperator; readonly left: Node; readonly right: Node }
  | { readonly kind: "logical"; readonly operator: LogicalOperator; readonly left: Node; readonly right: Node }
  | { readonly kind: "conditional"; readonly test: Node; readonly whenTrue: Node; readonly whenFalse: Node }

/** The arrow that a method calls with each item. It is allowed only as an argument, and is not a value. */
export interface Arrow {
  readonly kind: "arrow"
  readonly parameters: ReadonlyArray<string>
  readonly body: Node
}

export const logicalOperators = ["&&", "||", "??"] as const
export type LogicalOperator = (typeof logicalOperators)[number]
