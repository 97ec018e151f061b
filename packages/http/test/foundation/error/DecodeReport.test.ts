import { assert, describe, it } from "@effect/vitest"
import { Inspection } from "@quire/core"
import { Effect, Schema } from "effect"
import * as Body from "../../../src/foundation/body/Body.ts"
import * as DecodeReport from "../../../src/foundation/error/DecodeReport.ts"
import * as Query from "../../../src/foundation/query/Query.ts"

const errorOf = <A, I>(schema: Schema.Codec<A, I>, input: unknown): Inspection.Refusal =>
  Effect.runSync(Effect.flip(Inspection.decoder(schema)(input)))

const rules = <A, I>(schema: Schema.Codec<A, I>, input: unknown) =>
  DecodeReport.reportBody(errorOf(schema, input)).map(({ path, rule }) => `${path}: ${rule}`)

const field = <A, I>(schema: Schema.Codec<A, I>, input: unknown) => rules(Schema.Struct({ a: schema }), { a: input })

const Color = Schema.Literals(["red", "green", "blue"])

const Shape = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("circle"), radius: Schema.Number }),
  Schema.Struct({ kind: Schema.Literal("square"), side: Schema.Number })
])

const Form = Body.oneOf(
  Body.closed({ role: Color }),
  Body.closed({ level: Color, space: Schema.String, note: Schema.optionalKey(Schema.String) })
)

describe("the fault report of a body", () => {
  it.each([
    ["text", Schema.String, 1, "must be a string"],
    ["number", Schema.Number, "1", "must be a number"],
    ["boolean", Schema.Boolean, "true", "must be true or false"],
    ["object", Schema.Struct({ b: Schema.String }), "x", "must be an object"],
    ["array", Schema.Array(Schema.String), {}, "must be an array"],
    ["one literal", Schema.Literal("x"), "y", 'must be "x"'],
    ["literals", Color, "pink", 'must be "red", "green" or "blue"'],
    ["nullable", Schema.NullOr(Schema.String), 1, "must be a string or null"],
    [
      "too long",
      Schema.String.pipe(Schema.check(Schema.isMaxLength(50))),
      "x".repeat(51),
      "must be at most 50 characters"
    ],
    ["too short", Schema.String.pipe(Schema.check(Schema.isMinLength(3))), "x", "must be at least 3 characters"],
    ["empty", Schema.NonEmptyString, "", "must not be empty"],
    ["length", Schema.String.pipe(Schema.check(Schema.isBetweenLength(2, 2))), "x", "must be exactly 2 characters"],
    [
      "range of length",
      Schema.String.pipe(Schema.check(Schema.isBetweenLength(1, 2))),
      "",
      "must be between 1 and 2 characters"
    ],
    ["pattern", Schema.String.pipe(Schema.check(Schema.isPattern(/^a$/))), "b", "must match ^a$"],
    ["integer", Schema.Int, 1.5, "must be an integer"],
    [
      "range",
      Schema.Number.pipe(Schema.check(Schema.isBetween({ minimum: 1, maximum: 9 }))),
      10,
      "must be between 1 and 9"
    ],
    ["positive", Schema.Number.pipe(Schema.check(Schema.isGreaterThan(0))), 0, "must be above 0"],
    ["negative", Schema.Number.pipe(Schema.check(Schema.isLessThan(5))), 5, "must be below 5"],
    [
      "items",
      Schema.Array(Schema.Number).pipe(Schema.check(Schema.isMaxLength(1))),
      [1, 2],
      "must have at most 1 items"
    ],
    [
      "own message",
      Schema.String.pipe(Schema.check(Schema.makeFilter((text) => text === "x" || "must be x"))),
      "y",
      "must be x"
    ],
    [
      "message annotation",
      Schema.String.pipe(Schema.check(Schema.isPattern(/a/, { message: "must hold an a" }))),
      "y",
      "must hold an a"
    ],
    [
      "description",
      Schema.String.pipe(Schema.check(Schema.makeFilter((text) => text === "x", { description: "the letter x" }))),
      "y",
      "must be the letter x"
    ],
    ["nothing known", Schema.String.pipe(Schema.check(Schema.makeFilter((text) => text === "x"))), "y", "is not valid"],
    ["number in text", Schema.FiniteFromString, "x", "must be a number"],
    ["optional", Schema.UndefinedOr(Color), 1, 'must be "red", "green" or "blue"']
  ] as ReadonlyArray<[string, Schema.Codec<unknown>, unknown, string]>)(
    "names the rule of %s",
    (_, schema, input, rule) => {
      assert.deepStrictEqual(field(schema, input), [`a: ${rule}`])
    }
  )

  it("names every fault by its path, including unknown and missing fields (rule request-closed-body)", () => {
    const schema = Body.closed({
      title: Schema.String,
      position: Schema.Struct({ before: Schema.Array(Schema.Struct({ space: Schema.String })) })
    })
    assert.sameMembers(rules(schema, { name: 1, position: { before: [{ space: "s" }, { space: 1, x: 1 }] } }), [
      "title: is required",
      "name: is not a known field",
      "position.before.1.space: must be a string",
      "position.before.1.x: is not a known field"
    ])
    assert.deepStrictEqual(rules(schema, "x"), [": must be an object"])
  })

  it("checks a union against the intended member", () => {
    assert.deepStrictEqual(field(Shape, { kind: "square", side: "x" }), ["a.side: must be a number"])
    assert.deepStrictEqual(field(Shape, { kind: "line" }), ['a.kind: must be "circle" or "square"'])
    assert.deepStrictEqual(field(Shape, 1), ["a: must be an object"])
    assert.deepStrictEqual(field(Shape, []), ["a: must be an object"])
    assert.deepStrictEqual(field(Shape, [{ kind: "square", side: 1 }]), ["a: must be an object"])
    assert.deepStrictEqual(field(Schema.Union([Schema.String, Schema.Struct({ id: Schema.Number })]), { id: "x" }), [
      "a.id: must be a number"
    ])
    assert.deepStrictEqual(field(Schema.Union([Schema.NonEmptyString, Schema.Number]), ""), ["a: must not be empty"])
    assert.deepStrictEqual(field(Schema.Union([Schema.String, Schema.Number]), null), [
      "a: must be a string or a number"
    ])
  })

  it("checks nested unions against the intended members", () => {
    const Line = Schema.Struct({ kind: Schema.Literal("line"), length: Schema.Number })
    const Any = Schema.Union([Shape, Line, Schema.String])
    assert.deepStrictEqual(field(Any, { kind: "square", side: "x" }), ["a.side: must be a number"])
    assert.deepStrictEqual(field(Any, { kind: "line", length: "x" }), ["a.length: must be a number"])
    assert.deepStrictEqual(field(Any, { kind: "dot" }), ['a.kind: must be "circle", "square" or "line"'])
    assert.deepStrictEqual(field(Any, {}), ["a.kind: is required"])
  })

  it("selects members by their discriminating fields", () => {
    const block = { object: Schema.Literal("block"), nodes: Schema.Array(Schema.String) }
    const Node = Schema.Union([
      Schema.Union([
        Schema.Struct({ type: Schema.Literal("a"), ...block }),
        Schema.Struct({ type: Schema.Literal("b"), ...block })
      ]),
      Schema.Struct({ type: Schema.Literal("c"), ...block }),
      Schema.Struct({ object: Schema.Literal("text"), text: Schema.String })
    ])
    assert.deepStrictEqual(field(Node, { object: "block", type: "c", nodes: [1] }), ["a.nodes.0: must be a string"])
    assert.deepStrictEqual(field(Node, { object: "block", type: "x", nodes: [] }), ['a.type: must be "a", "b" or "c"'])
    assert.deepStrictEqual(field(Node, { object: "text", text: 1 }), ["a.text: must be a string"])
  })

  it("lists the forms of a one-of body that matches none", () => {
    const forms = ": must have the form {role} or {level, space, note?}"
    for (const input of [{}, { role: "red", level: "red" }, { mark: 1 }, { level: "red" }, 1]) {
      assert.deepStrictEqual(rules(Form, input), [forms])
    }
  })

  it("checks a one-of body against the form whose fields it has", () => {
    assert.deepStrictEqual(rules(Form, { role: "pink" }), ['role: must be "red", "green" or "blue"'])
    assert.deepStrictEqual(rules(Form, { level: "pink", space: 1 }), [
      'level: must be "red", "green" or "blue"',
      "space: must be a string"
    ])
  })

  it("never quotes the value", () => {
    const secret = "hunter2hunter2"
    for (const schema of [
      Schema.Number,
      Color,
      Shape,
      Form,
      Schema.FiniteFromString,
      Schema.String.pipe(Schema.check(Schema.isMaxLength(2)))
    ]) {
      assert.notInclude(
        JSON.stringify(DecodeReport.reportBody(errorOf(schema as Schema.Codec<unknown>, secret))),
        secret
      )
    }
  })
})

describe("the decoding of a query", () => {
  const schema = Schema.Struct({
    limit: Schema.FiniteFromString.pipe(Schema.withDecodingDefaultType(Effect.succeed(50))),
    one: Schema.optionalKey(Schema.String),
    many: Schema.optionalKey(Schema.Array(Schema.String))
  })
  const read = (query: string) => Query.read(query, schema.ast)

  it("follows the schema", () => {
    assert.deepStrictEqual(read("?one=a&many=b&other=c"), { one: "a", many: ["b"], other: "c" })
    assert.deepStrictEqual(read("many=a&many=b&one=x%20y+z"), { many: ["a", "b"], one: "x y z" })
    assert.deepStrictEqual(read(""), {})
  })

  it("allows only one value where the schema is not a list", () => {
    assert.deepStrictEqual(DecodeReport.reportQuery(errorOf(schema, read("one=a&one=b&limit=1&limit=2"))), [
      { path: "limit", rule: "must be given once" },
      { path: "one", rule: "must be given once" }
    ])
  })
})
