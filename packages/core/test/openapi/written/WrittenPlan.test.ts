import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import type { ApiOutline, OutlineOperation } from "../../../src/openapi/description/ApiDescription.ts"
import * as WrittenPlan from "../../../src/openapi/written/WrittenPlan.ts"

const outlineOf = (operations: ReadonlyArray<OutlineOperation>): ApiOutline => ({
  form: 1,
  openapi: "3.1",
  info: { title: "Pets", version: "1" },
  servers: [],
  tags: [...new Set(operations.flatMap(({ tags }) => tags ?? []))].map((name) => ({ name })),
  securitySchemes: [],
  operations,
  schemas: [{ name: "Pet", part: 0 }],
  unread: [],
  unreadTotal: 0
})

const operation = fc.record(
  {
    path: fc.constantFrom("/a", "/b", "/c/{d}", "", "/\u0000\u200b"),
    method: fc.constantFrom("get" as const, "post" as const, "delete" as const),
    isWebhook: fc.boolean(),
    operationId: fc.constantFrom("one", "two", "three"),
    summary: fc.oneof(fc.constantFrom("List", ""), fc.string({ unit: "grapheme" })),
    tags: fc.array(fc.constantFrom("x", "y", "", "__proto__"), { maxLength: 2 }),
    part: fc.constant(0)
  },
  { requiredKeys: ["path", "method", "part"] }
)
const outline = fc.array(operation, { maxLength: 12 }).map(outlineOf)
const options = fc.record({
  layout: fc.constantFrom("operation" as const, "tag" as const),
  models: fc.boolean(),
  seed: fc.constant("seed"),
  avoid: fc.constant(new Set<string>())
})

const planned = ({ pages }: WrittenPlan.Plan) => Array.from(WrittenPlan.walk(pages), ([page]) => page)
const named = (operations: ReadonlyArray<Partial<OutlineOperation>>) =>
  outlineOf(operations.map((each) => ({ path: "/a", method: "get", part: 0, ...each })))
const plain = { layout: "operation", models: false, seed: "seed", avoid: new Set<string>() } as const

describe("WrittenPlan", () => {
  it("gives unique and stable ids of pages (rule api-import-ids)", () => {
    fc.assert(
      fc.property(outline, outline, options, (before, after, how) => {
        const first = WrittenPlan.plan(before, how, WrittenPlan.nothing)
        const ids = planned(first).map(({ id }) => id)
        assert.strictEqual(new Set(ids).size, ids.length)
        for (const id of ids) assert.match(id, /^[a-zA-Z0-9]{1,40}$/)
        assert.deepStrictEqual(WrittenPlan.plan(before, how, first.written), first)
        assert.deepStrictEqual([...WrittenPlan.pagesOf(first.written)].sort(), ids.sort())
        const second = WrittenPlan.plan(after, how, first.written)
        const next = planned(second).map(({ id }) => id)
        assert.strictEqual(new Set(next).size, next.length)
        assert.deepStrictEqual(WrittenPlan.plan(after, how, second.written), second)
      }),
      { numRuns: 300 }
    )
  })

  it("matches an operation by its method and path, then by a unique operationId (rule api-import-ids)", () => {
    const before = WrittenPlan.plan(
      named([{ operationId: "one" }, { path: "/b", operationId: "two" }]),
      plain,
      WrittenPlan.nothing
    )
    const [first, second] = before.written.operations
    const moved = WrittenPlan.plan(named([{ path: "/new", operationId: "one" }, { path: "/b" }]), plain, before.written)
    assert.deepStrictEqual(
      moved.written.operations.map(({ id, page, path }) => [id, page, path]),
      [
        [first?.id, first?.page, "/new"],
        [second?.id, second?.page, "/b"]
      ]
    )
    const returned = WrittenPlan.plan(named([{ path: "/new" }, { path: "/a" }]), plain, moved.written)
    const [, again] = returned.written.operations
    assert.notStrictEqual(again?.id, first?.id)
    assert.notStrictEqual(again?.page, first?.page)
  })

  it("does not match an operation by an operationId that two have", () => {
    const before = WrittenPlan.plan(named([{ operationId: "one" }]), plain, WrittenPlan.nothing)
    const twice = [
      { path: "/b", operationId: "one" },
      { path: "/c", operationId: "one" }
    ]
    const after = WrittenPlan.plan(named(twice), plain, before.written)
    assert.notInclude(
      after.written.operations.map(({ page }) => page),
      before.written.operations[0]?.page
    )
  })

  it("gives no page an id that is already used", () => {
    const first = WrittenPlan.plan(named([{}]), plain, WrittenPlan.nothing)
    const avoid = WrittenPlan.pagesOf(first.written)
    const second = WrittenPlan.plan(named([{}]), { ...plain, avoid }, WrittenPlan.nothing)
    for (const id of WrittenPlan.pagesOf(second.written)) assert.isFalse(avoid.has(id))
  })
})
