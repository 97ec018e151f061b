import { assert, describe, it } from "@effect/vitest"
import { ChangeRequestId, Review, ReviewId, RevisionId, SpaceId, UserId } from "@quire/core"
import { Result, Schema } from "effect"
import * as fc from "fast-check"

const reviewer = UserId.make("bob")
const fresh = (at: number): Review.NewReview => ({
  id: ReviewId.make(`r${at}`),
  space: SpaceId.make("space"),
  changeRequest: ChangeRequestId.make("request"),
  revision: RevisionId.make(`v${at}`),
  reviewer,
  createdAt: at
})
const verdict = (at: number, status: Review.ReviewStatus): Review.Verdict => ({
  status,
  revision: RevisionId.make(`v${at}`),
  comment: null,
  at
})

const step = fc.constantFrom("ask", "approved", "changes-requested")

describe("the review list of one reviewer", () => {
  it("has one current review, and keeps all earlier ones outdated and immutable", () =>
    fc.assert(
      fc.property(fc.array(fc.tuple(step, fc.boolean()), { minLength: 1, maxLength: 12 }), (steps) => {
        const past: Array<Review.Review> = []
        let current: Review.Review | undefined
        for (const [at, [what, isAnswer]] of steps.entries()) {
          const next = Review.makeRequested(fresh(at), null)
          if (what === "ask") {
            const { now, retired } = Review.requestReview(current, next)
            assert.strictEqual(now.status, "requested")
            assert.strictEqual(retired === undefined, current === undefined || current.status === "requested")
            if (retired !== undefined) past.push(retired)
            current = now
          } else if (isAnswer && current !== undefined && !Review.isSubmitted(current)) {
            const answered = Review.submitReview(current, verdict(at, what as Review.ReviewStatus))
            assert.deepStrictEqual(
              [answered.id, answered.request, answered.createdAt, answered.revision, answered.updatedAt],
              [current.id, { by: null }, current.createdAt, `v${at}`, at]
            )
            current = answered
          }
        }
        assert.isTrue(past.every((each) => each.outdated && Review.isSubmitted(each)))
        const ids = [...past, ...(current === undefined ? [] : [current])].map(({ id }) => id)
        assert.lengthOf(new Set(ids), ids.length)
        if (current !== undefined) assert.isFalse(current.outdated)
      })
    ))

  it("reports that a review was not requested", () => {
    assert.isNull(Review.makeUnrequested(fresh(1)).request)
    assert.deepStrictEqual(Review.makeRequested(fresh(1), reviewer).request, { by: reviewer })
  })
})

describe("a review request", () => {
  const accepts = (input: unknown) =>
    Result.isSuccess(Schema.decodeUnknownResult(Review.ReviewersRequest, { onExcessProperty: "error" })(input))
  const people = (count: number) => Array.from({ length: count }, (_, at) => `u${at}`)

  it("names 1 to 50 users", () => {
    assert.deepStrictEqual(
      [0, 1, 50, 51].map((count) => accepts({ users: people(count) })),
      [false, true, true, false]
    )
    for (const wrong of [{}, { users: "bob" }, { users: ["a b"] }, { users: ["bob"], team: "t" }]) {
      assert.isFalse(accepts(wrong), JSON.stringify(wrong))
    }
  })

  it("accepts a subject of at most 100 characters", () => {
    assert.isTrue(accepts({ users: ["bob"], subject: "x".repeat(100) }))
    assert.isFalse(accepts({ users: ["bob"], subject: "x".repeat(101) }))
  })
})
