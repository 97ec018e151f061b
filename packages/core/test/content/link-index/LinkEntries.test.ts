import { assert, describe, it } from "@effect/vitest"
import { type ContentRef, Document, Inline, LinkSource, Root, SpaceId } from "@quire/core"
import { DocumentNode, LinkEntries, LinkTotals, TreeEdit } from "@quire/core/internal"
import { Property } from "@quire/testing"
import { Effect } from "effect"
import * as fc from "fast-check"
import { fixture, propertyOptions, space } from "../tree/support.ts"

const app = "https://quire.test/app"

/** The text of a page or reusable content in the model: its references and its headings. */
interface Text {
  readonly refs: ReadonlyArray<ContentRef.ContentRef>
  readonly headings: ReadonlyArray<string>
}

/** A model of plain maps with simple rules. */
interface Model {
  readonly pages: Map<string, Text>
  readonly files: Set<string>
  readonly reusable: Map<string, Text>
}

const constantFrom = (...names: ReadonlyArray<string>) => fc.constantFrom(...names)
const page = constantFrom("p1", "p2", "p3")
const file = constantFrom("f1", "f2")
const reusable = constantFrom("r1", "r2")
const anchor = constantFrom("h1", "h2")

const ref: fc.Arbitrary<ContentRef.ContentRef> = fc.oneof(
  page.map((id) => ({ kind: "page" as const, page: id })),
  page.map((id) => ({ kind: "page" as const, page: id, space })),
  page.map((id) => ({ kind: "page" as const, page: id, space: "another" })),
  {
    weight: 4,
    arbitrary: fc.tuple(page, anchor).map(([id, name]) => ({ kind: "anchor" as const, page: id, anchor: name }))
  },
  anchor.map((name) => ({ kind: "anchor" as const, anchor: name })),
  file.map((id) => ({ kind: "file" as const, file: id })),
  reusable.map((id) => ({ kind: "reusable-content" as const, reusableContent: id })),
  constantFrom("https://example.com", `${app}/s/x`, app, `${app}lication`).map((url) => ({
    kind: "url" as const,
    url
  })),
  fc.constant({ kind: "user" as const, user: "u1" })
)

const text = fc.record({ refs: fc.array(ref, { maxLength: 4 }), headings: fc.uniqueArray(anchor) })

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ op: fc.constant("page" as const), id: page, text }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant("reusable" as const), id: reusable, text }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant("file" as const), id: file }) },
  fc.record({ op: constantFrom("no page"), id: page }),
  fc.record({ op: constantFrom("no reusable"), id: reusable }),
  fc.record({ op: constantFrom("no file"), id: file })
)
type Step = typeof step extends fc.Arbitrary<infer A> ? A : never

const documentOf = ({ headings, refs }: Text) =>
  Document.make([
    ...headings.map((id) => ({
      object: "block" as const,
      type: "heading-1" as const,
      data: { id },
      nodes: [Inline.text(id)]
    })),
    ...refs.map((each, at) => ({
      object: "block" as const,
      type: "paragraph" as const,
      key: `k${at}`,
      nodes: [{ object: "inline" as const, type: "link" as const, data: { ref: each }, nodes: [Inline.text("here")] }]
    }))
  ])

type Draft = ReturnType<ReturnType<typeof fixture>["draft"]>

/** Applies a step to both the tree and the model. */
const applyStep = Effect.fnUntraced(function* (draft: Draft, root: string, model: Model, { id, ...rest }: Step) {
  if ("text" in rest) {
    const document = DocumentNode.put(draft, documentOf(rest.text))
    if (rest.op === "reusable") {
      model.reusable.set(id, rest.text)
      return yield* Root.putReusable(draft, root, [{ id, title: id, document }])
    }
    const isNew = !model.pages.has(id)
    model.pages.set(id, rest.text)
    return isNew
      ? yield* TreeEdit.insert(draft, root, {
          parent: null,
          pages: [{ id, type: "document", title: id, document }],
          now: 1
        })
      : yield* TreeEdit.update(draft, root, { patches: new Map([[id, { document }]]), now: 2 })
  }
  if (rest.op === "no page") return model.pages.delete(id) ? yield* TreeEdit.remove(draft, root, [id]) : root
  if (rest.op === "no reusable") {
    model.reusable.delete(id)
    return yield* Root.removeReusable(draft, root, [id])
  }
  if (rest.op === "no file") {
    model.files.delete(id)
    return yield* Root.removeFiles(draft, root, [id])
  }
  model.files.add(id)
  const added = { id, name: id, contentType: "text/plain", size: 1, blob: id }
  return yield* Root.putFiles(draft, root, [added])
})

const expectedStanding = (
  model: Model,
  owner: string,
  kind: string,
  each: ContentRef.ContentRef
): LinkSource.LinkState => {
  const there = (is: boolean) => (is ? "ok" : "broken")
  switch (each.kind) {
    case "url":
      return each.url === app || each.url.startsWith(`${app}/`) ? "in-app" : "ok"
    case "page":
      return each.space === "another" ? "elsewhere" : there(model.pages.has(each.page))
    case "anchor": {
      if (each.page === undefined && kind === "reusable") return "ok"
      const target = model.pages.get(each.page ?? owner)
      return there(target?.headings.includes(each.anchor) === true)
    }
    case "file":
      return there(model.files.has(each.file))
    case "reusable-content":
      return there(model.reusable.has(each.reusableContent))
    default:
      return "elsewhere"
  }
}

/** The same for references to the same target. */
const identityOf = (owner: string, kind: string, each: ContentRef.ContentRef) =>
  JSON.stringify(
    each.kind === "page"
      ? [each.page, each.space]
      : each.kind === "anchor"
        ? kind === "reusable" && each.page === undefined
          ? ["reusable-content", owner]
          : [each.anchor, each.page ?? owner]
        : each.kind === "reusable-content"
          ? ["reusable-content", each.reusableContent]
          : each
  )

/** The index expected from the model, recomputed from scratch. */
const expectedIndex = (model: Model) => {
  const rows: Array<readonly [string, ReadonlyArray<readonly [ref: unknown, node: unknown, standing: unknown]>]> = []
  for (const [kind, holders] of [
    ["page", model.pages],
    ["reusable", model.reusable]
  ] as const) {
    for (const [owner, { refs }] of holders) {
      const seen = new Set<string>()
      const links = refs.flatMap((each, at) => {
        const key = identityOf(owner, kind, each)
        if (seen.has(key)) return []
        seen.add(key)
        return [[each, `k${at}`, expectedStanding(model, owner, kind, each)] as const]
      })
      if (links.length > 0) rows.push([`${space}.${kind}.${owner}`, links])
    }
  }
  return rows.sort(([one], [other]) => (one < other ? -1 : 1))
}

const summarize = (sources: Iterable<LinkSource.LinkSource>): ReturnType<typeof expectedIndex> =>
  Array.from(
    sources,
    ({ id, links }) => [id, links.map(({ node, ref, standing }) => [ref, node, standing] as const)] as const
  ).sort(([one], [other]) => (one < other ? -1 : 1))

/** An index of maps that records its reads. */
const indexOf = () => {
  const rows = new Map<string, LinkSource.LinkSource>()
  const lookup: LinkEntries.LinkLookup = {
    sources: (ids) => Effect.sync(() => new Map(ids.flatMap((id) => [...rows].filter(([own]) => own === id)))),
    referring: (keys) =>
      Effect.sync(() =>
        [...rows.values()].filter((source) => LinkSource.lookupKeysOf(source).some((key) => keys.includes(key)))
      )
  }
  const move = ({ added, removed }: LinkEntries.LinkChanges) => {
    for (const { id } of removed) assert.isTrue(rows.delete(id))
    for (const source of added) {
      assert.isFalse(rows.has(source.id))
      rows.set(source.id, source)
    }
  }
  return { rows, lookup, move }
}

const count = (rows: Iterable<LinkSource.LinkSource>, standing: LinkSource.LinkState) =>
  Array.from(rows).flatMap(({ links }) => links.filter((link) => link.standing === standing)).length

const batches = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 8 })

describe("the link index of a space", () => {
  it.effect(
    "matches the content, and its totals, after incremental updates",
    () =>
      Property.effect(
        [batches],
        ([given]) =>
          Effect.gen(function* () {
            const { draft: begin, reader, store } = fixture()
            const model: Model = { pages: new Map(), files: new Set(), reusable: new Map() }
            const index = indexOf()
            let root: string = Root.empty
            let totals = LinkTotals.empty(SpaceId.make(space), app)
            for (const steps of given) {
              const draft = begin()
              const before = root
              for (const each of steps) root = yield* applyStep(draft, root, model, each)
              const change = yield* LinkEntries.findChanges(index.lookup, draft, app, before, root)
              store(draft, root)
              index.move(change)
              totals = LinkTotals.applyChanges(totals, { ...change, root })
              assert.deepStrictEqual(summarize(index.rows.values()), expectedIndex(model))
              const rows = [...index.rows.values()]
              const all = rows.flatMap(({ links }) => links)
              assert.deepStrictEqual(
                [
                  totals.total,
                  totals.broken,
                  totals.inApp,
                  totals.elsewhere.reduce((sum, { links }) => sum + links, 0)
                ],
                [all.length, count(rows, "broken"), count(rows, "in-app"), count(rows, "elsewhere")]
              )
            }
            const nothing = indexOf()
            nothing.move(yield* LinkEntries.findChanges(nothing.lookup, reader, app, Root.empty, root))
            assert.deepStrictEqual(summarize(nothing.rows.values()), expectedIndex(model))
            const whole = LinkTotals.applyChanges(LinkTotals.empty(SpaceId.make(space), app), {
              removed: [],
              added: nothing.rows.values(),
              root
            })
            assert.deepStrictEqual(totals, whole)
          }),
        propertyOptions(30, 2_000)
      ),
    Property.timeout(propertyOptions(30, 2_000))
  )
})
