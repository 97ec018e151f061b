import { assert, describe, it } from "@effect/vitest"
import { Document, DocumentTree, Inline } from "@quire/core"
import { Conditions, DocumentKeys, Evaluated } from "@quire/core/internal"
import { Property } from "@quire/testing"
import * as fc from "fast-check"
import { propertyOptions } from "../../content/tree/support.ts"
import { conditioned, decode, expressionOf, ifOf, isJson, isOf, type Json, mapObjects } from "./documents.ts"

const vars = { space: { product: "Quire" }, page: { level: "2" } }
const audiences = [
  {},
  { beta: true },
  { beta: false, plan: "pro" },
  { plan: "free", account: { id: "a1" }, unsigned: { lang: "de" } }
].map((claims) => Conditions.rootsOf(claims, vars))

const anyAudience = fc.constantFrom(...audiences)
const [anonymous = Conditions.rootsOf({}, vars), beta = anonymous] = audiences

const evaluate = (document: Document.Document, roots: Conditions.Roots = beta): Evaluated.EvaluatedDocument =>
  Evaluated.document(document, Conditions.make(roots))

/** What JavaScript makes of a source; undefined when it throws. */
const native = (source: string, roots: Conditions.Roots): unknown => {
  try {
    return new Function(...Object.keys(roots), `return (${source})`)(...Object.values(roots))
  } catch {
    return undefined
  }
}

const sourceOf = (node: Json): string => {
  const { data } = node
  return isJson(data) ? String(data["expression"]) : ""
}

const paragraph = (...nodes: ReadonlyArray<unknown>) => ({ object: "block", type: "paragraph", nodes })
const text = (value: string) => Inline.text(value)

/** The same by hand: lists of any kind of thing, of which some are left out and some are taken apart. */
const naive = (value: unknown, roots: Conditions.Roots): unknown => {
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown): ReadonlyArray<unknown> => {
      if (isOf(item, "block", "if")) {
        const isSeen = sourceOf(item) === "" || Boolean(native(sourceOf(item), roots))
        const within = isSeen ? naive(item["nodes"], roots) : []
        return Array.isArray(within) ? within : []
      }
      if (!isOf(item, "inline", "expression")) return [naive(item, roots)]
      const printed = native(sourceOf(item), roots)
      const isPrinted = ["string", "number", "boolean"].includes(typeof printed) && printed !== ""
      return isPrinted ? [text(String(printed))] : []
    })
  }
  if (!isJson(value)) return value
  const made = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, naive(part, roots)]))
  const isBody = made["fragment"] === "expandable-body" && Array.isArray(made["nodes"]) && made["nodes"].length === 0
  return isBody ? { ...made, nodes: [paragraph()] } : made
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** Whether something that asks is left anywhere. */
const asks = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(asks)
    : isJson(value) &&
      (isOf(value, "block", "if") || isOf(value, "inline", "expression") || Object.values(value).some(asks))

const keysOf = (document: DocumentTree.BlockRoot): ReadonlyArray<string> =>
  Array.from(DocumentTree.walk(document), ([block]) => block.key ?? "")

const documentOf = (...nodes: ReadonlyArray<unknown>) =>
  decode({ object: "document", data: { schemaVersion: 1 }, nodes })

const printed = (source: string, roots: Conditions.Roots = beta): unknown =>
  plain(evaluate(documentOf(paragraph(expressionOf(source))), roots).nodes)

describe("an evaluated document (rule document-evaluated)", () => {
  it("equals a result made by hand", () => {
    const counts = { changed: 0 }
    Property.sync(
      [conditioned, anyAudience],
      ([document, roots]) => {
        assert.deepStrictEqual(plain(evaluate(document, roots)), naive(plain(document), roots))
        if (asks(document)) counts.changed++
      },
      propertyOptions(200, 10_000)
    )
    assert.isAbove(counts.changed, 10)
  })

  it("contains no expressions, also when evaluated again", () =>
    Property.sync(
      [conditioned, anyAudience],
      ([document, roots]) => {
        const evaluated = evaluate(document, roots)
        assert.deepStrictEqual(decode(plain(evaluated)), plain(evaluated))
        assert.isFalse(asks(evaluated))
        assert.deepStrictEqual(plain(evaluate(evaluated, anonymous)), plain(evaluated))
      },
      propertyOptions(200, 10_000)
    ))

  it("keeps the unique keys of the remaining blocks", () =>
    Property.sync(
      [conditioned, anyAudience],
      ([document, roots]) => {
        const keyed = DocumentKeys.assign(document, "seed")
        const left = keysOf(evaluate(keyed, roots)).filter((key) => key !== "")
        assert.strictEqual(new Set(left).size, left.length)
        const before = new Set(keysOf(keyed))
        assert.isTrue(left.every((key) => before.has(key)))
      },
      propertyOptions(100, 5_000)
    ))

  it("does not depend on hidden content", () =>
    Property.sync(
      [conditioned, anyAudience],
      ([document, roots]) => {
        const isHidden = (node: Json) => isOf(node, "block", "if") && !Conditions.make(roots).holds(sourceOf(node))
        const change = (nodes: unknown) =>
          decode(mapObjects(document, (node) => (isHidden(node) ? { ...node, nodes } : node)))
        const evaluated = plain(evaluate(document, roots))
        assert.deepStrictEqual(plain(evaluate(change([]), roots)), evaluated)
        assert.deepStrictEqual(
          plain(evaluate(change([paragraph(text("secret"), expressionOf("1"))]), roots)),
          evaluated
        )
      },
      propertyOptions(100, 5_000)
    ))

  it("has the same blocks as a source without expressions", () => {
    const document = documentOf(paragraph(text("x")))
    assert.strictEqual(evaluate(document).nodes, document.nodes)
  })

  it("keeps its data in addition to the blocks", () => {
    const data = { schemaVersion: 1 as const, theme: "dark" }
    assert.deepStrictEqual(evaluate({ ...documentOf(ifOf("false", [])), data }).data, data)
  })

  it("counts as evaluated only as the result of an evaluation", () => {
    const evaluated = evaluate(documentOf())
    assert.isTrue(Evaluated.isEvaluated(evaluated))
    assert.isFalse(Evaluated.isEvaluated({ ...evaluated }))
    assert.isFalse(Evaluated.isEvaluated(Document.empty))
  })

  const holders: ReadonlyArray<readonly [what: string, of: (nodes: ReadonlyArray<unknown>) => unknown]> = [
    ["an if", (nodes) => ifOf("true", nodes)],
    [
      "a tab",
      (nodes) => ({ object: "block", type: "tabs", nodes: [{ object: "block", type: "tabs-item", data: {}, nodes }] })
    ],
    [
      "a step",
      (nodes) => ({
        object: "block",
        type: "stepper",
        nodes: [{ object: "block", type: "stepper-step", data: {}, nodes }]
      })
    ],
    [
      "a column",
      (nodes) => ({
        object: "block",
        type: "columns",
        data: {},
        nodes: [{ object: "block", type: "column", data: {}, nodes }]
      })
    ],
    [
      "a table in a list",
      (nodes) => ({
        object: "block",
        type: "list-unordered",
        nodes: [
          {
            object: "block",
            type: "list-item",
            nodes: [
              {
                object: "block",
                type: "table",
                isVoid: true,
                data: { view: { type: "grid", columns: [], hideHeader: false }, records: {}, definition: {} },
                fragments: [{ object: "fragment", fragment: "c", nodes }]
              }
            ]
          }
        ]
      })
    ]
  ]
  it.each(holders)("replaces an if with its contents, in %s", (what, of) => {
    const [a, b, c, d] = ["a", "b", "c", "d"].map((value) => paragraph(text(value)))
    const conditional = documentOf(
      of([
        a,
        ifOf("visitor.claims.beta", [b, ifOf("true", [c]), ifOf("(", [d])]),
        ifOf("visitor.claims.missing", [d]),
        d
      ])
    )
    const left = what === "an if" ? documentOf(a, b, c, d) : documentOf(of([a, b, c, d]))
    assert.deepStrictEqual(plain(evaluate(conditional)), plain(left))
    const hidden = documentOf(of([ifOf("false", [a])]))
    assert.deepStrictEqual(plain(evaluate(hidden)), plain(what === "an if" ? documentOf() : documentOf(of([]))))
  })

  it("has an empty paragraph in an expandable whose contents are all hidden", () => {
    const expandable = (nodes: ReadonlyArray<unknown>) =>
      documentOf({
        object: "block",
        type: "expandable",
        isVoid: true,
        data: {},
        fragments: [
          { object: "fragment", fragment: "expandable-title", nodes: [paragraph(text("More "), expressionOf("1"))] },
          { object: "fragment", fragment: "expandable-body", nodes }
        ]
      })
    const evaluated = plain(evaluate(expandable([ifOf("false", [paragraph(text("x"))])])))
    assert.deepStrictEqual(evaluated, naive(plain(expandable([paragraph()])), beta))
    assert.deepStrictEqual(decode(evaluated), evaluated)
  })

  const prints: ReadonlyArray<readonly [source: string, text: string]> = [
    ["space.vars.product", "Quire"],
    ['"a" + 1', "a1"],
    ["1 / 4", "0.25"],
    ["-0", "0"],
    ["true", "true"],
    ["visitor.claims.beta && false", "false"],
    ['"<b>&amp;"', "<b>&amp;"],
    ['"a\\nb"', "a\nb"],
    ['"a\\u0000b"', "ab"],
    ['"\\ud83d!"', "\ufffd!"],
    ["visitor.claims.missing", ""],
    ["null", ""],
    ["undefined", ""],
    ["[1]", ""],
    ["visitor.claims", ""],
    ['""', ""],
    ["", ""],
    ["(", ""],
    ["unknown", ""],
    ["visitor.claims.missing.name", ""]
  ]
  it.each(prints)("prints %j as %j", (source, value) => {
    assert.deepStrictEqual(printed(source), plain([paragraph(...(value === "" ? [] : [text(value)]))]))
  })

  it("keeps the key of an expression, and its position among other texts and in code", () => {
    const line = {
      object: "block",
      type: "code-line",
      data: {},
      nodes: [text("a "), { ...expressionOf('"b"'), key: "k" }]
    }
    const evaluated = evaluate(documentOf({ object: "block", type: "code", data: {}, nodes: [line] }))
    const code = {
      object: "block",
      type: "code",
      data: {},
      nodes: [{ ...line, nodes: [text("a "), { ...text("b"), key: "k" }] }]
    }
    assert.deepStrictEqual(plain(evaluated.nodes), plain([code]))
  })

  const withProduct = (product: string) => Conditions.rootsOf({}, { space: { product }, page: {} })

  it("truncates the text of an expression", () => {
    const { text: most } = Evaluated.limits
    const full = "😀".repeat(most)
    assert.deepStrictEqual(printed("space.vars.product", withProduct(full)), plain([paragraph(text(full))]))
    assert.deepStrictEqual(printed("space.vars.product", withProduct(`${full}x`)), plain([paragraph(text(full))]))
  })

  it("limits the printed text of all expressions together", () => {
    const { text: most, texts } = Evaluated.limits
    const product = "x".repeat(most)
    const count = texts / most
    const many = Array.from({ length: count + 1 }, () => paragraph(expressionOf("space.vars.product")))
    const { nodes } = evaluate(documentOf(...many), withProduct(product))
    assert.deepStrictEqual(plain(nodes.at(count - 1)), plain(paragraph(text(product))))
    assert.deepStrictEqual(plain(nodes.at(count)), plain(paragraph()))
  })

  const counting = () => {
    const seen = { evaluations: 0 }
    const roots = new Proxy(beta, {
      getOwnPropertyDescriptor: (of, name) => {
        seen.evaluations++
        return Reflect.getOwnPropertyDescriptor(of, name)
      }
    })
    return { roots, seen }
  }

  it("evaluates each visible expression once, and no hidden one", () => {
    const { roots, seen } = counting()
    evaluate(documentOf(ifOf("visitor.claims.beta", [])), roots)
    const once = seen.evaluations
    assert.isAbove(once, 0)
    seen.evaluations = 0
    const inner = paragraph(expressionOf("visitor.claims.beta"))
    evaluate(documentOf(...Array.from({ length: 200 }, () => ifOf("visitor.claims.beta", [inner]))), roots)
    assert.strictEqual(seen.evaluations, once)
    seen.evaluations = 0
    evaluate(documentOf(ifOf("false", [ifOf("visitor.claims.beta", [inner])])), roots)
    assert.strictEqual(seen.evaluations, 0)
  })
})
