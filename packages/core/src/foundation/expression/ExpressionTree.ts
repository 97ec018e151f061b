import type { BinaryOperator, UnaryOperator } from "./ExpressionOperator.ts"

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
