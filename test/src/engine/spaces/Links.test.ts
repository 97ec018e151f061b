import { assert, layer } from "@effect/vitest"
import {
  ChangeRequests,
  ContentBase,
  ContentEdits,
  type ContentRef,
  Document,
  Duplication,
  Inline,
  LinkIndex,
  LinkSource,
  Links,
  type LinkView,
  Purge,
  Repository,
  Root,
  SpaceId,
  Spaces
} from "@quire/core"
import { LinkEntries, LinkTotals, Placement } from "@quire/core/internal"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { as, asSystem, baseUrl, engines } from "../../support/engine.ts"
import { found, type World } from "../../support/world.ts"

const app = `${baseUrl}/app`
const all = { limit: 1000 } as const

const link = (ref: ContentRef.ContentRef) => ({
  object: "inline" as const,
  type: "link" as const,
  data: { ref },
  nodes: [Inline.text("here")]
})

/** A document with headings and a paragraph for each reference; `reusable` references are shown as blocks. */
const written = (refs: ReadonlyArray<ContentRef.ContentRef>, headings: ReadonlyArray<string> = []) => ({
  document: Document.make([
    ...headings.map((id) => ({
      object: "block" as const,
      type: "heading-1" as const,
      data: { id },
      nodes: [Inline.text(id)]
    })),
    ...refs.map((ref) =>
      ref.kind === "reusable-content"
        ? { object: "block" as const, type: "reusable-content" as const, isVoid: true as const, data: { ref } }
        : { object: "block" as const, type: "paragraph" as const, nodes: [link(ref)] }
    )
  ])
})

const page = (id: string, space?: string): ContentRef.ContentRef => ({
  kind: "page",
  page: id,
  ...(space === undefined ? {} : { space })
})
const url = (target: string): ContentRef.ContentRef => ({ kind: "url", url: target })

const edited = Effect.fnUntraced(function* (
  world: World,
  target: { readonly space: string; readonly changeRequest?: string },
  ...changes: Parameters<ContentEdits.ContentEdits["Service"]["apply"]>[1]["changes"]
) {
  const edits = yield* ContentEdits.ContentEdits
  const done = yield* as(world.editor)(edits.apply(target, { changes }))
  return {
    pages: done.changes.map((change) => (change.object === "deleted_page" ? change.id : change.page.id)),
    files: done.insertedFiles.map(({ id }) => id),
    reusable: done.insertedReusableContents
  }
})

const live = Effect.fnUntraced(function* (world: World, title = "Docs") {
  const spaces = yield* Spaces.Spaces
  return (yield* as(world.admin)(spaces.create(world.organization, { title, editMode: "live" }))).id
})

const titled = (location: LinkView.LocationView | undefined): string | undefined => {
  switch (location?.kind) {
    case "page": {
      const at = location.internalLocation
      return `${location.page.title}${at?.type === "anchor" ? `#${at.anchor}` : ""}`
    }
    case "url":
      return location.url
    case "file":
      return location.file.name
    case "reusable-content":
      return location.reusableContent.title
    case "space":
      return location.space.title
    case "collection":
      return location.collection.title
    case "user":
      return location.user.displayName
    default:
      return undefined
  }
}

/** Status, relation where it is not the usual one, target, and where it stands. */
const told = ({ locationReferences, relation, status, targetReference }: LinkView.LinkView): ReadonlyArray<unknown> => [
  status,
  relation === "reference" ? "" : relation,
  titled(targetReference),
  locationReferences.map(titled)
]

const place = (world: World) =>
  Effect.gen(function* () {
    const space = yield* live(world)
    const { files, pages, reusable } = yield* edited(
      world,
      { space },
      { operation: "insert_page", title: "Home" },
      { operation: "insert_page", title: "Guide", document: written([], ["install"]) },
      { operation: "insert_files", files: [{ name: "a.txt", base64: "YQ==" }] },
      { operation: "insert_reusable_content", title: "Notice", document: written([url("https://example.com")]) }
    )
    const [home = "", guide = ""] = pages
    const [file = ""] = files
    const [notice = ""] = reusable
    return { space, home, guide, file, notice }
  })

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`links on ${name}`, (it) => {
    it.effect("has the status of its target, in order of occurrence, once for each target", () =>
      Effect.gen(function* () {
        const links = yield* Links.Links
        const world = yield* found
        const { file, guide, home, notice, space } = yield* place(world)
        const other = yield* live(world, "Other")
        const cases: ReadonlyArray<readonly [ContentRef.ContentRef, string, (string | undefined)?, string?]> = [
          [page(guide), "ok", "Guide"],
          [{ kind: "anchor", page: guide, anchor: "install" }, "ok", "Guide#install"],
          [{ kind: "anchor", page: guide, anchor: "gone" }, "broken", "Guide#gone"],
          [page("missing"), "broken"],
          [{ kind: "file", file }, "ok", "a.txt"],
          [{ kind: "file", file: "missing" }, "broken"],
          [{ kind: "reusable-content", reusableContent: notice }, "ok", "Notice", "dependsOn"],
          [{ kind: "reusable-content", reusableContent: "missing" }, "broken", undefined, "dependsOn"],
          [{ kind: "space", space: other }, "ok", "Other"],
          [{ kind: "space", space: "missing" }, "broken"],
          [page("missing", other), "broken"],
          [{ kind: "collection", collection: "missing" }, "broken"],
          [{ kind: "user", user: world.admin }, "ok", "admin"],
          [{ kind: "user", user: world.stranger }, "broken"],
          [url(`${app}/s/x`), "in-app", `${app}/s/x`],
          [url("https://example.com/"), "ok", "https://example.com/"],
          [url("mailto:a@example.com"), "ok", "mailto:a@example.com"],
          [url("missing.md"), "broken", "missing.md"],
          [url("../missing/"), "broken", "../missing/"],
          [url("/missing.md#a"), "broken", "/missing.md#a"]
        ]
        const refs = cases.map(([ref]) => ref)
        yield* edited(world, { space }, { operation: "update_page", page: home, document: written([...refs, ...refs]) })
        const mine = as(world.reader)
        const list = yield* mine(links.list({ space }, {}, all))
        const expected = cases.map(([, status, target, relation = ""]) => [status, relation, target, ["Home"]] as const)
        const whole = [...expected, ["ok", "", "https://example.com", ["Notice"]] as const]
        assert.deepStrictEqual(list.items.map(told), whole)
        const broken = whole.filter(([status]) => status === "broken").length
        assert.deepStrictEqual(list.stats, { total: whole.length, broken: { total: broken } })
        assert.strictEqual(list.count, whole.length)

        const ofPage = yield* mine(links.ofPage({ space }, home, {}, all))
        assert.deepStrictEqual([ofPage.items.map(told), ofPage.stats.total], [expected, expected.length])
        for (const status of ["ok", "broken", "in-app"] as const) {
          for (const [wanted, given] of [
            [whole, yield* mine(links.list({ space }, { status }, all))],
            [expected, yield* mine(links.ofPage({ space }, home, { status }, all))]
          ] as const) {
            const some = wanted.filter(([own]) => own === status)
            assert.deepStrictEqual([given.items.map(told), given.count], [some, some.length])
            assert.strictEqual(given.stats.total, wanted.length)
          }
        }
        for (const limit of [1, 3, whole.length - 1]) {
          const read: Array<LinkView.LinkView> = []
          for (let next: string | undefined = ""; next !== undefined; ) {
            const got: Effect.Success<ReturnType<Links.Links["Service"]["list"]>> = yield* mine(
              links.list({ space }, {}, { limit, ...(next === "" ? {} : { page: next }) })
            )
            assert.isAtMost(got.items.length, limit)
            read.push(...got.items)
            next = got.next?.page
          }
          assert.deepStrictEqual(read, list.items)
        }
        const refused = yield* Effect.flip(mine(links.ofPage({ space }, "missing", {}, all)))
        assert.strictEqual(refused._tag, "PageNotFound")
      })
    )

    it.effect("lists backlinks of pages and files, with the location of each", () =>
      Effect.gen(function* () {
        const links = yield* Links.Links
        const world = yield* found
        const { file, guide, home, notice, space } = yield* place(world)
        const anchored = { kind: "anchor" as const, page: guide, anchor: "install" }
        const self = { kind: "anchor" as const, anchor: "install" }
        yield* edited(
          world,
          { space },
          { operation: "update_page", page: home, document: written([anchored, { kind: "file", file }]) },
          { operation: "update_page", page: guide, document: written([page(home), self], ["install"]) },
          { operation: "update_reusable_content", reusableContent: notice, document: written([page(guide)]) }
        )
        const mine = as(world.reader)
        const back = yield* mine(links.pageBacklinks({ space }, guide, all))
        assert.deepStrictEqual([back.items.map(titled), back.count], [["Home", "Notice"], 2])
        const [first] = back.items
        if (first?.kind !== "page") return assert.fail("no page")
        assert.strictEqual(first.internalLocation?.type, "node")
        assert.deepStrictEqual(
          [first.versionContext?.revision.pages, first.organization.id, first.space.id],
          [[], world.organization, space]
        )
        const one = yield* mine(links.pageBacklinks({ space }, guide, { limit: 1 }))
        const two = yield* mine(links.pageBacklinks({ space }, guide, { limit: 1, page: one.next?.page }))
        assert.deepStrictEqual([...one.items, ...two.items], back.items)
        assert.isUndefined(two.next)
        assert.deepStrictEqual((yield* mine(links.fileBacklinks({ space }, file, all))).items.map(titled), ["Home"])
        const refused = yield* Effect.flip(mine(links.fileBacklinks({ space }, "missing", all)))
        assert.strictEqual(refused._tag, "FileNotFound")
        assert.strictEqual(
          (yield* Effect.flip(as(world.stranger)(links.pageBacklinks({ space }, guide, all))))._tag,
          "SpaceNotFound"
        )
      })
    )

    it.effect(
      "hides targets in other spaces from callers who may not view them, and breaks with the target (rule link-hidden-target)",
      () =>
        Effect.gen(function* () {
          const links = yield* Links.Links
          const spaces = yield* Spaces.Spaces
          const world = yield* found
          const { guide, home, space } = yield* place(world)
          const other = yield* live(world, "Other")
          const [far = ""] = (yield* edited(
            world,
            { space: other },
            { operation: "insert_page", title: "Far", document: written([page(guide, space)]) }
          )).pages
          yield* edited(
            world,
            { space },
            { operation: "update_page", page: home, document: written([page(far, other)]) }
          )
          const seenBy = Effect.fnUntraced(function* (user: World["reader"]) {
            const { items, stats } = yield* as(user)(links.ofPage({ space }, home, {}, all))
            const back = yield* as(user)(links.pageBacklinks({ space }, guide, all))
            const seen: ReadonlyArray<unknown> = [
              items.map(told),
              stats.broken.total,
              back.items.map(titled),
              back.count
            ]
            return seen
          })
          const open = [[["ok", "", "Far", ["Home"]]], 0, ["Far"], 1]
          assert.deepStrictEqual(yield* seenBy(world.reader), open)
          yield* as(world.admin)(spaces.update(other, { defaultLevel: null }))
          assert.deepStrictEqual(yield* seenBy(world.reader), [[["broken", "", undefined, ["Home"]]], 1, [], 0])
          assert.deepStrictEqual(yield* seenBy(world.admin), open)
          yield* as(world.admin)(spaces.remove(other))
          assert.deepStrictEqual(yield* seenBy(world.admin), [[["broken", "", undefined, ["Home"]]], 1, [], 0])
          const listed = yield* as(world.admin)(links.list({ space }, { status: "broken" }, all))
          assert.deepStrictEqual([listed.items.length, listed.count], [1, 1])
        })
    )

    it.effect("evaluates within a change request, and states which side broke it (rule link-broken)", () =>
      Effect.gen(function* () {
        const links = yield* Links.Links
        const requests = yield* ChangeRequests.ChangeRequests
        const world = yield* found
        const { guide, home, space } = yield* place(world)
        const before = written([page(guide), page("missing")])
        yield* edited(world, { space }, { operation: "update_page", page: home, document: before })
        const { id: changeRequest } = yield* as(world.editor)(requests.create(space))
        const base = { space, changeRequest }
        const [fresh = ""] = (yield* edited(world, base, { operation: "insert_page", title: "Fresh" })).pages
        yield* edited(
          world,
          base,
          { operation: "update_page", page: fresh, document: written([page(fresh), page(home), page("none")]) },
          { operation: "delete_page", page: guide }
        )
        const mine = as(world.reader)
        const ask = (filter: Parameters<Links.Links["Service"]["list"]>[1]) =>
          Effect.map(mine(links.list(base, filter, all)), ({ count, items }) => {
            assert.strictEqual(count, items.length)
            return items.map(told)
          })
        const [gone, missing, self, toHome, none] = [
          ["broken", "", undefined, ["Home"]],
          ["broken", "", undefined, ["Home"]],
          ["ok", "", "Fresh", ["Fresh"]],
          ["ok", "", "Home", ["Fresh"]],
          ["broken", "", undefined, ["Fresh"]]
        ] as const
        const notice = ["ok", "", "https://example.com", ["Notice"]] as const
        assert.deepStrictEqual(yield* ask({}), [gone, missing, self, toHome, none, notice])
        assert.deepStrictEqual(yield* ask({ status: "broken" }), [gone, missing, none])
        assert.deepStrictEqual(yield* ask({ brokenContext: "change-request" }), [gone, none])
        assert.deepStrictEqual(yield* ask({ brokenContext: "space" }), [missing])
        assert.deepStrictEqual(yield* ask({ status: "ok", brokenContext: "space" }), [])
        const { stats } = yield* mine(links.list(base, {}, all))
        assert.deepStrictEqual(stats, { total: 6, broken: { total: 3, changeRequest: 2 } })
        const onPage = yield* mine(links.ofPage(base, home, {}, all))
        assert.deepStrictEqual(onPage.stats, { total: 2, broken: { total: 2, changeRequest: 1 } })
        assert.deepStrictEqual((yield* mine(links.pageBacklinks(base, home, all))).items.map(titled), ["Fresh"])
        const primary = yield* mine(links.list({ space }, {}, all))
        assert.deepStrictEqual(primary.stats, { total: 3, broken: { total: 1 } })
        assert.deepStrictEqual((yield* mine(links.pageBacklinks({ space }, home, all))).items, [])
        const first = yield* mine(links.list(base, { brokenContext: "change-request" }, { limit: 1 }))
        const rest = yield* mine(
          links.list(base, { brokenContext: "change-request" }, { limit: 1, page: first.next?.page })
        )
        assert.deepStrictEqual([...first.items, ...rest.items].map(told), [gone, none])
      })
    )

    it.effect("has the same links in a copy of a space", () =>
      Effect.gen(function* () {
        const links = yield* Links.Links
        const { duplicate } = yield* Duplication.Duplication
        const world = yield* found
        const { guide, home, space } = yield* place(world)
        const refs = [page(guide), page(guide, space), page("missing")]
        yield* edited(world, { space }, { operation: "update_page", page: home, document: written(refs) })
        const mine = as(world.creator)
        const copy = yield* mine(duplicate(space))
        const { items, stats } = yield* mine(links.ofPage({ space: copy.id }, home, {}, all))
        assert.deepStrictEqual(
          items.map(({ status, targetReference: to }) => [status, to?.kind === "page" ? to.space.id : undefined]),
          [
            ["ok", copy.id],
            ["ok", space],
            ["broken", undefined]
          ]
        )
        assert.deepStrictEqual(stats, { total: 3, broken: { total: 1 } })
        assert.strictEqual((yield* mine(links.pageBacklinks({ space: copy.id }, guide, all))).count, 1)
        const back = yield* mine(links.pageBacklinks({ space }, guide, all))
        assert.deepStrictEqual(back.items.map((each) => (each.kind === "page" ? each.space.id : "")).sort(), [
          ...[space, copy.id].sort()
        ])
      })
    )

    it.effect("follows the table of contents for links to neighboring pages", () =>
      Effect.gen(function* () {
        const links = yield* Links.Links
        const world = yield* found
        const space = yield* live(world)
        const insert = (title: string, into?: string, more: object = {}) =>
          Effect.map(
            edited(
              world,
              { space },
              {
                operation: "insert_page",
                title,
                ...(into === undefined ? {} : { into }),
                ...more
              }
            ),
            ({ pages }) => pages[0] ?? ""
          )
        const one = yield* insert("One")
        const below = yield* insert("Below", one)
        const hidden = yield* insert("Hidden", undefined, { hidden: true })
        yield* insert("Under hidden", hidden)
        yield* insert("Away", undefined, { type: "link", target: url("https://example.com") })
        const group = yield* insert("Group", undefined, { type: "group" })
        const two = yield* insert("Two", group)
        const around = (id: string) =>
          Effect.map(as(world.reader)(links.metaLinks({ space }, id)), ({ next, parent, previous }) =>
            [previous, next, parent].map(titled)
          )
        assert.deepStrictEqual(yield* around(one), [undefined, "Below", undefined])
        assert.deepStrictEqual(yield* around(below), ["One", "Two", "One"])
        assert.deepStrictEqual(yield* around(two), ["Below", undefined, "Group"])
        assert.deepStrictEqual(yield* around(hidden), ["Below", "Under hidden", undefined])
      })
    )

    it.effect("deletes them with their space", () =>
      Effect.gen(function* () {
        const spaces = yield* Spaces.Spaces
        const { expiredContent } = yield* Purge.Purge
        const sources = yield* Repository.make(LinkSource.collection)
        const totals = yield* Repository.make(LinkTotals.collection)
        const world = yield* found
        const [kept, gone] = [(yield* place(world)).space, (yield* place(world)).space]
        const count = (space: string) => sources.count("inSpace", { equals: { space } })
        assert.deepStrictEqual([yield* count(kept), yield* count(gone)], [1, 1])
        yield* as(world.admin)(spaces.remove(gone))
        yield* TestClock.adjust(Placement.limits.restoreMilliseconds + 1)
        yield* asSystem(expiredContent())
        assert.deepStrictEqual([yield* count(kept), yield* count(gone)], [1, 0])
        assert.deepStrictEqual([...(yield* totals.getMany([kept, gone])).keys()], [kept])
      })
    )

    it.effect("stores the same links as a new parse, in the space and in its change requests", () =>
      Effect.gen(function* () {
        const index = yield* LinkIndex.LinkIndex
        const contents = yield* ContentBase.ContentBase
        const requests = yield* ChangeRequests.ChangeRequests
        const world = yield* found
        const nothing: LinkEntries.LinkLookup = {
          sources: () => Effect.succeed(new Map()),
          referring: () => Effect.succeed([])
        }
        const agrees = Effect.fnUntraced(function* (base: ContentBase.ContentSelector) {
          const { root } = yield* as(world.admin)(contents.open(base))
          const kept = yield* index.at(root.reader, root.hash)
          const { added } = yield* LinkEntries.findChanges(nothing, root.reader, app, Root.empty, root.hash)
          const sorted = [...added].sort(({ id: one }, { id: other }) => (one < other ? -1 : 1))
          assert.deepStrictEqual(yield* index.list(kept, { limit: 1000 }, undefined), sorted)
          const half = Math.ceil(sorted.length / 2)
          assert.deepStrictEqual(
            yield* index.list(kept, { limit: 1000, after: sorted[half - 1]?.id }, undefined),
            sorted.slice(half)
          )
          const none = LinkTotals.empty(SpaceId.make(base.space), app)
          assert.deepStrictEqual(kept.totals, LinkTotals.applyChanges(none, { removed: [], added, root: root.hash }))
          if (base.changeRequest === undefined) assert.strictEqual(kept.added.size, 0)
        })
        const choices = fc.array(fc.tuple(fc.boolean(), fc.nat(99), fc.nat(99), fc.nat(99)), {
          minLength: 12,
          maxLength: 12
        })
        for (const steps of fc.sample(choices, { numRuns: 2, seed: 7 })) {
          const { guide, home, space } = yield* place(world)
          const { id: changeRequest } = yield* as(world.editor)(requests.create(space))
          const pages = [home, guide]
          for (const [inRequest, what, where, to] of steps) {
            const target = inRequest ? { space, changeRequest } : { space }
            const [at = "", next = ""] = [pages[where % pages.length], pages[to % pages.length]]
            const document = written(
              [page(next), { kind: "anchor", page: next, anchor: "a" }],
              to % 2 === 0 ? ["a"] : []
            )
            const change =
              what % 3 === 0
                ? { operation: "insert_page" as const, title: `Page ${what}`, document }
                : what % 7 === 1
                  ? { operation: "delete_page" as const, page: at }
                  : { operation: "update_page" as const, page: at, document }
            const made = yield* Effect.result(edited(world, target, change))
            if (made._tag === "Success" && what % 3 === 0) pages.push(...made.success.pages)
            yield* agrees({ space })
            yield* agrees({ space, changeRequest })
          }
        }
      })
    )
  })
}
