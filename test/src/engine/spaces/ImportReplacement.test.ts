import { assert, layer } from "@effect/vitest"
import { ChangeRequests, Changes, Contents, Imports, ImportUpdates, Merging, Spaces } from "@quire/core"
import { Effect } from "effect"
import { png, zipped } from "../../support/docs.ts"
import { as, memory } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

type Tree = Readonly<Record<string, string | Uint8Array>>

const inputOf = (tree: Tree) => ({
  source: "zip" as const,
  bytes: zipped(tree),
  contentType: "application/zip",
  url: "file:///docs.zip",
  name: "docs.zip"
})

const first: Tree = {
  "SUMMARY.md":
    '# Contents\n\n* [Home](README.md)\n\n## Guide <a href="#guide" id="guide"></a>\n\n* [Install](guide/install.md)\n  * [Linux](guide/linux.md)\n* [Errors](errors.md)\n* [Elsewhere](https://example.com)\n',
  "README.md": "# Home\n\nSee [the guide](guide/install.md#how).\n\n![logo](logo.png)\n",
  "guide/install.md": "# Install\n\nFirst.\n\n## How\n\nLike this.\n",
  "guide/linux.md": "---\ndescription: Penguins\nicon: linux\n---\n\n# Linux\n\nA package.\n",
  "errors.md": "# Errors\n\nNone.\n",
  "logo.png": png
}

/** A space with the first tree, locked. */
const filled = Effect.gen(function* () {
  const spaces = yield* Spaces.Spaces
  const imports = yield* Imports.Imports
  const { admin, organization } = yield* found
  const { id: space } = yield* as(admin)(spaces.create(organization, { title: "Docs", editMode: "locked" }))
  yield* as(admin)(imports.replace({ space }, inputOf(first)))
  return { admin, space }
})

const idsIn = (space: string, admin: Parameters<typeof as>[0]) =>
  Effect.gen(function* () {
    const contents = yield* Contents.Contents
    const { pages } = yield* as(admin)(contents.pages({ space }))
    const ids = new Map<string, string>()
    const open = [...pages]
    for (let page = open.shift(); page !== undefined; page = open.shift()) {
      ids.set("path" in page ? page.path : page.title, page.id)
      if ("pages" in page) open.push(...page.pages)
    }
    return ids
  })

/** Replaces by a change request, merges it and tells what it changed. */
const replaced = Effect.fnUntraced(function* (space: string, admin: Parameters<typeof as>[0], tree: Tree) {
  const requests = yield* ChangeRequests.ChangeRequests
  const imports = yield* Imports.Imports
  const changes = yield* Changes.Changes
  const merging = yield* Merging.Merging
  return yield* as(admin)(
    Effect.gen(function* () {
      const { id } = yield* requests.create(space, { subject: "Again" })
      yield* imports.replace({ space, changeRequest: id }, inputOf(tree))
      const { changes: told } = yield* changes.ofChangeRequest({ space, changeRequest: id })
      const { result } = yield* merging.merge(space, id)
      assert.strictEqual(result, "merge")
      return told.map(({ type }) => type)
    })
  )
})

layer(memory)("an import that replaces content (rule import-replaces)", (it) => {
  it.effect("changes nothing if nothing differs", () =>
    Effect.gen(function* () {
      const { admin, space } = yield* filled
      const imports = yield* Imports.Imports
      const contents = yield* Contents.Contents
      const spaces = yield* Spaces.Spaces
      assert.isFalse(yield* as(admin)(imports.differs({ space }, inputOf(first))))
      yield* as(admin)(spaces.update(space, { editMode: "live" }))
      const before = yield* as(admin)(contents.revision({ space }))
      const { revision } = yield* as(admin)(imports.replace({ space }, inputOf(first)))
      assert.strictEqual(revision, before.id)
    })
  )

  it.effect("changes nothing with files of one name and content, and links and texts of one title", () =>
    Effect.gen(function* () {
      const { admin, space } = yield* filled
      const imports = yield* Imports.Imports
      const same: Tree = {
        ".gitbook.yaml": "redirects:\n  old/place: a.md\n",
        ".gitbook/includes/one.md": "---\ntitle: Shared\n---\n\nOne.",
        ".gitbook/includes/two.md": "---\ntitle: Shared\n---\n\nTwo.",
        "SUMMARY.md":
          "* [A](a.md)\n* [Site](https://example.com/1)\n* [Site](https://example.com/2)\n\n## Part\n\n* [B](b/b.md)\n\n## Part\n\n* [C](c/c.md)\n",
        "a.md":
          '# A\n\n![](x/a.png)\n\n![](y/a.png)\n\n{% include ".gitbook/includes/one.md" %}\n\n{% include ".gitbook/includes/two.md" %}',
        "b/b.md": "# B\n\n{% hologram %}",
        "c/c.md": "# C",
        "x/a.png": png,
        "y/a.png": png
      }
      yield* replaced(space, admin, same)
      assert.isFalse(yield* as(admin)(imports.differs({ space }, inputOf(same))))
      assert.deepStrictEqual(yield* replaced(space, admin, same), [])
    })
  )

  it.effect(
    "leads from every address of the source to its page, unless another page has it (rule import-addresses)",
    () =>
      Effect.gen(function* () {
        const { admin, space } = yield* filled
        const contents = yield* Contents.Contents
        yield* replaced(space, admin, {
          ".gitbook.yaml": "redirects:\n  Old/Place: guide/Set_Up.md\n  /gone/: errors.md\n  guide/api: errors.md\n",
          "SUMMARY.md":
            '* [Home](README.md)\n  * [Errors](more/errors.md)\n* [Top](guides/top.md)\n\n## Use <a href="#use" id="use"></a>\n\n* [Set up](guide/Set_Up.md)\n* [API](guide/api.md)\n',
          "README.md": "# Home",
          "more/errors.md": "# Errors",
          "errors.md": "# Unlisted",
          "guides/top.md": "# Top",
          "guide/Set_Up.md": "# Set up",
          "guide/api.md": "# API"
        })
        const table: ReadonlyArray<readonly [address: string, title: string]> = [
          ["guide/Set_Up", "Set up"],
          ["use/set-up", "Set up"],
          ["old/place", "Set up"],
          ["gone", "Unlisted"],
          ["guide/api", "API"],
          ["guides/top", "Top"],
          ["more/errors", "Errors"],
          ["errors", "Unlisted"]
        ]
        for (const [address, title] of table) {
          const page = yield* as(admin)(contents.pageByPath({ space }, address))
          assert.strictEqual(page.title, title, address)
        }
      })
  )

  it.effect("keeps the ids of pages and files at their previous paths, and removes the others", () =>
    Effect.gen(function* () {
      const { admin, space } = yield* filled
      const imports = yield* Imports.Imports
      const before = yield* idsIn(space, admin)
      const { "errors.md": _, ...rest } = first
      const next = {
        ...rest,
        "SUMMARY.md":
          '# Contents\n\n* [Home](README.md)\n\n## Guide <a href="#guide" id="guide"></a>\n\n* [New](new.md)\n* [Install](guide/install.md)\n  * [Linux](guide/linux.md)\n* [Elsewhere](https://example.com)\n',
        "guide/install.md": "# Install\n\nFirst.\n\n## How\n\nLike that.\n",
        "new.md": "# New\n\nSee [Linux](guide/linux.md).\n"
      }
      assert.isTrue(yield* as(admin)(imports.differs({ space }, inputOf(next))))
      const told = yield* replaced(space, admin, next)
      assert.sameMembers([...told], ["page_created", "page_edited", "page_deleted"])
      const after = yield* idsIn(space, admin)
      assert.isFalse(after.has("guide/errors"))
      assert.isTrue(after.has("guide/new"))
      for (const [path, id] of after) if (path !== "guide/new") assert.strictEqual(id, before.get(path), path)
      assert.strictEqual(after.size, before.size)
      assert.isFalse(yield* as(admin)(imports.differs({ space }, inputOf(next))))
    })
  )

  it.effect("resolves anchors to headings, in existing pages and new ones (rule import-anchors)", () =>
    Effect.gen(function* () {
      const { admin, space } = yield* filled
      const contents = yield* Contents.Contents
      const next = {
        ...first,
        "README.md": "# Home\n\nSee [the guide](guide/install.md#whats--new).\n",
        "guide/install.md": "# Install\n\nSee [below](#Whats_New).\n\n## What's new?\n\nThis.\n"
      }
      yield* replaced(space, admin, next)
      const read = (path: string) => as(admin)(contents.pageByPath({ space }, path, "document"))
      const anchors = yield* Effect.forEach(["home", "guide/install"], (path) =>
        Effect.map(read(path), (page) => JSON.stringify(page).match(/"anchor":"[^"]*"/g))
      )
      assert.deepStrictEqual(anchors, [['"anchor":"what-s-new"'], ['"anchor":"what-s-new"']])
    })
  )

  it.effect("refuses a source without pages, and keeps the content", () =>
    Effect.gen(function* () {
      const { admin, space } = yield* filled
      const imports = yield* Imports.Imports
      const spaces = yield* Spaces.Spaces
      yield* as(admin)(spaces.update(space, { editMode: "live" }))
      const error = yield* Effect.flip(as(admin)(imports.replace({ space }, inputOf({ "a.txt": "no page" }))))
      assert.strictEqual(error._tag, "ImportFailed")
      assert.isFalse(yield* as(admin)(imports.differs({ space }, inputOf(first))))
    })
  )

  it.effect("gets refused by a locked space that is not empty", () =>
    Effect.gen(function* () {
      const { admin, space } = yield* filled
      const imports = yield* Imports.Imports
      const error = yield* Effect.flip(as(admin)(imports.replace({ space }, inputOf({ "a.md": "# A" }))))
      assert.strictEqual(error._tag, "SpaceLocked")
    })
  )
})

layer(memory)("a source that is brought into a space again (rule import-updates)", (it) => {
  it.effect("fills an empty space, changes nothing if it is equal, and is proposed once if it has changed", () =>
    Effect.gen(function* () {
      const spaces = yield* Spaces.Spaces
      const requests = yield* ChangeRequests.ChangeRequests
      const updates = yield* ImportUpdates.ImportUpdates
      const merging = yield* Merging.Merging
      const { admin, organization } = yield* found
      const { id: space } = yield* as(admin)(spaces.create(organization, { title: "Docs", editMode: "locked" }))
      const bring = (tree: Tree, subject = "Import docs") => as(admin)(updates.bring(space, subject, inputOf(tree)))
      const drafts = Effect.map(as(admin)(requests.list(space, { status: "draft" }, { limit: 10 })), ({ items }) =>
        items.map(({ number, subject }) => [number, subject])
      )
      const revisionOf = Effect.map(as(admin)(spaces.get(space)), ({ revision }) => revision)

      assert.strictEqual((yield* bring(first))._tag, "Imported")
      const imported = yield* revisionOf
      assert.strictEqual((yield* bring(first))._tag, "Unchanged")
      assert.deepStrictEqual([yield* revisionOf, yield* drafts], [imported, []])

      const next = { ...first, "errors.md": "# Errors\n\nOne.\n" }
      const proposed = yield* bring(next)
      assert(proposed._tag === "Proposed")
      assert.strictEqual(proposed.result.report.pages, 6)
      assert.strictEqual((yield* bring(next))._tag, "AlreadyProposed")
      assert.deepStrictEqual([yield* revisionOf, yield* drafts], [imported, [[1, "Import docs"]]])
      assert.strictEqual((yield* bring(next, "Other import"))._tag, "Proposed")

      yield* as(admin)(merging.merge(space, proposed.changeRequest.id))
      assert.strictEqual((yield* bring(next))._tag, "Unchanged")
    })
  )
})
