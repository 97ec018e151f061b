import { methods } from "./ExpressionMethod.ts"
import { type BinaryOperator, binaryOperators, unaryOperators } from "./ExpressionOperator.ts"
import { ExpressionRefused } from "./ExpressionRefused.ts"
import type * as ExpressionToken from "./ExpressionToken.ts"
import { tokenize } from "./ExpressionToken.ts"
import type * as ExpressionTree from "./ExpressionTree.ts"
import { type Arrow, type LogicalOperator, logicalOperators } from "./ExpressionTree.ts"

/** How deep an expression may nest. */
export const limits = { depth: 64 } as const

/** Reserved words, which cannot be names. */
const reserved = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends " +
    "false finally for function if implements import in instanceof interface let new null package private protected " +
    "public return static super switch this throw true try typeof undefined var void while with yield"
  ).split(" ")
)

const literals = new Map<string, boolean | null | undefined>([
  ["true", true],
  ["false", false],
  ["null", null],
  ["undefined", undefined]
])

const bindingStrengths: { readonly [operator: string]: number | undefined } = Object.assign(Object.create(null), {
  ...binaryOperators,
  "??": 1,
  "||": 1,
  "&&": 2
})

const isLogical = (text: string): text is LogicalOperator => logicalOperators.some((operator) => operator === text)
const isBinary = (text: string): text is BinaryOperator => Object.hasOwn(binaryOperators, text)

/** A parsed expression: its tree, and the free names in it. */
export interface ParsedExpression {
  readonly tree: ExpressionTree.Node
  readonly names: ReadonlySet<string>
}

/** Parses one expression by recursive descent. */
class Parser {
  readonly names = new Set<string>()
  readonly #words: ReadonlyArray<ExpressionToken.Token>
  readonly #parameters: Array<string> = []
  /** Nodes in brackets: `??` may be mixed with `||` or `&&` only in brackets. */
  readonly #bracketed = new WeakSet<ExpressionTree.Node>()
  #next = 0
  #depth = 0

  constructor(text: string) {
    this.#words = tokenize(text)
  }

  parseWhole(): ExpressionTree.Node {
    const tree = this.#parseExpression()
    if (this.#word.kind !== "end") this.#refuse("the expression should end here")
    return tree
  }

  get #word(): ExpressionToken.Token {
    return this.#words[this.#next] ?? { at: 0, isOnNewLine: false, kind: "end" }
  }

  #refuse(rule: string): never {
    throw new ExpressionRefused(this.#word.at, rule)
  }

  #isNext(text: string): boolean {
    return this.#word.kind === "mark" && this.#word.text === text
  }

  #take(text: string): boolean {
    const is = this.#isNext(text)
    if (is) this.#next++
    return is
  }

  #expect(text: string): void {
    if (!this.#take(text)) this.#refuse(`${text} is expected here`)
  }

  #parseNested<A>(read: () => A): A {
    this.#depth++
    if (this.#depth > limits.depth) this.#refuse(`an expression nests at most ${limits.depth} deep`)
    const found = read()
    this.#depth--
    return found
  }

  #parseExpression(): ExpressionTree.Node {
    return this.#parseNested(() => {
      const test = this.#parseBinary(1)
      if (!this.#take("?")) return test
      const whenTrue = this.#parseExpression()
      this.#expect(":")
      return { kind: "conditional", test, whenTrue, whenFalse: this.#parseExpression() }
    })
  }

  /** Operators of at least this precedence; all of them are left-associative. */
  #parseBinary(least: number): ExpressionTree.Node {
    let left = this.#parseUnary()
    for (;;) {
      const word = this.#word
      const operator = word.kind === "mark" || word.kind === "name" ? word.text : ""
      const bound = bindingStrengths[operator]
      if (bound === undefined || bound < least) return left
      this.#next++
      const right = this.#parseBinary(bound + 1)
      if (isLogical(operator)) {
        if (this.#mixes(operator, left) || this.#mixes(operator, right))
          this.#refuse("?? beside && or || needs brackets")
        left = { kind: "logical", operator, left, right }
      } else if (isBinary(operator)) left = { kind: "binary", operator, left, right }
    }
  }

  #mixes(operator: LogicalOperator, side: ExpressionTree.Node): boolean {
    if (side.kind !== "logical" || this.#bracketed.has(side)) return false
    return (operator === "??") !== (side.operator === "??")
  }

  #parseUnary(): ExpressionTree.Node {
    const operator = unaryOperators.find((each) => this.#isNext(each))
    if (operator === undefined) return this.#parsePostfix()
    this.#next++
    return this.#parseNested(() => ({ kind: "unary", operator, of: this.#parseUnary() }))
  }

  #parsePostfix(): ExpressionTree.Node {
    let node = this.#parsePrimary()
    let isOptional = false
    for (;;) {
      const optional = this.#take("?.")
      isOptional ||= optional
      if (this.#take("[")) {
        node = { kind: "member", of: node, key: this.#parseExpression(), optional }
        this.#expect("]")
      } else if (optional || this.#take(".")) node = this.#parseMember(node, optional)
      else if (this.#isNext("(")) this.#refuse("only methods of texts and lists can be called")
      else return isOptional ? { kind: "chain", of: node } : node
    }
  }

  #parseMember(of: ExpressionTree.Node, optional: boolean): ExpressionTree.Node {
    const word = this.#word
    if (word.kind !== "name") return this.#refuse("a name is expected here")
    this.#next++
    if (!this.#take("(")) return { kind: "member", of, key: { kind: "literal", value: word.text }, optional }
    const takes = methods[word.text]
    if (takes === undefined) throw new ExpressionRefused(word.at, `there is no method ${word.text}`)
    const given = takes === "nothing" ? [] : [takes === "value" ? this.#parseExpression() : this.#parseArrow()]
    this.#expect(")")
    return { kind: "call", of, method: word.text, arguments: given, optional }
  }

  #parseArrow(): Arrow {
    const parameters: Array<string> = []
    if (this.#take("(")) {
      parameters.push(this.#parseParameter())
      if (this.#take(",")) parameters.push(this.#parseParameter())
      this.#expect(")")
    } else parameters.push(this.#parseParameter())
    if (new Set(parameters).size < parameters.length) this.#refuse("an arrow names its items once")
    if (this.#word.isOnNewLine) this.#refuse("=> is expected on the same line")
    this.#expect("=>")
    this.#parameters.push(...parameters)
    const body = this.#parseExpression()
    this.#parameters.length -= parameters.length
    return { kind: "arrow", parameters, body }
  }

  #parseParameter(): string {
    const word = this.#word
    if (word.kind !== "name" || reserved.has(word.text)) return this.#refuse("a name for the item is expected here")
    this.#next++
    return word.text
  }

  #parsePrimary(): ExpressionTree.Node {
    const word = this.#word
    if (word.kind === "text" || word.kind === "number") {
      this.#next++
      return { kind: "literal", value: word.value }
    }
    if (word.kind === "name") return this.#parseName(word.text)
    if (this.#take("[")) return this.#parseList()
    if (!this.#take("(")) return this.#refuse("a value is expected here")
    const inner = this.#parseExpression()
    this.#expect(")")
    this.#bracketed.add(inner)
    return inner
  }

  #parseName(name: string): ExpressionTree.Node {
    if (literals.has(name)) {
      this.#next++
      return { kind: "literal", value: literals.get(name) }
    }
    if (reserved.has(name)) return this.#refuse(`${name} cannot be used in an expression`)
    this.#next++
    if (!this.#parameters.includes(name)) this.names.add(name)
    return { kind: "name", name }
  }

  #parseList(): ExpressionTree.Node {
    const items: Array<ExpressionTree.Node> = []
    if (this.#take("]")) return { kind: "list", items }
    do items.push(this.#parseExpression())
    while (this.#take(","))
    this.#expect("]")
    return { kind: "list", items }
  }
}

/** Throws `ExpressionRefused` if the text is not an expression. */
export const parse = (text: string): ParsedExpression => {
  const parser = new Parser(text)
  return { tree: parser.parseWhole(), names: parser.names }
}
