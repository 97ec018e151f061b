import { assert, layer } from "@effect/vitest"
import {
  type Block,
  ChangeRequests,
  ContentEdits,
  Contents,
  Document,
  type EditInput,
  Merging,
  Outbox,
  type PageView,
  Spaces
} from "@quire/core"
import { Effect } from "effect"
import { as, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

type Change = EditInput.ContentEdit["changes"][number]

/** The tag of the refusal, or `allowed`. */
const outcome = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.match(self, { onFailure: ({ _tag }) => _tag, onSuccess: () => "allowed" })

/** A live space, and ways to edit and read it as its editor. */
const live = Effect.gen(function* () {
  const spaces = yield* Spaces.Spaces
  const edits = yield* ContentEdits.ContentEdits
  const contents = yield* Contents.Contents
  const world = yield* found
  const { id: space } = yield* as(world.admin)(spaces.create(world.organization, { editMode: "live" }))
  const mine = as(world.editor)
  const apply = (changes: ReadonlyArray<Change>, options = {}) => mine(edits.apply({ space }, { changes }, options))
  const page = (id: string, format: "markdown" | "document" = "markdown") =>
    Effect.flatMap(mine(contents.page({ space }, id, format)), (shown) =>
      shown.type === "document" ? Effect.succeed(shown) : Effect.die(new Error("a document"))
    )
  const text = (id: string) => Effect.map(page(id), ({ markdown = "" }) => markdown.trim())
  const outline = Effect.map(mine(contents.pages({ space })), ({ pages }) => {
    const lines = (list: ReadonlyArray<PageView.PageView>): ReadonlyArray<string> =>
      list.flatMap((each) => ["path" in each ? each.path : each.title, ...("pages" in each ? lines(each.pages) : [])])
    return lines(pages)
  })
  /** The ids of the pages that a batch makes. */
  const make = (changes: ReadonlyArray<Change>) =>
    Effect.map(apply(changes), (result) =>
      result.changes.flatMap((each) => (each.object === "created_page" ? [each.page.id] : []))
    )
  return { ...world, space, edits, contents, mine, apply, page, text, outline, make }
})

const insert = (title: string, rest: Partial<Extract<Change, { operation: "insert_page" }>> = {}): Change => ({
  operation: "insert_page",
  title,
  ...rest
})

const texts = (document: { readonly nodes: ReadonlyArray<unknown> } | undefined) =>
  JSON.stringify(document?.nodes ?? [])

const keys = (document: { readonly nodes: ReadonlyArray<unknown> } | undefined) =>
  Array.from(texts(document).matchAll(/"key":"(\w+)","nodes"|"key":"(\w+)"/g), ([, one, other]) => one ?? other)

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`change batches on ${name}`, (it) => {
    it.effect("accepts the Markdown of a page that begins with a heading, whatever its title", () =>
      Effect.gen(function* () {
        const { apply, make, page } = yield* live
        const heading = "# The *plan*"
        const cases = [
          ["Other", [heading, "Text."], `${heading}\n\nText.\n`],
          ["the plan", [heading, "Text."], `# the plan\n\n${heading}\n\nText.\n`],
          ["The plan", [heading, heading], `# The plan\n\n${heading}\n\n${heading}\n`],
          ["The plan", ["Text.", heading], `Text.\n\n${heading}\n`]
        ] as const
        for (const [title, blocks, markdown] of cases) {
          const written = { markdown: [`# ${title}`, ...blocks].join("\n\n") }
          const [id = ""] = yield* make([insert(title, { document: written })])
          const shown = yield* page(id)
          assert.strictEqual(shown.markdown, markdown)
          yield* apply([{ operation: "update_page", page: id, document: { markdown } }])
          assert.strictEqual((yield* page(id)).documentId, shown.documentId)
        }
      })
    )

    it.effect("applies changes in order, as one revision and one event", () =>
      Effect.gen(function* () {
        const { apply, contents, mine, outline, space } = yield* live
        const outbox = yield* Outbox.Outbox
        const before = (yield* outbox.read("", 100_000)).at(-1)?.offset ?? ""
        const result = yield* apply([
          insert("Group", { type: "group", ref: "group" }),
          insert("First", { into: "group", ref: "first" }),
          insert("Second", { into: "group", at: 0 }),
          insert("Elsewhere", { type: "link", target: { kind: "page", page: "first" } }),
          { operation: "update_page", page: "first", title: "Renamed", hidden: true },
          { operation: "update_page", page: "first", into: null, at: 0 },
          insert("Gone", { ref: "gone" }),
          { operation: "delete_page", page: "gone" }
        ])
        assert.deepStrictEqual(yield* outline, ["renamed", "group", "group/second", "Elsewhere"])
        assert.deepStrictEqual(
          result.changes.map(({ object }) => object),
          [
            "created_page",
            "created_page",
            "created_page",
            "created_page",
            "updated_page",
            "updated_page",
            "deleted_page"
          ]
        )
        const revision = yield* mine(contents.revision({ space }))
        assert.deepStrictEqual([revision.id, revision.type], [result.revision, "edits"])
        const events = yield* outbox.read(before, 100_000)
        assert.deepStrictEqual(
          events.map(({ event }) => event.type),
          ["content.edit"]
        )
        const link = revision.pages.at(-1)
        assert.strictEqual(
          link?.type === "link" && link.target.kind === "page" && link.target.page,
          revision.pages[0]?.id
        )
      })
    )

    it.effect("applies all changes or none (rule revision-atomic)", () =>
      Effect.gen(function* () {
        const { apply, contents, mine, space } = yield* live
        yield* apply([insert("Kept", { ref: "kept" })])
        const before = yield* mine(contents.revision({ space }))
        const refused: ReadonlyArray<readonly [tag: string, change: Change]> = [
          ["ReferenceNotFound", { operation: "delete_page", page: "none" }],
          ["ReferenceNotFound", { operation: "update_page", page: "made", into: "none" }],
          ["PageBelowItself", { operation: "update_page", page: "made", into: "made" }],
          ["GroupBelowTop", insert("Group", { type: "group", into: "made" })],
          [
            "FieldNotOfPage",
            insert("Link", { type: "link", slug: "x", target: { kind: "url", url: "https://x.test" } })
          ],
          [
            "FieldNotOfPage",
            { operation: "update_page", page: "made", target: { kind: "url", url: "https://x.test" } }
          ],
          ["LinkWithoutTarget", insert("Link", { type: "link" })],
          ["RefTaken", insert("Again", { ref: "made" })],
          ["ReferenceNotFound", { operation: "revert_page", page: "none" }],
          ["ReferenceNotFound", { operation: "delete_reusable_content", reusableContent: "none" }],
          [
            "FileNotFetched",
            { operation: "insert_files", files: [{ url: "http://192.168.0.1/secret.png", name: "secret.png" }] }
          ]
        ]
        for (const [tag, change] of refused) {
          assert.strictEqual(
            yield* outcome(apply([insert("Made", { ref: "made" }), change])),
            tag,
            JSON.stringify(change)
          )
        }
        assert.deepStrictEqual(yield* mine(contents.revision({ space })), before)
      })
    )

    it.effect("enforces the limits of a batch", () =>
      Effect.gen(function* () {
        const { apply } = yield* live
        const many = (count: number) => Array.from({ length: count }, (_, at) => insert(`Page ${at}`))
        const files = (count: number): Change => ({
          operation: "insert_files",
          files: Array.from({ length: count }, (_, at) => ({ name: `${at}.txt`, base64: "eA==" }))
        })
        for (const [within, beyond] of [
          [many(50), many(51)],
          [[files(20)], [files(21)]],
          [[insert("x".repeat(256))], [insert("x".repeat(257))]],
          [[insert("D", { description: "x".repeat(300) })], [insert("D", { description: "x".repeat(301) })]],
          [[insert("S", { slug: "x".repeat(100) })], [insert("S", { slug: "x".repeat(101) })]]
        ] as const) {
          assert.strictEqual(yield* outcome(apply(within)), "allowed")
          assert.strictEqual(yield* outcome(apply(beyond)), "InputInvalid")
        }
        assert.strictEqual(yield* outcome(apply([])), "InputInvalid")
      })
    )

    it.effect("requires a live space or a change request, and the role for it", () =>
      Effect.gen(function* () {
        const { admin, edits, editor, guest, reader, space } = yield* live
        const spaces = yield* Spaces.Spaces
        const requests = yield* ChangeRequests.ChangeRequests
        const batch = { changes: [insert("New")] }
        assert.strictEqual(yield* outcome(as(reader)(edits.apply({ space }, batch))), "Forbidden")
        assert.strictEqual(yield* outcome(as(guest)(edits.apply({ space }, batch))), "SpaceNotFound")
        yield* as(admin)(spaces.update(space, { editMode: "locked" }))
        assert.strictEqual(yield* outcome(as(admin)(edits.apply({ space }, batch))), "SpaceLocked")
        const { id } = yield* as(editor)(requests.create(space))
        const target = { space, changeRequest: id }
        assert.strictEqual(yield* outcome(as(reader)(edits.apply(target, batch))), "Forbidden")
        assert.strictEqual(yield* outcome(as(editor)(edits.apply(target, batch))), "allowed")
        yield* as(editor)(requests.update(space, id, { status: "archived" }))
        assert.strictEqual(yield* outcome(as(editor)(edits.apply(target, batch))), "ChangeRequestClosed")
        assert.strictEqual(
          yield* outcome(as(editor)(edits.apply({ space, changeRequest: "7" }, batch))),
          "ChangeRequestNotFound"
        )
      })
    )

    it.effect(
      "accepts changes without effect on a closed change request (rules request-states and request-equal-values)",
      () =>
        Effect.gen(function* () {
          const { admin, edits, mine, reader, space } = yield* live
          const requests = yield* ChangeRequests.ChangeRequests
          const merging = yield* Merging.Merging
          const { id } = yield* mine(requests.create(space))
          const target = { space, changeRequest: id }
          const apply = (...changes: ReadonlyArray<Change>) => mine(edits.apply(target, { changes }))
          const written = { title: "Page", document: { markdown: "Words." } }
          const { changes } = yield* apply(insert("Page", written))
          const [page = ""] = changes.flatMap((each) => (each.object === "created_page" ? [each.page.id] : []))
          const update = (rest: object): Change => ({ operation: "update_page", page, ...rest })
          const closed = Effect.gen(function* () {
            const before = yield* as(reader)(requests.get(space, id))
            for (const batch of [[update({})], [update(written), update({ hidden: false })]]) {
              const result = yield* apply(...batch)
              assert.strictEqual(result.revision, before.revision)
              assert.deepStrictEqual(
                result.changes.map((each) => (each.object === "updated_page" ? each.page.id : each.object)),
                batch.map(() => page)
              )
            }
            for (const batch of [
              [update({ title: "Other" })],
              [update(written), update({ document: { markdown: "Other words." } })],
              [update(written), insert("New")],
              [insert("New", { ref: "new" }), { operation: "delete_page", page: "new" }],
              [{ operation: "insert_files", files: [{ url: "http://192.168.0.1/secret.png", name: "secret.png" }] }]
            ] satisfies ReadonlyArray<ReadonlyArray<Change>>) {
              assert.strictEqual(yield* outcome(apply(...batch)), "ChangeRequestClosed", JSON.stringify(batch))
            }
            assert.strictEqual(
              yield* outcome(as(reader)(edits.apply(target, { changes: [update(written)] }))),
              "Forbidden"
            )
            assert.deepStrictEqual(yield* as(reader)(requests.get(space, id)), before)
          })
          yield* mine(requests.update(space, id, { status: "archived" }))
          yield* closed
          yield* mine(requests.update(space, id, { status: "draft" }))
          yield* as(admin)(merging.merge(space, id))
          yield* closed
        })
    )

    it.effect("keeps the ids of unchanged blocks", () =>
      Effect.gen(function* () {
        const { apply, make, page } = yield* live
        const [id = ""] = yield* make([insert("P", { document: { markdown: "One.\n\nTwo words.\n\nThree." } })])
        const [one, two, three] = keys((yield* page(id, "document")).document)
        yield* apply([
          {
            operation: "update_page",
            page: id,
            document: { markdown: "Before.\n\nOne.\n\nTwo other words.\n\nThree." }
          }
        ])
        const after = keys((yield* page(id, "document")).document)
        assert.deepStrictEqual(after.slice(1), [one, two, three])
        assert.notInclude([one, two, three], after[0])
      })
    )

    it.effect("resolves links by id, ref, path and file name, and turns others into text (rule batch-references)", () =>
      Effect.gen(function* () {
        const { make, text } = yield* live
        const [guide = ""] = yield* make([insert("Guide"), insert("Install", { into: null })])
        const [, from = ""] = yield* make([
          insert("Below", { into: guide, ref: "below" }),
          insert("From", {
            into: guide,
            document: {
              markdown: [
                `[a](/pages/${guide})`,
                "[b](/pages/below#part)",
                "[c](/install)",
                "[d](../install.md)",
                "[e](below.md)",
                "[f](/pages/guide/below)",
                "[g](nowhere.md)",
                "[h](https://example.com/x)",
                "[i](#own)"
              ].join(" ")
            }
          })
        ])
        const shown = yield* text(from)
        assert.match(shown, /^\[a\]\(\/pages\/\w+\) \[b\]\(\/pages\/\w+#part\) /)
        assert.strictEqual(shown.match(/\/pages\/\w+/g)?.length, 6)
        assert.include(shown, ") g [h](https://example.com/x) [i](#own)")
      })
    )

    it.effect("leaves anchors that no heading can have unchanged (rule batch-references)", () =>
      Effect.gen(function* () {
        const { make, text } = yield* live
        const markdown = "[a](#) [b](/guide#%07) [c](#%07) [d](#caf%C3%A9) [e](#%)"
        const [guide, from = ""] = yield* make([insert("Guide"), insert("From", { document: { markdown } })])
        assert.strictEqual(yield* text(from), `[a](#) [b](/pages/${guide}) [c](#%07) [d](#caf%C3%A9) [e](#%25)`)
      })
    )

    it.effect("resolves links to pages of later changes (rule batch-references)", () =>
      Effect.gen(function* () {
        const { apply, contents, make, mine, space, text } = yield* live
        const markdown = "[a](/guide/later) [b](guide.md#part) [c](/gone) [d](/renamed) [e](/slug) [f](/here)"
        const [from = "", moved = ""] = yield* make([
          insert("From", { document: { markdown } }),
          insert("Other"),
          insert("Here"),
          insert("Guide", { ref: "guide" }),
          insert("Later", { into: "guide" }),
          insert("Gone", { ref: "gone" }),
          { operation: "delete_page", page: "gone" },
          insert("Last", { slug: "slug" }),
          insert("Between", { ref: "between" }),
          {
            operation: "update_page",
            page: "between",
            title: "Renamed",
            document: { markdown: "[a](from) [b](/slug)" }
          }
        ])
        const idAt = (path: string) => Effect.map(mine(contents.pageByPath({ space }, path)), ({ id }) => id)
        const [a, b, d, e, f] = yield* Effect.forEach(["guide/later", "guide", "renamed", "slug", "here"], idAt)
        const links = `[a](/pages/${a}) [b](/pages/${b}#part) c [d](/pages/${d}) [e](/pages/${e}) [f](/pages/${f})`
        assert.strictEqual(yield* text(from), links)
        assert.strictEqual(yield* text(d ?? ""), `[a](/pages/${from}) [b](/pages/${e})`)

        yield* apply([
          { operation: "update_page", page: from, document: { markdown: "[a](/new) [b](/other) [c](/guide/other)" } },
          { operation: "update_page", page: moved, into: b ?? null },
          insert("New")
        ])
        const made = yield* idAt("new")
        assert.strictEqual(yield* text(from), `[a](/pages/${made}) [b](/pages/${moved}) [c](/pages/${moved})`)
        const refused = apply([insert("X", { document: { markdown: "[a](/y)" } }), insert("Y", { into: "none" })])
        assert.strictEqual(yield* outcome(refused), "ReferenceNotFound")
      })
    )

    it.effect("accepts pages and blocks as they were returned", () =>
      Effect.gen(function* () {
        const { apply, make, page, text, outline } = yield* live
        const [id = ""] = yield* make([insert("P", { emoji: "🚀", document: { markdown: "One.\n\nTwo.\n\nThree." } })])
        const [one = "", , three = ""] = keys((yield* page(id, "document")).document)
        yield* apply([
          {
            operation: "update_page",
            page: id,
            title: "Q",
            emoji: null,
            description: "New",
            document: { markdown: "One more.\n\nTwo more.\n\nThree more." }
          }
        ])
        const back = (rest: object) => apply([{ operation: "revert_page", page: id, ...rest }])
        yield* back({ block: [one] })
        assert.strictEqual(yield* text(id), "One.\n\nTwo more.\n\nThree more.")
        assert.strictEqual(yield* outcome(back({ block: ["none"] })), "ReferenceNotFound")
        const { revision } = yield* apply([{ operation: "update_page", page: id, document: { markdown: "Two more." } }])
        assert.strictEqual(yield* outcome(back({ revision: "none" })), "ReferenceNotFound")
        yield* back({ block: [three] })
        assert.strictEqual(yield* text(id), "Two more.\n\nThree more.")
        yield* apply([{ operation: "delete_page", page: id }])
        assert.deepStrictEqual(yield* outline, [])
        yield* back({ revision })
        const shown = yield* page(id)
        assert.deepStrictEqual([shown.title, shown.description, shown.markdown?.trim()], ["Q", "New", "Two more."])
      })
    )

    it.effect("accepts single blocks as they were returned, within the document limits", () =>
      Effect.gen(function* () {
        const { apply, make, page } = yield* live
        const line: Block.CodeLine = { object: "block", type: "code-line", data: {}, nodes: [] }
        const code = (key: string, lines: number): Block.TopLevel => ({
          object: "block",
          type: "code",
          key,
          data: {},
          nodes: Array.from({ length: lines }, () => line)
        })
        const text = (key: string, length: number): Block.TopLevel => ({
          object: "block",
          type: "paragraph",
          key,
          data: {},
          nodes: [{ object: "text", leaves: [{ object: "leaf", text: "x".repeat(length), marks: [] }] }]
        })
        const bytes = (nodes: ReadonlyArray<Block.TopLevel>) =>
          new TextEncoder().encode(JSON.stringify(Document.make(nodes))).length
        const { blocks, bytes: most } = Document.limits
        const room = most - bytes([text("old", 600_000), text("new", 0)])
        const table: ReadonlyArray<readonly [Block.TopLevel, Block.TopLevel, string]> = [
          [code("old", blocks / 2 - 1), code("new", blocks / 2 - 1), "allowed"],
          [code("old", blocks / 2 - 1), code("new", blocks / 2), "blocks"],
          [text("old", 600_000), text("new", room), "allowed"],
          [text("old", 600_000), text("new", room + 1), "bytes"]
        ]
        for (const [old, now, said] of table) {
          const body = (node: Block.TopLevel) => ({ document: { document: Document.make([node]) } })
          const [id = ""] = yield* make([insert("P", body(old))])
          const { revision = "" } = yield* apply([{ operation: "update_page", page: id, title: "Q" }])
          yield* apply([{ operation: "update_page", page: id, ...body(now) }])
          const limit = yield* Effect.match(apply([{ operation: "revert_page", page: id, revision, block: ["old"] }]), {
            onFailure: (error) => (error._tag === "DocumentTooLarge" ? error.limit : error._tag),
            onSuccess: () => "allowed"
          })
          assert.strictEqual(limit, said)
          assert.lengthOf((yield* page(id, "document")).document?.nodes ?? [], said === "allowed" ? 2 : 1)
        }
      })
    )

    it.effect("keeps new files and reusable contents while something uses them (rule reusable-use)", () =>
      Effect.gen(function* () {
        const { apply, contents, make, mine, space, text } = yield* live
        const made = yield* apply([
          {
            operation: "insert_files",
            files: [
              {
                name: "a.svg",
                base64: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>").toString("base64"),
                ref: "picture"
              }
            ]
          },
          {
            operation: "insert_reusable_content",
            title: "Notice",
            document: { markdown: "Mind the gap." },
            ref: "notice"
          },
          insert("Shows", {
            document: {
              document: {
                object: "document",
                data: { schemaVersion: 1 },
                nodes: [
                  {
                    object: "block",
                    type: "reusable-content",
                    isVoid: true,
                    data: { ref: { kind: "reusable-content", reusableContent: "notice" } }
                  }
                ]
              }
            }
          })
        ])
        const [file] = made.insertedFiles
        assert.deepStrictEqual([file?.name, file?.contentType], ["a.svg", "image/svg+xml"])
        const [notice = ""] = made.insertedReusableContents
        assert.strictEqual((yield* mine(contents.reusableContent({ space }, notice))).title, "Notice")
        const [page = ""] = yield* make([insert("Picture", { document: { markdown: `![a](/files/${file?.id})` } })])
        assert.include(yield* text(page), `/files/${file?.id}`)
        const remove: Change = { operation: "delete_reusable_content", reusableContent: notice }
        assert.strictEqual(yield* outcome(apply([remove])), "ReusableContentInUse")
        yield* apply([{ operation: "update_reusable_content", reusableContent: notice, title: "Warning" }])
        assert.strictEqual(yield* outcome(apply([remove], { force: true })), "allowed")
        assert.strictEqual(yield* outcome(mine(contents.reusableContent({ space }, notice))), "ReusableContentNotFound")
      })
    )

    it.effect("derives slugs from titles until they are set manually (rule page-slug)", () =>
      Effect.gen(function* () {
        const { apply, make, outline, contents, mine, space } = yield* live
        const [one = "", two = ""] = yield* make([insert("Same"), insert("Same")])
        assert.deepStrictEqual(yield* outline, ["same", "same-2"])
        yield* apply([{ operation: "update_page", page: one, title: "Other" }])
        yield* apply([{ operation: "update_page", page: two, slug: "by-hand" }])
        yield* apply([{ operation: "update_page", page: two, title: "Renamed" }])
        assert.deepStrictEqual(yield* outline, ["other", "by-hand"])
        assert.strictEqual((yield* mine(contents.pageByPath({ space }, "same"))).id, one)
        yield* apply([{ operation: "update_page", page: two, slug: null }])
        assert.deepStrictEqual(yield* outline, ["other", "renamed"])
      })
    )
  })
}
