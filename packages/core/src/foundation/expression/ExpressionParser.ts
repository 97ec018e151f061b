import { methods } from "./ExpressionEvaluator.ts"
import type * as ExpressionTree from "./ExpressionTree.ts"
import {
  type Arrow,
  type BinaryOperator,
  binaryOperators,
  ExpressionRefused,
  type LogicalOperator,
  logicalOperators,
  unaryOperators
} from "./ExpressionTree.ts"

/** A token of an expression; `at` is its offset in UTF-16 units. */
export type Token = { readonly at: number; readonly isOnNewLine: boolean } & (
  | { readonly kind: "name"; readonly text: string }
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "mark"; readonly text: string }
  | { readonly kind: "end" }
)

const space = /\s+/y
const name = /[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/uy
/** The ASCII prefix of a name: V8 takes a hundred times as long for a pattern with Unicode classes. */
const plainName = /[A-Za-z$_][A-Za-z0-9$_]*/y
const number = /(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/y
const afterNumber = /[\p{ID_Continue}$\\]/uy
const plainAfterNumber = /[A-Za-z0-9$_\\]/y
const mark = /===|!==|=>|==|!=|<=|>=|&&|\|\||\?\?|\?\.(?![0-9])|[-+*/%<>!?:.,()[\]]/y
const unsupported = /--|\+\+|\/\/|\/\*/y
const escape =
  /\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|u\{0*([0-9A-Fa-f]{1,6})\}|(0)(?![0-9])|([^0-9xu\r\n\u2028\u2029]))/suy
const lineBreak = /[\r\n\u2028\u2029]/

const escaped: { readonly [letter: string]: string } = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", v: "\v" }

const matchAt = (pattern: RegExp, text: string, at: number) => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const unescape = (text: string, at: number): readonly [value: string, length: number] => {
  const [all, two, four, point, zero, letter] = matchAt(escape, text, at) ?? []
  const code = two ?? four ?? point
  if (all === undefined) throw new ExpressionRefused(at, "this escape sequence is not supported")
  if (zero !== undefined) return ["\0", all.length]
  if (code === undefined) return [escaped[letter ?? ""] ?? letter ?? "", all.length]
  const value = Number.parseInt(code, 16)
  if (value > 0x10ffff) throw new ExpressionRefused(at, "this escape sequence is not a valid character")
  return [String.fromCodePoint(value), all.length]
}

const readQuoted = (text: string, start: number): readonly [value: string, end: number] => {
  const quote = text.charAt(start)
  let value = ""
  let at = start + 1
  while (at < text.length) {
    const unit = text.charAt(at)
    if (unit === quote) return [value, at + 1]
    if (unit === "\n" || unit === "\r") break
    const [piece, length] = unit === "\\" ? unescape(text, at) : ([unit, 1] as const)
    value += piece
    at += length
  }
  throw new ExpressionRefused(start, "this string is not terminated")
}

const isPlain = (text: string, at: number): boolean => !(text.charCodeAt(at) > 0x7f)

/** The end of a match of a sticky pattern, or the start position if it does not match. */
const endOf = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

const endOfNumeral = (text: string, at: number): number => {
  const end = endOf(number, text, at)
  if (end > at && endOf(isPlain(text, end) ? plainAfterNumber : afterNumber, text, end) > end) {
    throw new ExpressionRefused(at, "this number is not a decimal number")
  }
  return end
}

const endOfName = (text: string, at: number): number => {
  const end = isPlain(text, at) ? endOf(plainName, text, at) : at
  return isPlain(text, end) ? end : endOf(name, text, at)
}

const endOfMark = (text: string, at: number): number => {
  const end = endOf(mark, text, at)
  if (end === at || endOf(unsupported, text, at) > at)
    throw new ExpressionRefused(at, "this character is not allowed here")
  return end
}

type Read = readonly [token: Token, end: number]

const readToken = (text: string, at: number, isOnNewLine: boolean): Read => {
  const unit = text.charAt(at)
  if (unit === '"' || unit === "'") {
    const [value, end] = readQuoted(text, at)
    return [{ at, isOnNewLine, kind: "text", value }, end]
  }
  const numeral = endOfNumeral(text, at)
  if (numeral > at) return [{ at, isOnNewLine, kind: "number", value: Number(text.slice(at, numeral)) }, numeral]
  const word = endOfName(text, at)
  if (word > at) return [{ at, isOnNewLine, kind: "name", text: text.slice(at, word) }, word]
  const end = endOfMark(text, at)
  return [{ at, isOnNewLine, kind: "mark", text: text.slice(at, end) }, end]
}

/** The tokens of an expression; the last one marks the end. */
export const tokenize = (text: string): ReadonlyArray<Token> => {
  const found: Array<Token> = []
  for (let at = 0; ; ) {
    const start = endOf(space, text, at)
    const isOnNewLine = start > at && lineBreak.test(text.slice(at, start))
    if (start >= text.length) {
      found.push({ at: start, isOnNewLine, kind: "end" })
      return found
    }
    const [token, end] = readToken(text, start, isOnNewLine)
    found.push(token)
    at = end
  }
}

/** Maximum nesting depth of an expression. */
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
  readonly #words: ReadonlyArray<Token>
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
    if (this.#word.kind !== "end") this.#refuse("unexpected text after the end of the expression")
    return tree
  }

  get #word(): Token {
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
    if (this.#depth > limits.depth) this.#refuse(`an expression can be nested at most ${limits.depth} levels deep`)
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
          this.#refuse("?? combined with && or || requires parentheses")
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
      else if (this.#isNext("(")) this.#refuse("only methods of strings and lists can be called")
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
    if (new Set(parameters).size < parameters.length) this.#refuse("an arrow function cannot use the same name twice")
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
