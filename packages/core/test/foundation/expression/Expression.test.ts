import { assert, describe, it } from "@effect/vitest"
import { Expression } from "@quire/core/internal"
import { Result } from "effect"
import * as fc from "fast-check"

const parsed = (text: string) => Result.getOrThrowWith(Expression.parse(text), (error) => new Error(error.message))
const valueOf = (text: string, roots: Readonly<Record<string, unknown>> = {}) =>
  Expression.evaluate(parsed(text), roots)
const refusal = (text: string) =>
  Result.match(Expression.parse(text), { onFailure: (error) => error, onSuccess: () => null })

const isNative = (text: string) => {
  try {
    return typeof new Function(`return (${text}\n)`) === "function"
  } catch {
    return false
  }
}

/** What JavaScript itself makes of an expression; `thrown` when it throws. */
const native = (text: string, roots: Readonly<Record<string, unknown>>): unknown => {
  const run = new Function(...Object.keys(roots), `return (${text}\n)`)
  try {
    return run(...Object.values(roots))
  } catch {
    return "thrown"
  }
}

/** Objects of the roots inherit nothing, so that what JavaScript finds in them is their own. */
const bare = <A extends object>(fields: A): A => Object.assign(Object.create(null), fields)

const roots = {
  visitor: bare({
    claims: bare({ plan: "pro", beta: true, level: 3, tags: ["a", "b", "c"], none: null, unsigned: bare({ x: "1" }) })
  }),
  reviews: [
    bare({ status: "approved", reviewer: bare({ id: "u1" }) }),
    bare({ status: "changes-requested", reviewer: bare({ id: "u2" }) })
  ],
  text: "Hello, World",
  word: "hello",
  one: 1,
  zero: 0,
  yes: true,
  nothing: null,
  missing: undefined
}

const words = [
  ...Object.keys(roots),
  ..."claims plan tags status length x y true false null undefined in typeof new this constructor".split(" "),
  ..."__proto__ prototype eval arguments async of await let toString includes some map at trim".split(" "),
  ..."0 1 1.5 .5 2. 1e3 01 0x1 1n 1_0 'a' \"b\" '\\n' '\\x41' '\\9' `a` \\u0061 é 😀".split(" "),
  ..."( ) [ ] { } , . ?. ? : => ... ; // /* # + - * / % ** ++ -- = == === != !== < <= > >= >> ! ~".split(" "),
  ..."&& || ?? & | ^ &&= <!-- --> @".split(" "),
  " ",
  "\n",
  "\u2028"
]

const soup = fc.array(fc.constantFrom(...words), { maxLength: 14 }).map((parts) => parts.join(""))
const anyText = fc.oneof(soup, fc.string({ unit: "binary", maxLength: 40 }), fc.string({ maxLength: 30 }))

/** Expressions of every form, by the kind of value that they tend to have. */
const forms = fc.letrec<{ value: string; flag: string; number: string; text: string; list: string }>((tie) => {
  const value = tie("value")
  const flag = tie("flag")
  const number = tie("number")
  const text = tie("text")
  const list = tie("list")
  const compared = fc.constantFrom("===", "!==", "==", "!=", "<", "<=", ">", ">=")
  const asked = fc.constantFrom("every", "some", "map", "filter", "find")
  const atom = fc.constantFrom(
    "visitor.claims.plan",
    "visitor.claims['beta']",
    "visitor.claims?.level",
    "visitor.nobody?.plan.x.trim()",
    "visitor.claims.absent",
    "reviews[0]?.status",
    "reviews.at(-1).reviewer.id",
    "reviews.length",
    "text[1]",
    "nothing.x",
    "(nothing?.x).y",
    "unknown",
    ...Object.keys(roots)
  )
  return {
    value: fc.oneof({ maxDepth: 5, withCrossShrink: true }, atom, flag, number, text, list),
    flag: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom("true", "false", "visitor.claims.beta"),
      fc.tuple(value, compared, value).map((parts) => `(${parts.join(" ")})`),
      fc.tuple(value, fc.constantFrom("&&", "||", "??"), value).map((parts) => `(${parts.join(" ")})`),
      value.map((of) => `!${of}`),
      fc
        .tuple(text, fc.constantFrom("includes", "startsWith", "endsWith"), value)
        .map(([a, m, b]) => `${a}.${m}(${b})`),
      fc.tuple(list, value).map(([a, b]) => `${a}.includes(${b})`),
      fc
        .tuple(fc.constantFrom("'plan'", "'x'", "0", "1"), fc.constantFrom("visitor.claims", "reviews", "one"))
        .map(([a, b]) => `(${a} in ${b})`)
    ),
    number: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom("0", "1", "1.5", ".5", "1e3", "-1", "+'3'", "one", "reviews.length"),
      fc.tuple(value, fc.constantFrom("+", "-", "*", "/", "%"), value).map((parts) => `(${parts.join(" ")})`),
      value.map((of) => `- ${of}`)
    ),
    text: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom("'pro'", '"a\\u0062\\x63\\n\\q"', "text", "word", "''", "'İß'"),
      fc.tuple(text, fc.constantFrom("toLowerCase", "toUpperCase", "trim")).map(([a, m]) => `${a}.${m}()`),
      fc.tuple(text, value).map(([a, b]) => `(${a} + ${b})`),
      fc.tuple(value, value, value).map(([a, b, c]) => `(${a} ? ${b} : ${c})`)
    ),
    list: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom("[]", "reviews", "visitor.claims.tags"),
      fc.array(value, { minLength: 1, maxLength: 3 }).map((items) => `[${items.join(", ")}]`),
      fc
        .tuple(list, asked, fc.constantFrom("item", "(item)", "(item, index)"), value, compared)
        .map(([a, method, given, b, operator]) => `${a}.${method}(${given} => (item ${operator} ${b}))`),
      fc.tuple(list, asked, value).map(([a, method, b]) => `${a}.${method}((item, index) => (index + 1) && ${b})`)
    )
  }
}).value

/** Where a list or an object would be made text or number, JavaScript goes on and this language does not. */
const strict = /cannot be applied to lists|requires a number|compare lists|property name must be|cannot be called/
const stops = (rule: string) => rule.includes("steps") || strict.test(rule)

describe("an expression (rule expression-language)", () => {
  it("parses or is rejected without throwing, and is also valid JavaScript when it parses", () => {
    let read = 0
    fc.assert(
      fc.property(anyText, (text) => {
        const found = Expression.parse(text)
        if (Result.isFailure(found)) {
          assert.isAtMost(found.failure.at, Array.from(text).length)
          assert.isAtLeast(found.failure.at, 0)
        } else {
          read++
          assert.isTrue(isNative(text), text)
          Expression.evaluate(found.success, roots)
        }
      }),
      { numRuns: 6000, seed: 7 }
    )
    assert.isAbove(read, 200)
  })

  it("has the value that JavaScript gives it", () => {
    let agreed = 0
    fc.assert(
      fc.property(forms, (text) => {
        const found = Expression.parse(text)
        if (Result.isFailure(found)) return assert.match(found.failure.rule, /at most/, text)
        const ours = Expression.evaluate(found.success, roots)
        const theirs = native(text, roots)
        if (Result.isSuccess(ours)) {
          agreed++
          assert.deepStrictEqual(ours.success, theirs, text)
        } else if (theirs !== "thrown") assert.isTrue(stops(ours.failure.rule), `${text}: ${ours.failure.rule}`)
      }),
      { numRuns: 3000, seed: 11 }
    )
    assert.isAbove(agreed, 1000)
  })

  it("groups operators like JavaScript", () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.constantFrom("", "!", "-", "+", "- -", "!!"),
            fc.constantFrom("one", "zero", "text", "yes", "nothing", "2", "'3'"),
            fc.constantFrom("&&", "||", "??", "===", "!=", "<", ">=", "+", "-", "*", "/", "%", "? 1 :", "? zero :")
          ),
          { minLength: 1, maxLength: 9 }
        ),
        (parts) => {
          const text = `${parts.map(([sign, name, operator]) => `${sign} ${name} ${operator}`).join(" ")} one`
          const isRead = Result.isSuccess(Expression.parse(text))
          assert.strictEqual(isRead, isNative(text), text)
          if (isRead) assert.deepStrictEqual(Result.getOrThrow(valueOf(text, roots)), native(text, roots), text)
        }
      ),
      { numRuns: 1000 }
    ))

  for (const name of ["constructor", "__proto__", "prototype", "toString", "valueOf", "hasOwnProperty", "at"]) {
    it(`has no inherited ${name}`, () => {
      const of = { object: { own: 1 }, list: [1], text: "a", number: 1, flag: true }
      for (const key of Object.keys(of)) {
        assert.deepStrictEqual(
          valueOf(`[${key}.${name}, ${key}["${name}"], ${key}?.${name}]`, of),
          Result.succeed(Array.from({ length: 3 }))
        )
      }
      assert.deepStrictEqual(valueOf(`"${name}" in object`, of), Result.succeed(false))
      assert.isTrue(Result.isFailure(valueOf(name, of)))
      const own = JSON.parse(`{"object":{"${name}":"own"}}`)
      assert.deepStrictEqual(valueOf(`object.${name}`, own), Result.succeed("own"))
    })
  }

  it("runs no code of its roots", () => {
    let asked = 0
    const trap = Object.defineProperty({}, "secret", { get: () => ++asked, enumerable: true })
    const converts = { toString: () => ++asked, valueOf: () => ++asked }
    assert.deepStrictEqual(valueOf("trap.secret", { trap }), Result.succeed(undefined))
    for (const text of [
      "it + 1",
      "it < 1",
      "-it",
      "it == 1",
      "'a'.includes(it)",
      "[1][it]",
      "it in [1]",
      "it()",
      "it.toString()"
    ]) {
      assert.isFalse(
        Result.isSuccess(
          Result.flatMap(Expression.parse(text), (found) => Expression.evaluate(found, { it: converts }))
        ),
        text
      )
    }
    assert.isTrue(Result.isFailure(valueOf("it.name", { it: () => ++asked })))
    assert.strictEqual(asked, 0)
  })

  it("reports which properties of its roots it reads", () => {
    const { names } = parsed("a.b && xs.some((x, i) => x === i + c) || [x].every(y => y)")
    assert.deepStrictEqual([...names].sort(), ["a", "c", "x", "xs"])
  })

  const wrong: ReadonlyArray<readonly [text: string, at: number]> = [
    ["", 0],
    ["a b", 2],
    ["😀", 0],
    ["'😀' +", 5],
    ["a = 1", 2],
    ["a => a", 2],
    ["f(1)", 1],
    ["a.b.exec(1)", 4],
    ["xs.map(x => { x })", 12],
    ["xs.map(1)", 7],
    ["a.trim(1)", 7],
    ["a ?? b || c", 11],
    ["new a", 0],
    ["this", 0],
    ["[1,]", 3],
    ["`a`", 0],
    ["/a/", 0],
    ["'a", 0],
    ["'\\u{110000}'", 1],
    ["1 .toFixed()", 3],
    ["a++", 1]
  ]
  for (const [text, at] of wrong) it(`rejects ${text} at ${at}`, () => assert.strictEqual(refusal(text)?.at, at))

  it("has at most 1,024 code points", () => {
    const of = (length: number) => `"${"😀".repeat(length - 2)}"`
    assert.isNull(refusal(of(1024)))
    assert.strictEqual(refusal(of(1025))?.at, 1024)
  })

  for (const [open, close] of [
    ["(", ")"],
    ["[", "]"],
    ["!", ""],
    ["a?", ":1"]
  ] as const) {
    it(`nests at most 64 levels deep: ${open}`, () => {
      const of = (depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`
      assert.isNull(refusal(of(63)))
      assert.match(refusal(of(64))?.rule ?? "", /64 levels deep/)
      assert.match(refusal(of((900 / (open.length + close.length)) | 0))?.rule ?? "", /64 levels deep/)
    })
  }

  it("takes at most 1,000 steps in all cases", () => {
    const isOver = (text: string, count: number) =>
      Result.isFailure(valueOf(text, { xs: Array.from({ length: count }, () => false) }))
    assert.isFalse(isOver("xs.find(x => x)", 989))
    assert.isTrue(isOver("xs.find(x => x)", 990))
    assert.isFalse(isOver("[1, 2].map(n => xs.find(x => x))", 492))
    assert.isTrue(isOver("[1, 2].map(n => xs.find(x => x))", 493))
  })

  it("spends steps on long texts", () => {
    const doubled = `[text]${".map(x => x + x)".repeat(60)}`
    assert.isTrue(Result.isFailure(valueOf(doubled, { text: "aaaaaaaa" })))
    const of = (length: number) => valueOf("text.includes('b')", { text: "a".repeat(length) })
    assert.isTrue(Result.isSuccess(of(99_799)))
    assert.isTrue(Result.isFailure(of(99_800)))
  })

  it("spends steps on a search for a long text in another", () => {
    const looked = (length: number, sought: number) =>
      valueOf("text.includes(sought)", {
        text: "a".repeat(length),
        sought: `${"a".repeat(sought)}b${"a".repeat(sought)}`
      })
    assert.deepStrictEqual(looked(50_000, 100), Result.succeed(false))
    assert.isTrue(Result.isFailure(looked(50_000, 12_000)))
  })

  it("holds when JavaScript treats its value as true", () => {
    for (const [text, is] of [
      ["1", true],
      ["0", false],
      ["''", false],
      ["[]", true],
      ["null", false]
    ] as const) {
      assert.deepStrictEqual(Expression.holds(parsed(text), {}), Result.succeed(is))
    }
  })
})
