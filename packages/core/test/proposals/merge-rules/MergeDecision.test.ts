import { assert, describe, it } from "@effect/vitest"
import { MergeDecision, MergeSettings } from "@quire/core"
import { MergeRule } from "@quire/core/internal"
import { Result, Schema } from "effect"
import * as fc from "fast-check"

type Status = "approved" | "changes-requested"

const head = "r2"
const review = (id: string, status: Status, revision = head) => ({ status, revision, reviewer: { id } })
const decodeAll = Schema.decodeUnknownResult(MergeRule.MergeRuleList, { onExcessProperty: "error" })
const decodeRules = (rules: unknown) => Result.getOrThrowWith(decodeAll(rules), (error) => new Error(String(error)))
const accepts = (rules: unknown) => Result.isSuccess(decodeAll(rules))
const expression = (text: string, message = "own words") => ({ kind: "expression", expression: text, message })

const plain: MergeDecision.Facts = {
  changeRequest: { subject: "Words", revision: head, outdated: false, createdBy: { id: "ann" } },
  reviews: [],
  actor: { id: "ann" }
}
const reviewedBy = (...reviews: MergeDecision.Facts["reviews"]) => ({ ...plain, reviews })
const kinds = (rules: unknown, facts: MergeDecision.Facts) =>
  MergeDecision.evaluate(decodeRules(rules), facts).map(({ kind }) => kind)

const cases: ReadonlyArray<
  readonly [name: string, rule: object, passes: MergeDecision.Facts, fails: MergeDecision.Facts]
> = [
  ["a review", { kind: "reviewed" }, reviewedBy(review("bob", "changes-requested")), plain],
  [
    "approval by all",
    { kind: "approved" },
    reviewedBy(review("bob", "approved"), review("cat", "approved")),
    reviewedBy(review("bob", "approved"), review("cat", "changes-requested"))
  ],
  [
    "reviews of all",
    { kind: "reviewed-by-all", users: ["bob", "cat"] },
    reviewedBy(review("bob", "approved"), review("cat", "changes-requested")),
    reviewedBy(review("bob", "approved"), review("dan", "approved"))
  ],
  [
    "a review of one",
    { kind: "reviewed-by-one", users: ["bob", "cat"] },
    reviewedBy(review("cat", "approved")),
    reviewedBy(review("dan", "approved"))
  ],
  [
    "being up to date",
    { kind: "up-to-date" },
    plain,
    { ...plain, changeRequest: { ...plain.changeRequest, outdated: true } }
  ],
  ["a subject", { kind: "subject" }, plain, { ...plain, changeRequest: { ...plain.changeRequest, subject: " " } }],
  [
    "an expression",
    expression("reviews.some(r => r.status === 'approved' && r.reviewer.id !== changeRequest.createdBy.id)"),
    reviewedBy(review("bob", "approved")),
    reviewedBy(review("ann", "approved"))
  ],
  [
    "a review of the head",
    { kind: "reviewed" },
    reviewedBy(review("bob", "approved", "r1"), review("cat", "approved")),
    reviewedBy(review("bob", "approved", "r1"))
  ],
  [
    "approval of the head",
    { kind: "approved" },
    reviewedBy(review("bob", "changes-requested", "r1"), review("cat", "approved")),
    reviewedBy(review("bob", "approved", "r1"))
  ],
  [
    "approval of the head by all who reviewed it",
    { kind: "approved" },
    reviewedBy(review("bob", "approved", "r1"), review("cat", "approved")),
    reviewedBy(review("bob", "approved", "r1"), review("cat", "changes-requested"))
  ],
  [
    "reviews of the head by all",
    { kind: "reviewed-by-all", users: ["bob", "cat"] },
    reviewedBy(review("bob", "approved"), review("cat", "approved")),
    reviewedBy(review("bob", "approved"), review("cat", "approved", "r1"))
  ],
  [
    "a review of the head by one",
    { kind: "reviewed-by-one", users: ["bob", "cat"] },
    reviewedBy(review("bob", "approved", "r1"), review("cat", "approved")),
    reviewedBy(review("bob", "approved", "r1"), review("dan", "approved"))
  ],
  [
    "revisions, in an expression",
    expression("reviews.every(r => r.revision === changeRequest.revision)"),
    reviewedBy(review("bob", "approved")),
    reviewedBy(review("bob", "approved"), review("cat", "approved", "r1"))
  ]
]

const facts: fc.Arbitrary<MergeDecision.Facts> = fc.record({
  changeRequest: fc.record({
    subject: fc.constantFrom("", "Words"),
    revision: fc.constantFrom("r1", head),
    outdated: fc.boolean(),
    createdBy: fc.record({ id: fc.constantFrom("ann", "bob") })
  }),
  reviews: fc.array(
    fc.record({
      status: fc.constantFrom<Status>("approved", "changes-requested"),
      revision: fc.constantFrom("r1", head),
      reviewer: fc.record({ id: fc.constantFrom("ann", "bob", "cat") })
    }),
    { maxLength: 3 }
  ),
  actor: fc.record({ id: fc.constantFrom("ann", "bob", "cat") })
})
const people = fc.subarray(["ann", "bob", "cat"], { minLength: 1 })
const rule = fc.oneof(
  fc.constantFrom<unknown>(...cases.map(([, each]) => each)),
  people.map((users) => ({ kind: "reviewed-by-one", users })),
  fc
    .constantFrom("changeRequest.outdated", "reviews[0].status === 'approved'", "actor.id === 'ann'")
    .map((text) => expression(text))
)

describe("the merge decision", () => {
  for (const [name, each, passes, fails] of cases) {
    it(`requires ${name}`, () => {
      assert.deepStrictEqual(MergeDecision.evaluate(decodeRules([each]), passes), [])
      const failed = MergeDecision.evaluate(decodeRules([{ kind: "approved" }, each]), fails).find(
        ({ kind }) => kind === ("kind" in each ? each.kind : "")
      )
      assert.isAbove(failed?.message.length ?? 0, 5)
    })
  }

  it("requires all rules, and reports failures in order and independently", () =>
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 5 }), facts, (rules, seen) => {
        const alone = rules.flatMap((each, at) =>
          MergeDecision.evaluate(decodeRules([each]), seen).map((one) => ({ ...one, at }))
        )
        assert.deepStrictEqual(MergeDecision.evaluate(decodeRules(rules), seen), alone)
      })
    ))

  it("counts only reviews of the head for rules about reviews", () =>
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 5 }), facts, (rules, seen) => {
        const counting = rules.filter((each) => !/expression/.test(JSON.stringify(each)))
        const ofHead = seen.reviews.filter(({ revision }) => revision === seen.changeRequest.revision)
        fc.pre(ofHead.length > 0 || seen.reviews.length === 0)
        assert.deepStrictEqual(kinds(counting, seen), kinds(counting, { ...seen, reviews: ofHead }))
      })
    ))

  it("passes the approval rule without any review, and fails it with only earlier reviews", () => {
    const approved = [{ kind: "approved" }]
    assert.deepStrictEqual(kinds(approved, plain), [])
    assert.deepStrictEqual(kinds(approved, reviewedBy(review("bob", "approved", "r1"))), ["approved"])
    assert.deepStrictEqual(kinds(approved, reviewedBy(review("bob", "changes-requested", "r1"))), ["approved"])
  })

  it("lets only the named users bypass all rules (rule merge-rules-all)", () =>
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 4 }), people, facts, fc.nat(4), (rules, users, seen, at) => {
        const bypass = { kind: "bypass", users }
        const found = kinds([...rules.slice(0, at), bypass, ...rules.slice(at)], seen)
        assert.deepStrictEqual(found, users.includes(seen.actor.id) ? [] : kinds(rules, seen))
      })
    ))

  it("fails with a message when an expression has no value (rule merge-rules-all)", () => {
    const [failed] = MergeDecision.evaluate(decodeRules([expression("reviews[0].reviewer.id === 'bob'")]), plain)
    assert.match(failed?.message ?? "", /^own words \(.*no properties\)$/)
    const stored = { kind: "expression", expression: "not one", message: "own words" } as const
    assert.lengthOf(MergeDecision.evaluate([stored], plain), 1)
  })

  it("reports all failures together", () => {
    const failed = MergeDecision.evaluate(
      decodeRules([{ kind: "subject" }, { kind: "reviewed" }, expression("false")]),
      plain
    )
    const error = new MergeDecision.MergeRulesFailed({ changeRequest: "c1", failed })
    assert.strictEqual(error.kind, "precondition")
    assert.deepStrictEqual(error.details, [
      { path: "mergeRules.1", rule: "it must be reviewed" },
      { path: "mergeRules.2", rule: "own words" }
    ])
    assert.include(error.message, "it must be reviewed; own words")
  })

  it("rejects an invalid rule", () => {
    const wrong: ReadonlyArray<unknown> = [
      {},
      { kind: "description" },
      { kind: "reviewed", users: [] },
      { kind: "bypass", users: [] },
      { kind: "bypass" },
      { kind: "bypass", users: ["a b"] },
      { kind: "expression", expression: "true" },
      expression("true", ""),
      expression("true", " "),
      expression(""),
      expression("'\u0000' === ''"),
      expression("'\ud800' === ''"),
      expression("changerequest.outdated"),
      expression("visitor.claims.x"),
      expression("reviews.some(r => s)"),
      expression("actor.id = 'ann'")
    ]
    for (const each of wrong) assert.isFalse(accepts([each]), JSON.stringify(each))
  })

  it("has limits", () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => `u${at}`)
    assert.isTrue(accepts(many(50).map(() => ({ kind: "reviewed" }))))
    assert.isFalse(accepts(many(51).map(() => ({ kind: "reviewed" }))))
    assert.isTrue(accepts([{ kind: "bypass", users: many(100) }]))
    assert.isFalse(accepts([{ kind: "bypass", users: many(101) }]))
    assert.isTrue(accepts([expression("true", "m".repeat(256))]))
    assert.isFalse(accepts([expression("true", "m".repeat(257))]))
    assert.isTrue(accepts([expression(`'${"x".repeat(1022)}'`)]))
    assert.isFalse(accepts([expression(`'${"x".repeat(1023)}'`)]))
  })

  it("uses the rules of the organization, of the space, or none", () => {
    const organization = { ...MergeSettings.ofNewOrganization("o"), rules: decodeRules([{ kind: "reviewed" }]) }
    const space = { ...MergeSettings.ofNewSpace("s"), rules: decodeRules([{ kind: "subject" }]) }
    const holding = (mode: MergeSettings.MergeRuleMode) =>
      MergeSettings.effectiveRules({ ...space, mode }, organization).map(({ kind }) => kind)
    assert.deepStrictEqual(holding("inherit"), ["reviewed"])
    assert.deepStrictEqual(holding("custom"), ["subject"])
    assert.deepStrictEqual(holding("disabled"), [])
    assert.strictEqual(MergeSettings.ofNewSpace("s").mode, "inherit")
  })
})
