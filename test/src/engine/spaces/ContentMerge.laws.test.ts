import { assert, layer } from "@effect/vitest"
import { ContentEdits, Contents, Document, DocumentMerge, type EditInput, RevisionHistory, Spaces } from "@quire/core"
import { DocumentEdits, Rounds } from "@quire/testing"
import { Effect, Schema } from "effect"
import * as fc from "fast-check"
import { as, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

type Change = EditInput.ContentEdit["changes"][number]
/** A live space that two people edit. */
const stage = Effect.gen(function* () {
  const world = yield* found
  const spaces = yield* Spaces.Spaces
  const edits = yield* ContentEdits.ContentEdits
  const contents = yield* Contents.Contents
  const history = yield* RevisionHistory.RevisionHistory
  const { id: space } = yield* as(world.admin)(spaces.create(world.organization, { editMode: "live" }))
  const apply = (changes: ReadonlyArray<Change>, basis: Omit<EditInput.ContentEdit, "changes"> = {}) =>
    as(world.editor)(edits.apply({ space }, { changes, ...basis }))
  const make = Effect.fnUntraced(function* (document: EditInput.ChangeOf<"insert_page">["document"]) {
    const { changes, revision } = yield* apply([
      { operation: "insert_page", title: "Page", ...(document === undefined ? {} : { document }) }
    ])
    const [page = ""] = changes.flatMap((each) => (each.object === "created_page" ? [each.page.id] : []))
    return { page, revision }
  })
  const read = (page: string, format: "document" | "markdown") =>
    Effect.flatMap(as(world.editor)(contents.page({ space }, page, format)), (shown) =>
      shown.type === "document" ? Effect.succeed(shown) : Effect.die(new Error("a document"))
    )
  const revisions = Effect.map(as(world.editor)(history.list(space, { limit: 1_000 })), ({ items }) =>
    items.map(({ id, parents }) => ({ id: String(id), parents: parents.map(String) }))
  )
  return { apply, make, read, revisions, space }
})

/** Without keys of blocks, which depend on the order of members if they are new. */
const bare = (value: unknown): string => JSON.stringify(value, (name, member) => (name === "key" ? undefined : member))

/** The words that `DocumentEdits` inserts for a side. */
const marks = (value: unknown): ReadonlySet<string> => new Set(bare(value).match(/(primary|changed)\d+x/g) ?? [])

/** Forks of documents as an API accepts them: without the fields that other types of blocks have. */
const forks = DocumentEdits.forked.map(({ base, changed, primary }) => {
  const decode = Schema.decodeUnknownSync(Document.Document)
  return { base: decode(base), primary: decode(primary), changed: decode(changed) }
})

const put = (page: string, document: Document.Document): Change => ({
  operation: "update_page",
  page,
  document: { document }
})

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`saves of several people on ${name}`, (it) => {
    it.effect(
      "contain every word of both people in the page or in the conflicts, as the merge of documents has them (rule content-merge)",
      () =>
        Effect.gen(function* () {
          const { apply, make, read } = yield* stage
          const numRuns = Rounds.rounds(name === "memory" ? 40 : 10, 5_000, 60)
          let conflicting = 0
          for (const forked of fc.sample(forks, { numRuns, seed: fc.readConfigureGlobal()?.seed ?? 0 })) {
            const { base, changed, primary } = forked
            const { page, revision } = yield* make({ document: base })
            yield* apply([put(page, primary)])
            const saved = yield* apply([put(page, changed)], { ifRevision: revision, onConflict: "merge" })
            const { document } = yield* read(page, "document")
            const conflicts = saved.conflicts ?? []
            const kept = marks([document, conflicts])
            for (const word of [...marks(primary), ...marks(changed)]) assert.isTrue(kept.has(word), word)
            if ([base, primary, changed].some(({ nodes }) => nodes.length === 0)) continue
            const model = DocumentMerge.mergePlain({ base, primary, changed, choices: new Map() })
            assert.deepStrictEqual(
              conflicts.map(({ key }) => key),
              model.conflicts.map(({ key }) => `page/${page}/document/${key}`).sort()
            )
            assert.deepStrictEqual(JSON.parse(bare(document?.nodes ?? [])), JSON.parse(bare(model.document.nodes)))
            if (conflicts.length > 0) conflicting++
          }
          assert.isAbove(conflicting, Rounds.meetsEveryCase() ? 0 : -1)
        }),
      Rounds.patience
    )

    it.effect("let one of several writers with the same revision win (rule content-if-revision)", () =>
      Effect.gen(function* () {
        const { apply, make, read, revisions } = yield* stage
        for (let round = 0; round < Rounds.rounds(3, 60, 10); round++) {
          const { page, revision } = yield* make({ markdown: "Words." })
          const before = (yield* revisions).length
          const saves = yield* Effect.forEach(
            Array.from({ length: 8 }, (_, at) => at),
            (at) =>
              Effect.result(
                apply([{ operation: "update_page", page, title: `Writer ${at}` }], { ifRevision: revision })
              ),
            { concurrency: "unbounded" }
          )
          const winners = saves.flatMap((each, at) => (each._tag === "Success" ? [{ at, ...each.success }] : []))
          const [winner] = winners
          assert.strictEqual(winners.length, 1)
          for (const each of saves) {
            if (each._tag === "Success") continue
            assert.deepInclude(each.failure, { _tag: "RevisionOutdated", actual: winner?.revision ?? "" })
          }
          assert.strictEqual((yield* read(page, "markdown")).title, `Writer ${winner?.at}`)
          assert.strictEqual((yield* revisions).length, before + 1)
        }
      })
    )

    it.effect("merge the words of all writers with the same revision, one revision each (rule content-merge)", () =>
      Effect.gen(function* () {
        const { apply, make, read, revisions } = yield* stage
        const lines = Array.from({ length: 4 }, (_, at) => `Line ${at} has words.`)
        for (let round = 0; round < Rounds.rounds(2, 40, 8); round++) {
          const { page, revision } = yield* make({ markdown: lines.join("\n\n") })
          const before = (yield* revisions).length
          const saves = yield* Effect.forEach(
            Array.from({ length: 8 }, (_, at) => at),
            (at) => {
              const markdown = lines.with(at % 4, `Line ${at % 4} has word${at}x.`).join("\n\n")
              const changes: ReadonlyArray<Change> = [{ operation: "update_page", page, document: { markdown } }]
              return apply(changes, { ifRevision: revision, onConflict: "merge" })
            },
            { concurrency: "unbounded" }
          )
          const { markdown = "" } = yield* read(page, "markdown")
          for (const [at, { conflicts }] of saves.entries()) {
            assert.include(`${markdown}${JSON.stringify(conflicts ?? [])}`, `word${at}x`)
          }
          assert.strictEqual(markdown.match(/word\dx/g)?.length, 4)
          assert.strictEqual(saves.filter(({ merged }) => merged === undefined).length, 1)
          const made = (yield* revisions).slice(0, 4)
          assert.strictEqual((yield* revisions).length, before + 4)
          const heads = [...made.map(({ id }) => id), revision]
          assert.deepStrictEqual(
            made.map(({ parents }) => parents),
            heads.slice(1).map((id) => [id])
          )
        }
      })
    )
  })
}
