import { assert, describe, it } from "@effect/vitest"
import { AnsweredPages, IntegrationSource, SourceAnswer, SourceAnswers } from "@quire/core/internal"
import { Effect, Option } from "effect"

const given = (more: object = {}) =>
  Option.getOrThrow(
    IntegrationSource.decode({
      type: "integration:acme:docs",
      props: {},
      dependencies: { spec: { ref: { kind: "openapi", spec: "zoo" } } },
      ...more
    })
  )
const allowed = { source: given(), declared: new Set(["docs", "more"]) }

/** The paths of the faults; empty if there are none. */
const faults = (answer: unknown) =>
  Effect.runPromise(
    Effect.match(SourceAnswers.pages(answer, allowed), {
      onFailure: ({ details }) => [...new Set(details.map(({ path }) => path))],
      onSuccess: () => []
    })
  )

const page = (more: object = {}) => ({ type: "document", title: "Page", ...more })
const list = <A>(length: number, of: (at: number) => A) => Array.from({ length }, (_, at) => of(at))
const within = (depth: number): object => (depth === 1 ? page() : page({ pages: [within(depth - 1)] }))
const { limits } = SourceAnswer

describe("an answer of a content source", () => {
  it("reports the path of the invalid value (rule source-answer)", async () => {
    const computed = (more: object) => page({ computed: { type: "integration:ACME:more", props: {}, ...more } })
    const cases: ReadonlyArray<readonly [answer: unknown, path: string]> = [
      [[], ""],
      [{ pages: [page({ path: "x" })] }, "pages.0.path"],
      [{ pages: [page({ title: "" })] }, "pages.0.title"],
      [{ pages: [page({ id: "a-b" })] }, "pages.0.id"],
      [{ pages: [page({ id: "a" }), page({ pages: [page({ id: "a" })] })] }, "pages.1.pages.0.id"],
      [{ pages: [{ type: "computed", title: "C", computed: {} }] }, "pages.0.type"],
      [{ pages: [page({ pages: [{ type: "group", title: "G", pages: [page()] }] })] }, "pages.0.pages.0.type"],
      [{ pages: [{ type: "link", title: "L", target: { kind: "url", url: "javascript:x" } }] }, "pages.0.target"],
      [{ pages: [computed({ type: "integration:other:docs" })] }, "pages.0.computed.type"],
      [{ pages: [computed({ type: "integration:acme:none" })] }, "pages.0.computed.type"],
      [
        { pages: [computed({ dependencies: { spec: { ref: { kind: "openapi", spec: "other" } } } })] },
        "pages.0.computed.dependencies.spec"
      ],
      [{ files: [{ name: "a.png" }] }, "files"],
      [{ pages: [page({ title: "a\u0000b" })] }, ""]
    ]
    for (const [answer, path] of cases) {
      const found = await faults(answer)
      assert.isTrue(found.length > 0 && found.every((each) => each.startsWith(path)), `${path}: ${found.join()}`)
    }
    assert.deepStrictEqual(await faults({ pages: [computed({})], files: [] }), [])
    assert.deepStrictEqual(await faults({}), [])
  })

  it("has limited size (rule source-limits)", async () => {
    const cases: ReadonlyArray<readonly [limit: number, answer: (n: number) => unknown]> = [
      [limits.pages, (n) => ({ pages: list(n, () => page()) })],
      [limits.depth, (n) => ({ pages: [within(n)] })],
      [limits.titleLength, (n) => ({ pages: [page({ title: "a".repeat(n) })] })],
      [limits.slugLength, (n) => ({ pages: [page({ slug: "a".repeat(n) })] })],
      [limits.descriptionLength, (n) => ({ pages: [page({ description: "a".repeat(n) })] })]
    ]
    for (const [limit, answer] of cases) {
      assert.deepStrictEqual(await faults(answer(limit)), [])
      assert.notDeepEqual(await faults(answer(limit + 1)), [])
    }
  })

  it("limits the source that requests it (rule source-limits)", () => {
    const decodes = (more: object) =>
      Option.isSome(IntegrationSource.decode({ type: "integration:acme:docs", props: {}, ...more }))
    const { dependencies, propsDepth, propsLength, typeLength } = IntegrationSource.limits
    const nested = (depth: number): object => (depth === 1 ? {} : { a: nested(depth - 1) })
    const cases: ReadonlyArray<readonly [limit: number, source: (n: number) => object]> = [
      [propsLength, (n) => ({ props: { a: "b".repeat(n - 8) } })],
      [propsDepth, (n) => ({ props: nested(n) })],
      [typeLength, (n) => ({ type: `integration:acme:${"d".repeat(n - 17)}` })],
      [
        dependencies,
        (n) => ({
          dependencies: Object.fromEntries(list(n, (at) => [`d${at}`, { ref: { kind: "openapi", spec: "zoo" } }]))
        })
      ]
    ]
    for (const [limit, source] of cases) {
      assert.deepStrictEqual([decodes(source(limit)), decodes(source(limit + 1))], [true, false])
    }
  })

  it("differs where a value differs, and not by the order of keys (rule source-same)", () => {
    const { find } = SourceAnswers
    assert.isUndefined(find({ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 }))
    assert.strictEqual(find({ b: [1, { c: 2 }] }, { b: [1, { c: 3 }] }), "b.1.c")
    assert.strictEqual(find({ b: [1] }, { b: [1, 2] }), "b.1")
    assert.strictEqual(find({ b: [] }, { b: {} }), "b")
    assert.strictEqual(find(1, "1"), "")
  })

  it("gives the same ids for the same seed, and links that lead to them (rule computed-same)", () => {
    const answer: SourceAnswer.SourceAnswer = {
      pages: [
        { type: "document", title: "Same", id: "one" },
        { type: "document", title: "same" },
        { type: "link", title: "To", target: { kind: "page", page: "one" } }
      ],
      documents: {}
    }
    const made = AnsweredPages.make(answer, "s").pages
    assert.deepStrictEqual(AnsweredPages.make(answer, "s").pages, made)
    assert.deepStrictEqual(
      made.map(({ slug }) => slug),
      ["same", "same-2", undefined]
    )
    assert.deepInclude(made[2]?.fields, { target: { kind: "page", page: made[0]?.id } })
    const others = AnsweredPages.make(answer, "t").pages
    assert.isTrue(others.every(({ id }) => made.every((each) => each.id !== id)))
  })
})
