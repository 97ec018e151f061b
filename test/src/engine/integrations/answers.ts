import * as fc from "fast-check"

/** A value, or anything in its place. */
const nearly = (arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 12, arbitrary }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) })

const title = fc.oneof(fc.constantFrom("a", "A", "b", " ", "ä"), fc.string({ minLength: 1, maxLength: 20 }))
const id = fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h")

const tied = fc.letrec<{ page: unknown; document: unknown; link: unknown; group: unknown }>((tie) => ({
  document: fc.record(
    {
      type: fc.constant("document"),
      title: nearly(title),
      id: nearly(id),
      slug: nearly(title),
      description: nearly(fc.string({ maxLength: 20 })),
      icon: nearly(fc.constant("book")),
      pages: nearly(fc.array(fc.oneof({ maxDepth: 3 }, tie("link"), tie("document")), { maxLength: 3 }))
    },
    { requiredKeys: ["type", "title"] }
  ),
  link: fc.record({
    type: fc.constant("link"),
    title: nearly(title),
    target: nearly(
      fc.oneof(
        fc.record({ kind: fc.constant("page"), page: id }),
        fc.record({ kind: fc.constant("url"), url: fc.webUrl() }),
        fc.record({ kind: fc.constant("space"), space: fc.string() })
      )
    )
  }),
  group: fc.record({
    type: fc.constant("group"),
    title: nearly(title),
    pages: nearly(fc.array(fc.oneof(tie("link"), tie("document")), { minLength: 1, maxLength: 3 }))
  }),
  page: nearly(fc.oneof(tie("document"), tie("link"), tie("group")))
}))

/** What a script may answer that is asked for pages: some of it good, the rest nearly so, or nothing like it. */
export const answers = fc
  .oneof(
    { weight: 9, arbitrary: fc.record({ pages: nearly(fc.array(tied.page, { maxLength: 4 })) }) },
    { weight: 1, arbitrary: fc.jsonValue() }
  )
  .filter((answer) => !JSON.stringify(answer ?? null).includes("\\u0000") && JSON.stringify(answer).isWellFormed())
