import { assert, layer } from "@effect/vitest"
import { Contents, type Engine, Exports, Imports } from "@quire/core"
import { Rounds } from "@quire/testing"
import { Effect } from "effect"
import * as fc from "fast-check"
import { unzipSync } from "fflate"
import { zipped } from "../../support/docs.ts"
import { as, engines, memory } from "../../support/engine.ts"
import { exported, imported, inputOf, picture, plant, seeded } from "../../support/exporting.ts"
import { found } from "../../support/world.ts"

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`exports on ${name}`, (it) => {
    it.effect(
      "imports an export with the same content (rule export-law)",
      () =>
        Effect.gen(function* () {
          const world = yield* found
          const context = yield* Effect.context<Engine.Services>()
          const law = fc.asyncProperty(seeded, (given) =>
            Effect.runPromise(
              Effect.gen(function* () {
                const space = yield* plant(world, given)
                const bytes = yield* exported(world, space)
                const again = yield* imported(world, bytes)
                assert.deepStrictEqual(yield* picture(world, again.space), yield* picture(world, space))
                assert.deepStrictEqual(yield* exported(world, space), bytes)
              }).pipe(Effect.provideContext(context))
            )
          )
          yield* Effect.promise(() => Rounds.holds(law, Rounds.rounds(name === "memory" ? 8 : 3, 500, 60)))
        }),
      Rounds.patience
    )
  })
}

const entriesOf = (bytes: Uint8Array) => new Map(Object.entries(unzipSync(bytes)))

const texts: Readonly<Record<string, string | Uint8Array>> = {
  "SUMMARY.md": [
    "# Contents",
    "* [Home](home.md)",
    '* [Far](https://example.com) <!-- {"link": true, "icon": "gear", "hidden": true} -->',
    '* [Early](late.md) <!-- {"link": true} -->',
    '* [Wrong](late.md) <!-- {"icon": 7} -->',
    '## Group <a href="#g" id="g"></a> <!-- {"emoji": "1f600", "noIndex": true} -->',
    "* [Inside](inside.md)",
    '<!-- {"top": true} -->',
    "* [Outside](outside.md)"
  ].join("\n"),
  "home.md":
    '---\nlayout:\n  width: wide\n  outline: false\nnoRobotsIndex: true\n---\n\n# Home\n\n{% include ".quire/includes/note.md" %}\n',
  "late.md": "# Late\n\n[home](home.md#top) and [file](.quire/files/notes.md)\n",
  "inside.md": "# Inside\n",
  "outside.md": "---\nlayout:\n  colour: red\n---\n\n# Outside\n",
  ".quire/includes/note.md": "---\ntitle: Note\n---\n\n[Late](../../late.md)\n",
  ".quire/files/notes.md": "# No page\n",
  ".quire/files/2/notes.md": "# No page either\n"
}

layer(memory)("the form of exports", (it) => {
  const made = Effect.gen(function* () {
    const world = yield* found
    const { result, space } = yield* imported(world, zipped(texts))
    return { mine: as(world.admin), result, space, world }
  })

  it.effect("writes each entry to its path, with the same bytes each time (rules export-form and export-links)", () =>
    Effect.gen(function* () {
      const { space, world } = yield* made
      const bytes = yield* exported(world, space)
      assert.deepStrictEqual(yield* exported(world, space), bytes)
      const entries = entriesOf(bytes)
      assert.deepStrictEqual([...entries.keys()].slice(0, 2), ["SUMMARY.md", "README.md"])
      const decoder = new TextDecoder()
      const read = (path: string) => decoder.decode(entries.get(path))
      assert.sameMembers(
        [...entries.keys()],
        [
          "SUMMARY.md",
          "README.md",
          "late.md",
          "g/inside.md",
          "outside.md",
          ".quire/includes/note.md",
          ".quire/files/notes.md",
          ".quire/files/2/notes.md"
        ]
      )
      assert.include(read("README.md"), '{% include ".quire/includes/note.md" %}')
      assert.include(read(".quire/includes/note.md"), "[Late](../../late.md)")
      assert.include(read("late.md"), "[home](README.md#top) and [file](.quire/files/")
    })
  )

  it.effect("reads properties from comments and front matter, and ignores unknown ones (rule export-entries)", () =>
    Effect.gen(function* () {
      const contents = yield* Contents.Contents
      const { mine, result, space } = yield* made
      const { pages } = yield* mine(contents.pages({ space }))
      assert.deepStrictEqual(
        pages.map(({ title, type }) => [type, title]),
        [
          ["document", "Home"],
          ["link", "Far"],
          ["link", "Early"],
          ["document", "Wrong"],
          ["group", "Group"],
          ["document", "Outside"]
        ]
      )
      const [home, far, early, wrong, group, outside] = pages
      assert(home?.type === "document" && far?.type === "link" && early?.type === "link")
      assert(wrong?.type === "document" && group?.type === "group" && outside?.type === "document")
      assert.deepStrictEqual([home.layout.width, home.layout.outline, home.layout.title], ["wide", false, true])
      assert.isTrue(home.noRobotsIndex)
      assert.deepStrictEqual([far.icon, far.hidden], ["gear", true])
      assert.deepStrictEqual(early.target, { kind: "page", page: wrong.id })
      assert.isUndefined(wrong.icon)
      assert.deepStrictEqual([group.emoji, group.noIndex, group.slug, group.pages.length], ["1f600", true, "g", 1])
      assert.strictEqual(outside.layout.width, "default")
      assert.deepStrictEqual(
        (result.warnings ?? []).filter(({ path }) => path === "outside.md"),
        [
          {
            kind: "front-matter",
            line: 2,
            path: "outside.md",
            reason: "the layout option colour or its value is not supported and was ignored"
          }
        ]
      )
    })
  )

  it.effect(
    "keeps the id of a reusable content with the same title, and those missing from the source (rule import-reusable)",
    () =>
      Effect.gen(function* () {
        const contents = yield* Contents.Contents
        const imports = yield* Imports.Imports
        const { mine, space } = yield* made
        const included = Effect.map(mine(contents.revision({ space })), ({ reusableContents }) => reusableContents)
        const [before] = yield* included
        assert.strictEqual(before?.title, "Note")
        const other = { "README.md": "# Home\n", ".quire/includes/b.md": "---\ntitle: B\n---\n\nNew.\n" }
        const changed = { ...other, ".quire/includes/a.md": "---\ntitle: Note\n---\n\nOther.\n" }
        yield* mine(imports.replace({ space }, inputOf(zipped(changed))))
        const after = yield* included
        assert.sameMembers(
          after.map(({ title }) => title),
          ["Note", "B"]
        )
        const kept = after.find(({ title }) => title === "Note")
        assert.strictEqual(kept?.id, before?.id)
        assert.notStrictEqual(kept?.document, before?.document)
        yield* mine(imports.replace({ space }, inputOf(zipped({ "README.md": "# Home\n" }))))
        assert.lengthOf(yield* included, 2)
      })
  )

  it.effect(
    "exports a text that is too large for one page, which is the same when it is imported again (rule import-limits)",
    () =>
      Effect.gen(function* () {
        const imports = yield* Imports.Imports
        const world = yield* found
        const source = zipped({ "README.md": "# Home\n\n[Many](many.md)\n", "many.md": "a\n\n".repeat(10_001) })
        const { space } = yield* imported(world, source)
        assert.isFalse(yield* as(world.admin)(imports.differs({ space }, inputOf(source))))
        const bytes = yield* exported(world, space)
        assert.strictEqual(entriesOf(bytes).get(".quire/files/many.md")?.length, 30_003)
        const again = yield* imported(world, bytes)
        assert.deepStrictEqual(yield* picture(world, again.space), yield* picture(world, space))
      })
  )

  it.effect("limits the pages and files, and the bytes (rule export-limits)", () =>
    Effect.gen(function* () {
      const { bytes, entries } = Exports.limits
      const empty = { size: 0 }
      yield* Exports.checkLimits(entries - 1, [empty])
      const many = yield* Effect.flip(Exports.checkLimits(entries, [empty]))
      assert.strictEqual(many.message, "the export exceeds the limit of 60000 pages and files")
      yield* Exports.checkLimits(1, [{ size: bytes - 1 }, { size: 1 }])
      const large = yield* Effect.flip(Exports.checkLimits(1, [{ size: bytes }, { size: 1 }]))
      assert.deepStrictEqual([large._tag, large.what], ["ExportLimitReached", "bytes of files"])
    })
  )
})
