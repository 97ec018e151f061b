import { setImmediate } from "node:timers/promises"
import { assert, layer } from "@effect/vitest"
import * as Memory from "@quire/adapters/memory"
import { Engine, Fetcher, Imports, Links, Members, Searches, Spaces, Users } from "@quire/core"
import { ImportIntake, ImportSources } from "@quire/core/internal"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { zipped } from "../../support/docs.ts"
import { as, asSystem, capabilities } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

/** Sources that are being fetched, each until it is answered. */
const fetching: Array<Deferred.Deferred<void>> = []

const fetcher = Layer.succeed(Fetcher.Fetcher, {
  get: Effect.fnUntraced(function* (url: string) {
    const answer = yield* Deferred.make<void>()
    fetching.push(answer)
    yield* Deferred.await(answer)
    return { url, status: 200, contentType: "text/markdown", bytes: new TextEncoder().encode("# One\n\nTwo\n") }
  }),
  postForm: () => Effect.die("nothing is sent"),
  exchange: () => Effect.die("nothing is sent"),
  isListed: () => false
})

const engine = Engine.layer.pipe(
  Layer.provideMerge(fetcher),
  Layer.provideMerge(Memory.Memory.layer),
  Layer.provideMerge(capabilities)
)

const others = Effect.promise(async () => {
  for (let turn = 0; turn < 50; turn++) await setImmediate()
})

/** Answers what is fetched, one source after the other, and gives how many there were each time. */
const answered = Effect.gen(function* () {
  const counts: Array<number> = []
  for (yield* others; fetching.length > 0; yield* others) {
    counts.push(fetching.length)
    const first = fetching.shift()
    if (first !== undefined) yield* Deferred.succeed(first, undefined)
  }
  return counts
})

/** Imports of people, each into a separate space. */
const importing = Effect.fnUntraced(function* (people: number, sources: number) {
  const users = yield* Users.Users
  const members = yield* Members.Members
  const spaces = yield* Spaces.Spaces
  const imports = yield* Imports.Imports
  const { admin, domain, organization } = yield* found
  const fibers: Array<Fiber.Fiber<Imports.ImportResult, unknown>> = []
  for (let person = 0; person < people; person++) {
    const { id } = yield* asSystem(users.ensure({ email: `p${person}@${domain}`, displayName: "P" }))
    yield* asSystem(members.add(organization, id, "edit"))
    for (let source = 0; source < sources; source++) {
      const { id: space } = yield* as(admin)(spaces.create(organization, { title: "Docs", editMode: "live" }))
      const request = { url: "https://docs.example/a.md", source: "markdown" } as const
      fibers.push(yield* Effect.forkChild(as(id)(imports.intoSpace(space, request)), { startImmediately: true }))
    }
  }
  const counts = yield* answered
  const results = yield* Effect.forEach(fibers, Fiber.join)
  assert.deepStrictEqual(
    results.map(({ importedResources }) => importedResources),
    results.map(() => 1)
  )
  return counts
})

layer(engine)("import sources", (it) => {
  it.effect("fetches and holds a few at a time, and fewer of one organization if there are several", () =>
    Effect.gen(function* () {
      const { held } = ImportSources.limits
      assert.deepStrictEqual(yield* importing(held, 1), [4, 3, 2, 1])
      assert.deepStrictEqual(yield* importing(held + 2, 1), [3, 3, 3, 3, 2, 1])
    })
  )

  it.effect("treats those of one person like those of several people of an organization", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* importing(1, 4), [3, 3, 2, 1])
    })
  )

  it.effect("returns a report of pages, files, links and warnings by kind, with the lines (rule import-warnings)", () =>
    Effect.gen(function* () {
      const { admin, organization } = yield* found
      const { id: space } = yield* as(admin)((yield* Spaces.Spaces).create(organization, { title: "Docs" }))
      const guide = [
        "---",
        "author: Ada",
        "---",
        "# Guide",
        "",
        "[one](start.md), [top](start.md#top), [lost](start.md#nowhere), [gone](gone.md), [text](a.txt)",
        "",
        '{% hint style="info" %}one line{% endhint %}',
        "",
        "<video src=x></video>",
        "",
        "#### Deep"
      ].join("\n")
      const start = "# Start\n\n[below](#own) and [nothing](#none)\n\n## Own\n"
      const bytes = zipped({ "guide.md": guide, "start.md": start, "a.txt": "text", "b.bin": "unused" })
      const imports = yield* Imports.Imports
      const input = { source: "zip", bytes, contentType: undefined, url: "https://docs.example/", name: "" } as const
      const { report, warnings } = yield* as(admin)(imports.bytesIntoSpace(space, input))
      assert.deepStrictEqual(warnings, [
        { kind: "html", line: 10, path: "guide.md", reason: "unknown HTML was converted to text" },
        { kind: "heading", line: 12, path: "guide.md", reason: "a heading of level 4 was changed to level 3" },
        { kind: "front-matter", line: 2, path: "guide.md", reason: "unknown front matter fields were ignored: author" },
        { kind: "link", line: 6, path: "guide.md", reason: '"gone.md" is not in the archive' },
        { kind: "file", path: "b.bin", reason: "not a page and not referenced by any page" },
        { kind: "anchor", line: 3, path: "start.md", reason: '"#none" is no heading of the page' },
        { kind: "anchor", line: 6, path: "guide.md", reason: '"#nowhere" is no heading of "start.md"' }
      ])
      assert.deepStrictEqual(report, {
        pages: 2,
        files: 1,
        reusableContents: 0,
        links: { resolved: 4, unresolved: 3 },
        warnings: [
          { kind: "anchor", count: 2 },
          { kind: "html", count: 1 },
          { kind: "heading", count: 1 },
          { kind: "front-matter", count: 1 },
          { kind: "link", count: 1 },
          { kind: "file", count: 1 }
        ]
      })
      assert.isFalse(yield* as(admin)(imports.differs({ space }, input)))
    })
  )

  it.effect("finds large pages, and links and reads them like any other", () =>
    Effect.gen(function* () {
      const { admin, organization } = yield* found
      const { id: space } = yield* as(admin)((yield* Spaces.Spaces).create(organization, { title: "Docs" }))
      const lines = Array.from({ length: ImportIntake.limits.value / 4 }, (_, at) => `line ${at}`).join("\n")
      const text = (word: string, next: string) =>
        `# ${word}\n\nA [link](${next}.md#deep) to ${word}.\n\n## Deep\n\n\`\`\`\n${lines}\n\`\`\`\n`
      const bytes = zipped({
        "a.md": text("okapi", "b"),
        "b.md": text("zebra", "a"),
        "c.md": "# small\n\nA [link](a.md)."
      })
      const imports = yield* Imports.Imports
      const input = { source: "zip", bytes, contentType: undefined, url: "https://docs.example/", name: "" } as const
      const result = yield* as(admin)(imports.bytesIntoSpace(space, input))
      assert.deepStrictEqual([result.importedResources, result.warnings], [3, undefined])
      const search = yield* Searches.Searches
      for (const word of ["okapi", "zebra", "small"]) {
        const { items } = yield* as(admin)(search.inSpace(space, word, { limit: 10 }))
        assert.deepStrictEqual(
          items.map(({ title }) => title),
          [word]
        )
      }
      const links = yield* Links.Links
      const { items, stats } = yield* as(admin)(links.list({ space }, {}, { limit: 100 }))
      assert.deepStrictEqual([items.length, stats.broken.total], [3, 0])
    })
  )
})
