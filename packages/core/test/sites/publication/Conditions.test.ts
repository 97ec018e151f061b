import { assert, describe, it } from "@effect/vitest"
import { Conditions } from "@quire/core/internal"
import { Property } from "@quire/testing"
import * as fc from "fast-check"
import { propertyOptions } from "../../content/tree/support.ts"

const claims = { beta: true, plan: "pro", seats: 0, name: "", roles: ["admin"], unsigned: { lang: "de" } }
const vars = { space: { product: "Quire", empty: "" }, page: { level: "2" } }
const roots = Conditions.rootsOf(claims, vars)
const anonymous = Conditions.rootsOf({}, { space: {}, page: {} })

const holds = (condition: string | undefined, of: Conditions.Roots = roots) => Conditions.make(of).holds(condition)

describe("a condition (rule condition-hides)", () => {
  const shown: ReadonlyArray<string | undefined> = [
    undefined,
    "",
    " ",
    "\n\t",
    "true",
    "1",
    '"no"',
    "[]",
    "visitor",
    "visitor.claims.beta",
    'visitor.claims.plan === "pro"',
    'visitor.claims.roles.includes("admin")',
    'visitor.claims.unsigned.lang == "de"',
    "visitor.claims.missing === undefined",
    "!visitor.claims.missing",
    'space.vars.product === "Quire"',
    "page.vars.level > 1",
    'space.vars["empty"] === ""',
    "visitor.claims?.account?.plan === undefined"
  ]
  it.each(shown)("shows content: %s", (condition) => {
    assert.isTrue(holds(condition))
  })

  const hidden = [
    "false",
    "0",
    "-0",
    '""',
    "null",
    "undefined",
    "0 / 0",
    "visitor.claims.missing",
    "visitor.claims.seats",
    "visitor.claims.name",
    'visitor.claims.plan === "Pro"',
    "visitor.claims.constructor",
    "visitor.claims.unsigned.toString",
    "visitor.claims.unsigned.plan",
    "visitor.claims.__proto__",
    "visitor.claims.missing.plan",
    "visitor.claims.account.plan === undefined",
    "visitor.name.first",
    "unknown",
    "page.title.length",
    "globalThis",
    "this",
    "process.exit()",
    "true true",
    "true;",
    "(true",
    "visitor.claims.beta =",
    "visitor.claims.beta = true",
    "`true`",
    "// true",
    "() => true",
    `${"1+".repeat(511)}1+1`,
    `"${"x".repeat(1_024)}"`,
    `[${"1,".repeat(300)}1].map((a) => [1, 2, 3].map((b) => a + b))`,
    "\u0000",
    "\ud800"
  ]
  it.each(hidden)("hides content: %s", (condition) => {
    assert.isFalse(holds(condition))
  })

  it("shows content only when all conditions hold", () => {
    const { allHold } = Conditions.make(roots)
    assert.isTrue(allHold([]))
    assert.isTrue(allHold([undefined, "", "visitor.claims.beta"]))
    assert.isFalse(allHold(["visitor.claims.beta", "visitor.claims.missing"]))
    assert.isFalse(allHold(["visitor.claims.beta", "(", "visitor.claims.beta"]))
  })

  it("knows nothing of visitors without claims, and does not fail without them", () => {
    assert.isFalse(holds("visitor.claims.beta", anonymous))
    assert.isFalse(holds("visitor.claims.unsigned.lang", anonymous))
    assert.isTrue(holds("visitor.claims.unsigned.lang === undefined", anonymous))
    assert.isFalse(holds("space.vars.product", anonymous))
  })

  const literal = fc.constantFrom(
    "true",
    "false",
    "0",
    "1",
    '""',
    '"x"',
    "null",
    "undefined",
    "[]",
    "[0]",
    "0/0",
    "''+1"
  )
  const source = fc.oneof(
    literal,
    fc.tuple(literal, fc.constantFrom("&&", "||", "===", "!=="), literal).map((parts) => parts.join(" ")),
    literal.map((text) => `!(${text})`)
  )

  it("follows what JavaScript treats as true", () =>
    Property.sync(
      [fc.array(source, { maxLength: 3 })],
      ([sources]) => {
        const native = sources.every((text) => Boolean(new Function(`return (${text})`)()))
        assert.strictEqual(Conditions.make(anonymous).allHold(sources), native)
      },
      propertyOptions(300, 10_000)
    ))

  it("hides content when it is not an expression, whatever it is", () =>
    Property.sync(
      [fc.string({ minLength: 1 }).map((text) => `${text}(`)],
      ([condition]) => assert.isFalse(holds(condition)),
      propertyOptions(300, 10_000)
    ))

  it("runs once", () => {
    let evaluations = 0
    const counted = new Proxy(roots, {
      getOwnPropertyDescriptor: (of, name) => {
        evaluations++
        return Reflect.getOwnPropertyDescriptor(of, name)
      }
    })
    const conditions = Conditions.make(counted)
    assert.isFalse(conditions.isKnown("visitor.claims.beta"))
    for (let time = 0; time < 100; time++) assert.isTrue(conditions.holds("visitor.claims.beta"))
    assert.isTrue(conditions.isKnown("visitor.claims.beta"))
    const once = evaluations
    assert.isAbove(once, 0)
    assert.strictEqual(conditions.valueOf("visitor.claims.beta"), true)
    assert.strictEqual(evaluations, once)
  })
})
