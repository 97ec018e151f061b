import { type AnyNode, type Expression, type ObjectExpression, type Property, parseExpressionAt } from "acorn"

/** Values of names, such as constants of the same file. */
export type Scope = (name: string) => Expression | string | undefined

/** The value of an expression, and whether parts of it are not literal and were left out. */
export interface EvaluatedExpression {
  readonly value: unknown
  readonly isPartial: boolean
}

/** Deepest nesting of values. */
const deepest = 60

/** Functions that return the path that is their argument. */
const pathFunctions = new Set(["require", "useBaseUrl", "withBase", "resolve"])
/** Functions that return their argument, which is an object of settings. */
const settingFunctions = /^(?:define\w*|with[A-Z]\w*|starlight)$/

class Evaluation {
  isPartial = false
  private readonly scope: Scope

  constructor(scope: Scope) {
    this.scope = scope
  }

  private skip(): undefined {
    this.isPartial = true
    return undefined
  }

  private keyOf({ computed, key }: Property): string | undefined {
    if (computed) return undefined
    if (key.type === "Identifier") return key.name
    return key.type === "Literal" ? String(key.value) : undefined
  }

  private object({ properties }: ObjectExpression, depth: number): unknown {
    const entries = properties.flatMap((property): ReadonlyArray<readonly [string, unknown]> => {
      const key = property.type === "Property" && property.kind === "init" ? this.keyOf(property) : undefined
      const value =
        property.type === "Property" && key !== undefined ? this.valueOf(property.value, depth + 1) : this.skip()
      return key === undefined || value === undefined ? [] : [[key, value]]
    })
    return Object.fromEntries(entries)
  }

  private call(name: string, argument: AnyNode | undefined, depth: number): unknown {
    if (argument === undefined) return this.skip()
    const value = this.valueOf(argument, depth + 1)
    if (pathFunctions.has(name)) return typeof value === "string" ? value : this.skip()
    return settingFunctions.test(name) ? value : this.skip()
  }

  private nameOf(name: string, depth: number): unknown {
    if (name === "undefined") return undefined
    const known = this.scope(name)
    if (known === undefined) return this.skip()
    return typeof known === "string" ? known : this.valueOf(known, depth + 1)
  }

  /** The value of a node; undefined for what is not literal. */
  valueOf(node: AnyNode, depth = 0): unknown {
    if (depth > deepest) return this.skip()
    switch (node.type) {
      case "Literal":
        return typeof node.value === "object" && node.value !== null ? this.skip() : node.value
      case "TemplateLiteral":
        return node.expressions.length === 0 ? (node.quasis[0]?.value.cooked ?? "") : this.skip()
      case "UnaryExpression": {
        const value = this.valueOf(node.argument, depth + 1)
        return node.operator === "-" && typeof value === "number" ? -value : this.skip()
      }
      case "ArrayExpression":
        return node.elements.flatMap((element) => {
          const value =
            element === null || element.type === "SpreadElement" ? this.skip() : this.valueOf(element, depth + 1)
          return value === undefined ? [] : [value]
        })
      case "ObjectExpression":
        return this.object(node, depth)
      case "ParenthesizedExpression":
        return this.valueOf(node.expression, depth + 1)
      case "Identifier":
        return this.nameOf(node.name, depth)
      case "CallExpression":
        return node.callee.type === "Identifier" ? this.call(node.callee.name, node.arguments[0], depth) : this.skip()
      case "MemberExpression": {
        const isPath = node.property.type === "Identifier" && ["default", "src"].includes(node.property.name)
        const value = isPath ? this.valueOf(node.object, depth + 1) : undefined
        return typeof value === "string" ? value : this.skip()
      }
      default:
        return this.skip()
    }
  }
}

/** The literal value of a node of a program; nothing is run. */
export const evaluate = (node: AnyNode, scope: Scope): EvaluatedExpression => {
  const evaluation = new Evaluation(scope)
  const value = evaluation.valueOf(node)
  return { value, isPartial: evaluation.isPartial }
}

const comment = /^(?:\s|\/\*(?:[^*]|\*(?!\/))*\*\/)*$/

/** The literal value of the text of an expression; its value is undefined for comments alone. */
export const read = (text: string, scope: Scope): EvaluatedExpression => {
  if (comment.test(text)) return { value: undefined, isPartial: false }
  try {
    const node = parseExpressionAt(text, 0, { ecmaVersion: "latest", sourceType: "module" })
    return /^[\s;]*$/.test(text.slice(node.end)) ? evaluate(node, scope) : { value: undefined, isPartial: true }
  } catch {
    return { value: undefined, isPartial: true }
  }
}
