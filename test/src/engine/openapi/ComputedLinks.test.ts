import { assert, layer } from "@effect/vitest"
import { type ContentRef, Contents, Document, Inline, Links } from "@quire/core"
import { DocumentNode, TreeEdit } from "@quire/core/internal"
import { Effect } from "effect"
import { described, document, placeholder, shop } from "../../support/computed.ts"
import { engines } from "../../support/engine.ts"

const twoTags = described({ Pets: ["pets", "cats"], Stores: ["stores"] })
const all = { limit: 100 } as const

const linking = (ref: ContentRef.ContentRef) =>
  Document.make([
    {
      object: "block",
      type: "paragraph",
      nodes: [{ object: "inline", type: "link", data: { ref }, nodes: [Inline.text("here")] }]
    }
  ])

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`links to computed pages on ${name}`, (it) => {
    it.effect("reports a link as broken only if the page or the anchor is gone (rule computed-links)", () =>
      Effect.gen(function* () {
        const { by, describe, edit, insert, remove, run, space } = yield* shop
        const contents = yield* Contents.Contents
        const links = yield* Links.Links
        yield* describe(twoTags)
        const docs = yield* space()
        yield* insert({ space: docs }, [document("a", "First"), placeholder("c"), document("b", "Second")])
        const pets = yield* by(contents.pageByPath({ space: docs }, "pets"))
        const stores = yield* by(contents.pageByPath({ space: docs }, "stores"))
        const write = (target: { readonly space: string }, page: string, ref: ContentRef.ContentRef) =>
          edit(target, (draft, root, now) => {
            const patch = { document: DocumentNode.put(draft, linking(ref)) }
            return TreeEdit.update(draft, root, { patches: new Map([[page, patch]]), now })
          })
        yield* write({ space: docs }, "a", { kind: "anchor", page: pets.id, anchor: "get_cats" })
        yield* write({ space: docs }, "b", { kind: "page", page: stores.id })
        const statuses = (of: { readonly space: string; readonly changeRequest?: string } = { space: docs }) =>
          Effect.map(by(links.list(of, {}, all)), ({ items }) =>
            items.flatMap(({ relation, status, targetReference }) =>
              relation === "dependsOn" ? [] : [`${status} ${targetReference?.kind ?? "nothing"}`]
            )
          )
        assert.deepStrictEqual(yield* statuses(), ["ok page", "ok page"])
        const back = yield* by(links.pageBacklinks({ space: docs }, pets.id, all))
        assert.strictEqual(back.items.length, 1)
        const neighbors = yield* by(links.metaLinks({ space: docs }, stores.id))
        assert.deepStrictEqual([neighbors["previous"]?.page.title, neighbors["next"]?.page.title], ["Pets", "Second"])

        yield* describe(described({ Pets: ["pets"], Stores: ["stores"] }))
        yield* run
        assert.deepStrictEqual(yield* statuses(), ["broken page", "ok page"])
        yield* describe(described({ Pets: ["pets", "cats"] }))
        yield* run
        assert.deepStrictEqual(yield* statuses(), ["ok page", "broken nothing"])
        yield* remove({ space: docs }, ["c"])
        assert.deepStrictEqual(yield* statuses(), ["broken nothing", "broken nothing"])
        yield* insert({ space: docs }, [placeholder("c")])
        assert.deepStrictEqual(yield* statuses(), ["ok page", "broken nothing"])

        const other = yield* space("Other")
        yield* insert({ space: other }, [document("o", "Other")])
        yield* write({ space: other }, "o", { kind: "page", space: docs, page: pets.id })
        assert.deepStrictEqual(yield* statuses({ space: other }), ["ok page"])
      })
    )
  })
}
