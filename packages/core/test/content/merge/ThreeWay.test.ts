import { assert, describe, it } from "@effect/vitest"
import type { CanonicalJson } from "@quire/core"
import { Document, Root } from "@quire/core"
import type { PageInput } from "@quire/core/internal"
import { ThreeWay, TreeEdit } from "@quire/core/internal"
import { Effect } from "effect"
import { fixture } from "../tree/support.ts"
import { page, paragraph, type Workshop, workshop } from "./workshop.ts"

type Choice = "primary" | "changed" | { readonly content: CanonicalJson.Json }
type Choices = { readonly [key: string]: Choice }

/** Merges two histories of one base; a marker value on each side prevents shortcuts. */
const meeting = (base: (begin: Workshop) => Workshop, strictness: "block" | "page" = "block") => {
  const draft = fixture().draft()
  const before = base(workshop(draft))
  return (primary: (base: Workshop) => Workshop, changed: (base: Workshop) => Workshop, choices: Choices = {}) => {
    const merged = Effect.runSync(
      ThreeWay.merge(draft, {
        base: before.root,
        primary: primary(before).value("mark-p", true).root,
        changed: changed(before).value("mark-c", true).root,
        choices: new Map(Object.entries(choices)),
        strictness
      })
    )
    const conflicts = merged._tag === "Conflicts" ? merged.conflicts : []
    return {
      conflicts,
      keys: conflicts.map(({ key }) => key),
      unused: merged._tag === "Clean" ? merged.unused : [],
      result: merged._tag === "Clean" ? workshop(draft, merged.root) : undefined
    }
  }
}

describe("the merge table (rule merge-table)", () => {
  /** Base, changed, primary, and the expected result; `!` is a conflict. */
  const rows = ["AAA A", "ABB B", "ABC !", "AAB B", "ABA B", "AXX X", "ABX !", "AXB !", "AAX X", "AXA X"]
  type Letter = "A" | "B" | "C" | "X"

  interface Thing {
    readonly set: (self: Workshop, letter: Letter) => Workshop
    readonly get: (self: Workshop) => unknown
    readonly seen: (letter: Letter) => unknown
    readonly double: string
    readonly existence: string
  }

  const given = (set: (self: Workshop, letter: Letter) => Workshop) => (self: Workshop, letter: Letter) =>
    letter === "X" ? self : set(self, letter)

  const itself = (letter: Letter) => (letter === "X" ? undefined : letter)
  const places = { A: null, B: "q1", C: "q2", X: undefined }

  const things: { readonly [name: string]: Thing } = {
    "a page's title": {
      set: given((self, title) => self.insert(null, [page("x", { title, slug: "x" })])),
      get: (self) => self.page("x")?.title,
      seen: itself,
      double: "page/x/title",
      existence: "page/x"
    },
    "a page itself, by a field of its layout": {
      set: given((self, letter) => self.insert("q1", [page("x", { layout: layouts[letter] })])),
      get: (self) => {
        const found = self.page("x")
        return found?.type === "document" ? [found.layout.width, found.layout.coverSize] : undefined
      },
      seen: (letter) => ({ A: ["default", "full"], B: ["wide", "full"], C: ["default", "hero"], X: undefined })[letter],
      double: "",
      existence: "page/x"
    },
    "a page's parent": {
      set: given((self, letter) => self.insert(places[letter] ?? null, [page("x")])),
      get: (self) => self.page("x")?.parent,
      seen: (letter) => places[letter],
      double: "page/x/parent",
      existence: "page/x"
    },
    "a file's name": {
      set: given((self, name) => self.file("f", name)),
      get: (self) => self.nameOf("f"),
      seen: itself,
      double: "file/f/name",
      existence: "file/f"
    },
    "a reusable content's title": {
      set: given((self, title) => self.reusable("r", title)),
      get: (self) => self.content("r")?.title,
      seen: itself,
      double: "reusable-content/r/title",
      existence: "reusable-content/r"
    },
    "a value": {
      set: given((self, value) => self.value("v", value)),
      get: (self) => self.values().get("v"),
      seen: itself,
      double: "value/v",
      existence: "value/v"
    }
  }

  const layouts = { A: {}, B: { width: "wide" }, C: { coverSize: "hero" }, X: {} } as const

  for (const [name, { set, get, seen, double, existence }] of Object.entries(things)) {
    for (const row of rows) {
      it(`holds for ${name}: ${row}`, () => {
        const draft = fixture().draft()
        const begin = workshop(draft).insert(null, [page("q1"), page("q2")])
        const [base, changed, primary, outcome] = ["A", "B", "C", "X"] as const
        const letters = [base, changed, primary, outcome]
        const letter = (at: number) => letters.find((each) => each === row[at])
        const rootOf = (at: number) => set(begin, letter(at) ?? "X")
        const merge = (choices: Choices = {}) =>
          Effect.runSync(
            ThreeWay.merge(draft, {
              base: rootOf(0).root,
              changed: rootOf(1).value("mark-c", true).root,
              primary: rootOf(2).value("mark-p", true).root,
              choices: new Map(Object.entries(choices))
            })
          )
        const value = (merged: ThreeWay.MergeResult) =>
          merged._tag === "Clean" ? get(workshop(draft, merged.root)) : merged.conflicts.map(({ key }) => key)
        if (row.endsWith("!") && !(row === "ABC !" && double === "")) {
          const key = row === "ABC !" ? double : existence
          assert.deepStrictEqual(value(merge()), [key])
          assert.deepStrictEqual(value(merge({ [key]: "changed" })), seen(letter(1) ?? "X"))
          assert.deepStrictEqual(value(merge({ [key]: "primary" })), seen(letter(2) ?? "X"))
        } else if (row === "ABC !") assert.deepStrictEqual(value(merge()), ["wide", "hero"])
        else assert.deepStrictEqual(value(merge()), seen(letter(4) ?? "X"))
      })
    }
  }
})

describe("a deletion against a change", () => {
  const tree = (begin: Workshop) =>
    begin.insert(null, [page("r", { pages: [page("x", { pages: [page("z")] }), page("y")] }), page("s"), page("t")])
  const merge = meeting(tree)

  it("merges cleanly where the other side made no change", () => {
    const { result } = merge(
      (base) => base.remove("r"),
      (base) => base.update({ s: { title: "S" } })
    )
    assert.deepStrictEqual(result?.children(null), ["s", "t"])
    assert.strictEqual(result?.page("x"), undefined)
  })

  it("merges cleanly where the other side only caused a new number in the slug", () => {
    const numbering = (base: Workshop) =>
      base
        .move("t", "r")
        .insert(null, [page("new", { title: "t" })])
        .move("t", null)
    const removing = (base: Workshop) => base.remove("t")
    for (const [primary, changed] of [[numbering, removing] as const, [removing, numbering] as const]) {
      const { keys, result } = merge(primary, changed)
      assert.deepStrictEqual(keys, [])
      assert.deepStrictEqual(result?.children(null), ["r", "s", "new"])
    }
    const naming = (base: Workshop) => base.update({ t: { slug: "t-2" } })
    assert.deepStrictEqual(merge(naming, removing).keys, ["page/t"])
  })

  const cases: { readonly [name: string]: readonly [(base: Workshop) => Workshop, string, string, string] } = {
    // what the other side did; the conflict; children of r and x when it is kept; the top when it is given up
    "an edit": [(base) => base.update({ x: { title: "X" } }), "page/x", "x/", "s t"],
    "an edit below": [(base) => base.update({ z: { title: "Z" } }), "page/z", "x/z", "s t"],
    "a new page below": [(base) => base.insert("x", [page("n", { pages: [page("m")] })]), "page/x", "x/n", "s t"],
    "a page moved in": [(base) => base.move("s", "x"), "page/x", "x/s", "s t"],
    "a page moved within": [(base) => base.move("z", "r"), "page/z", "z/", "s t"]
  }
  for (const [name, [edit, key, kept, top]] of Object.entries(cases)) {
    it(`conflicts with ${name}`, () => {
      const removing = (base: Workshop) => base.remove("r")
      assert.deepStrictEqual(merge(removing, edit).keys, [key])
      assert.deepStrictEqual(merge(edit, removing).keys, [key])
      for (const side of ["primary", "changed"] as const) {
        const choose = (choice: Choice) =>
          side === "primary" ? merge(removing, edit, { [key]: choice }) : merge(edit, removing, { [key]: choice })
        const found = choose(side === "primary" ? "changed" : "primary").result
        assert.strictEqual(`${found?.children("r").join(" ")}/${found?.children("x").join(" ")}`, kept)
        const given = choose(side).result
        assert.strictEqual(given?.children(null).join(" "), top)
        assert.deepStrictEqual(
          [given?.page("n"), given?.page("m"), given?.page("z")],
          [undefined, undefined, undefined]
        )
      }
    })
  }

  it("removes a child page when the page above is given up, and applies the choice to both (rule merge-resolve)", () => {
    const removing = (base: Workshop) => base.remove("r")
    const editing = (base: Workshop) => base.update({ r: { title: "R" }, z: { title: "Z" } })
    assert.deepStrictEqual(merge(removing, editing).keys, ["page/r", "page/z"])
    const { result, unused } = merge(removing, editing, { "page/r": "primary", "page/z": "changed" })
    assert.deepStrictEqual(result?.children(null), ["s", "t"])
    assert.deepStrictEqual(unused, [])
    assert.deepStrictEqual(merge(removing, editing, { "page/z": "changed" }).keys, ["page/r"])
  })

  it("moves a page back to the other side's position when its new parent is given up", () => {
    const moving = (base: Workshop) => base.move("z", "s")
    const removing = (base: Workshop) => base.remove("s")
    assert.deepStrictEqual(merge(moving, removing).keys, ["page/s"])
    const { result } = merge(moving, removing, { "page/s": "changed" })
    assert.deepStrictEqual([result?.page("z")?.parent, result?.children("x")], ["x", ["z"]])
    assert.deepStrictEqual(merge(removing, moving, { "page/s": "primary" }).result?.page("z")?.parent, "x")
  })

  it("puts pages without a place in one order, independent of their side", () => {
    const apart = meeting((begin) =>
      begin.insert(null, [page("r", { pages: [page("y")] }), page("s", { pages: [page("m")] }), page("t")])
    )
    const first = (base: Workshop) => base.move("y", "s").remove("r")
    const second = (base: Workshop) => base.move("m", "r").remove("s")
    const choices = { "page/r": "primary", "page/s": "changed" } as const
    assert.deepStrictEqual(apart(first, second, choices).result?.children(null), ["t", "m", "y"])
    const swapped = { "page/r": "changed", "page/s": "primary" } as const
    assert.deepStrictEqual(apart(second, first, swapped).result?.children(null), ["t", "m", "y"])
  })

  it("does not treat a timestamp as an edit", () => {
    const removing = (base: Workshop) => base.remove("r")
    const restless = (base: Workshop) => base.update({ z: { title: "Z" } }).update({ z: { title: "z" } })
    assert.deepStrictEqual(merge(removing, restless).result?.children(null), ["s", "t"])
    assert.deepStrictEqual(merge(restless, removing).result?.children(null), ["s", "t"])
  })

  it("puts a page without a place on both sides at the top", () => {
    const first = (base: Workshop) => base.move("y", "s").remove("r")
    const second = (base: Workshop) => base.remove("s")
    assert.deepStrictEqual(merge(first, second).keys, ["page/s"])
    const { result } = merge(first, second, { "page/s": "changed" })
    assert.deepStrictEqual(result?.children(null), ["t", "y"])
    assert.strictEqual(result?.page("y")?.parent, null)
  })
})

describe("a move", () => {
  const merge = meeting((begin) => begin.insert(null, [page("a"), page("b"), page("c"), page("d")]))

  it("conflicts when it creates a cycle, and is resolved by one choice (rule merge-structure)", () => {
    const first = (base: Workshop) => base.move("a", "b")
    const second = (base: Workshop) => base.move("b", "c").move("c", "a")
    const { conflicts, keys } = merge(first, second)
    assert.deepStrictEqual(keys, ["page/a/parent", "page/b/parent", "page/c/parent"])
    assert.deepStrictEqual(
      conflicts.map(({ base, primary, changed }) => [base, primary, changed]),
      [
        [null, "b", null],
        [null, null, "c"],
        [null, null, "a"]
      ]
    )
    const { result } = merge(first, second, { "page/b/parent": "primary" })
    assert.deepStrictEqual([result?.path("a"), result?.path("c")], ["b/a", "b/a/c"])
    const back = merge(first, second, { "page/a/parent": { content: "d" } })
    assert.deepStrictEqual([back.result?.path("b"), back.unused], ["d/a/c/b", []])
    const both = { "page/a/parent": "primary", "page/b/parent": "changed", "page/c/parent": "changed" } as const
    assert.deepStrictEqual(merge(first, second, both).keys, keys)
  })

  it("conflicts when both sides choose different parents, and accepts any parent that can hold pages (rule merge-structure)", () => {
    const [first, second] = [(base: Workshop) => base.move("a", "b"), (base: Workshop) => base.move("a", "c")]
    assert.deepStrictEqual(merge(first, second).keys, ["page/a/parent"])
    const placed = (content: CanonicalJson.Json) => {
      const { keys, result } = merge(first, second, { "page/a/parent": { content } })
      return result === undefined ? keys : result.page("a")?.parent
    }
    assert.strictEqual(placed("d"), "d")
    assert.deepStrictEqual(merge(first, second, { "page/a/parent": { content: "d" } }).result?.children("d"), ["a"])
    assert.strictEqual(placed(null), null)
    const { result } = merge(first, second, { "page/a/parent": { content: null } })
    assert.deepStrictEqual(result?.redirects(), [["b/a", "a"]])
    for (const wrong of ["nobody", "a", 1]) assert.deepStrictEqual(placed(wrong), ["page/a/parent"])
  })

  it("keeps the order in which each side put the other siblings", () => {
    const { result } = merge(
      (base) => base.move("d", null, 0),
      (base) => base.move("c", null, 0)
    )
    assert.deepStrictEqual(result?.children(null), ["d", "c", "a", "b"])
    const apart = merge(
      (base) => base.move("b", null, 0),
      (base) => base.move("d", null, 2)
    )
    assert.deepStrictEqual(apart.result?.children(null), ["b", "a", "d", "c"])
  })

  it("conflicts when the orders of siblings exclude each other (rule merge-order)", () => {
    const [first, second] = [(base: Workshop) => base.move("b", null, 0), (base: Workshop) => base.move("c", null, 1)]
    const { conflicts } = merge(first, second)
    assert.deepStrictEqual(conflicts, [
      {
        key: "order/",
        kind: "order",
        base: ["a", "b", "c", "d"],
        primary: ["b", "a", "c", "d"],
        changed: ["a", "c", "b", "d"]
      }
    ])
    const order = (choice: Choice) => merge(first, second, { "order/": choice }).result?.children(null).join("")
    assert.strictEqual(order("primary"), "bacd")
    assert.strictEqual(order("changed"), "acbd")
    assert.strictEqual(order({ content: ["d", "c", "b", "a"] }), "dcba")
    for (const wrong of [["a", "b", "c"], ["a", "b", "c", "c"], "abcd"]) assert.isUndefined(order({ content: wrong }))
    const grown = (base: Workshop) => second(base).insert(null, [page("n")])
    const [shown] = merge(first, grown).conflicts
    for (const side of ["primary", "changed"] as const) {
      assert.deepStrictEqual(merge(first, grown, { "order/": side }).result?.children(null), shown?.[side])
    }
  })
})

describe("the merge of a page's timestamps", () => {
  it("takes the earliest and the latest when both sides created the page", () => {
    const draft = fixture().draft()
    const made = (now: number) =>
      workshop(draft, Effect.runSync(TreeEdit.insert(draft, Root.empty, { parent: null, pages: [page("a")], now })))
    for (const [primary, changed] of [
      [3, 5],
      [5, 3]
    ] as const) {
      const sides = { primary: made(primary).root, changed: made(changed).value("mark", true).root }
      const merged = Effect.runSync(ThreeWay.merge(draft, { base: Root.empty, ...sides }))
      const found = merged._tag === "Clean" ? workshop(draft, merged.root).page("a") : undefined
      assert.deepStrictEqual([found?.createdAt, found?.updatedAt], [3, 5])
    }
  })

  it("takes the earliest and the latest of both sides, without a conflict", () => {
    const draft = fixture().draft()
    const base = workshop(draft).insert(null, [page("a")]).root
    const updated = (patch: PageInput.Patch, now: number) =>
      Effect.runSync(TreeEdit.update(draft, base, { patches: new Map([["a", patch]]), now }))
    const [titled, rocket] = [updated({ title: "New" }, 5), updated({ emoji: "🚀" }, 7)]
    for (const [primary, changed] of [
      [titled, rocket],
      [rocket, titled]
    ] as const) {
      const merged = Effect.runSync(ThreeWay.merge(draft, { base, primary, changed }))
      const found = merged._tag === "Clean" ? workshop(draft, merged.root).page("a") : undefined
      assert.deepStrictEqual([found?.title, found?.emoji, found?.createdAt, found?.updatedAt], ["New", "🚀", 1, 7])
    }
  })
})

describe("a conflict", () => {
  it("has the title or name of its subject in primary", () => {
    const all = (self: Workshop) =>
      self
        .insert(null, [page("a", { title: "Old" })])
        .reusable("r", "Old")
        .file("f", "old.txt", "one")
    const { conflicts } = meeting(all)(
      (base) =>
        base
          .update({ a: { title: "Mine" } })
          .reusable("r", "Mine")
          .file("f", "mine.txt", "one"),
      (base) =>
        base
          .update({ a: { title: "Theirs" } })
          .reusable("r", "Theirs")
          .file("f", "theirs.txt", "one")
    )
    assert.deepStrictEqual(
      conflicts.map(({ key, title }) => [key, title]),
      [
        ["file/f/name", "mine.txt"],
        ["page/a/title", "Mine"],
        ["reusable-content/r/title", "Mine"]
      ]
    )
  })
})

describe("a slug", () => {
  const merge = meeting((begin) => begin.insert(null, [page("a"), page("b"), page("c")]))

  it("gets a number on the incoming side when it collides (rule merge-structure)", () => {
    const { result } = merge(
      (base) => base.update({ a: { title: "Same" } }),
      (base) => base.update({ b: { title: "Same" } }).insert(null, [page("n", { title: "Same" })])
    )
    assert.deepStrictEqual([result?.path("a"), result?.path("b"), result?.path("n")], ["same", "same-3", "same-2"])
    assert.deepStrictEqual([result?.at("b"), result?.at("a"), result?.at("same")], ["b", "a", "a"])
    assert.strictEqual(result?.remove("a").at("same"), "b")
  })

  it("keeps the side's value, and is reused where the side freed it", () => {
    const { result } = merge(
      (base) => base.update({ a: { title: "Away" } }),
      (base) => base.remove("c").insert(null, [page("n", { title: "A" }), page("m", { title: "C" })])
    )
    assert.deepStrictEqual([result?.path("a"), result?.path("n"), result?.path("m")], ["away", "a-2", "c"])
  })

  it("conflicts when both sides set it by hand, and not when it follows the title", () => {
    const hand = (slug: string) => (base: Workshop) => base.update({ a: { slug } })
    assert.deepStrictEqual(merge(hand("one"), hand("two")).keys, ["page/a/slug"])
    assert.strictEqual(merge(hand("one"), hand("two"), { "page/a/slug": "changed" }).result?.path("a"), "two")
    const given = merge(hand("one"), hand("two"), { "page/a/slug": { content: "My Own" } })
    assert.strictEqual(given.result?.path("a"), "my-own")
    const titled = (base: Workshop) => base.update({ a: { title: "New" } })
    assert.strictEqual(merge(hand("one"), titled).result?.path("a"), "one")
    const other = (base: Workshop) => base.update({ a: { title: "Other" } })
    assert.deepStrictEqual(merge(titled, other).keys, ["page/a/title"])
    const { result } = merge(titled, other, { "page/a/title": { content: "Third" } })
    assert.deepStrictEqual([result?.page("a")?.title, result?.path("a"), result?.at("new")], ["Third", "third", "a"])
    assert.deepStrictEqual(merge(titled, other, { "page/a/title": { content: 3 } }).keys, ["page/a/title"])
  })

  it("leaves no redirect at the page's own path when it falls back to it", () => {
    const numbered = meeting((begin) => begin.insert(null, [page("b", { title: "Same 2" })]))
    const { result } = numbered(
      (base) => base.insert(null, [page("n", { title: "Same" })]),
      (base) => base.update({ b: { slug: "same" } })
    )
    assert.strictEqual(result?.path("b"), "same-2")
    assert.deepStrictEqual(result?.redirects(), [["/same", "b"]])
  })

  it("merges again without a difference when it follows the title back to its previous path", () => {
    const draft = fixture().draft()
    const base = workshop(draft).insert(null, [page("b", { title: "Other", slug: "same-2" }), page("a")])
    const primary = base.update({ b: { title: "Same" } }).insert(null, [page("n", { title: "Same" })])
    const changed = base.update({ b: { slug: null } })
    const merge = (roots: { base: string; primary: string; changed: string }) => {
      const merged = Effect.runSync(ThreeWay.merge(draft, roots))
      return workshop(draft, merged._tag === "Clean" ? merged.root : "")
    }
    const once = merge({ base: base.root, primary: primary.root, changed: changed.root })
    assert.strictEqual(once.path("b"), "same-2")
    const again = merge({ base: primary.root, primary: primary.value("next", true).root, changed: once.root })
    assert.strictEqual(again.root, once.value("next", true).root)
  })

  it("keeps a redirect from a path that one side took again and the resolution releases", () => {
    const back = meeting((begin) => begin.insert(null, [page("a")]).update({ a: { slug: "former" } }))
    const { result } = back(
      (base) => base.update({ a: { slug: "a" } }),
      (base) => base.update({ a: { slug: "away" } }),
      { "page/a/slug": "changed" }
    )
    assert.deepStrictEqual(
      ["away", "a", "former"].map((path) => result?.at(path)),
      ["a", "a", "a"]
    )
  })

  it("does not count as chosen by a side when it got its number from a move", () => {
    const family = meeting((begin) =>
      begin.insert(null, [
        page("x", { slug: "same" }),
        page("p", { pages: [page("a", { slug: "same" })] }),
        page("q", { pages: [page("b", { slug: "same" })] })
      ])
    )
    const moving = (parent: string) => (base: Workshop) => base.move("x", parent)
    const naming = (base: Workshop) => base.update({ x: { slug: "own" } })
    assert.strictEqual(family(moving("p"), naming).result?.path("x"), "p/own")
    assert.strictEqual(family(naming, moving("p")).result?.path("x"), "p/own")
    assert.strictEqual(family((base) => base, moving("p")).result?.path("x"), "p/same-2")
    const twice = (base: Workshop) => base.insert("q", [page("c", { slug: "same-2" })]).move("x", "q")
    assert.deepStrictEqual(family(moving("p"), twice).keys, ["page/x/parent"])
    const { result } = family(moving("p"), twice, { "page/x/parent": "changed" })
    assert.strictEqual(result?.path("x"), "q/same-3")
  })

  it("leaves the redirect of another page when the requested value is taken", () => {
    const stood = meeting((begin) => begin.insert(null, [page("a")]).update({ a: { slug: "away" } }))
    const { result } = stood(
      (base) => base.insert(null, [page("n", { slug: "a" })]),
      (base) => base.insert(null, [page("m", { slug: "a" })])
    )
    assert.strictEqual(result?.path("m"), "a-2")
    assert.strictEqual(result?.remove("n").at("a"), "a")
  })

  it("redirects to the page of primary when a page of each side left the path", () => {
    const left = meeting((begin) => begin.insert(null, [page("b"), page("c")]).insert("b", [page("a")]))
    const leave = (base: Workshop) => base.move("a", "c")
    const follow = (base: Workshop) =>
      leave(base)
        .insert("b", [page("n", { slug: "a" })])
        .move("n", null)
    assert.strictEqual(left(leave, follow).result?.at("b/a"), "a")
    assert.strictEqual(left(follow, leave).result?.at("b/a"), "n")
  })

  it("keeps a redirect from a path that only the merge releases", () => {
    const { result } = merge(
      (base) => base.move("a", "b"),
      (base) => base.update({ a: { title: "New" } })
    )
    assert.strictEqual(result?.path("a"), "b/new")
    assert.deepStrictEqual([result?.at("a"), result?.at("b/a")], ["a", "a"])
  })
})

describe("a document", () => {
  const both = (begin: Workshop) =>
    begin
      .insert(null, [page("a"), page("b")])
      .write("a", "one", "two")
      .reusable("r", "R", begin.text("one", "two"))
  const merge = meeting(both)
  const strict = meeting(both, "page")
  const first = (base: Workshop) => base.write("a", "1", "two")
  const second = (base: Workshop) => base.write("a", "one", "2")
  const clash = (base: Workshop) => base.write("a", "eins", "2")

  it("merges block by block", () => {
    assert.deepStrictEqual(merge(first, second).result?.lines("a"), ["1", "2"])
    const contents = merge(
      (base) => base.reusable("r", "R", base.text("1", "two")),
      (base) => base.reusable("r", "S", base.text("one", "2"))
    )
    const hash = contents.result?.content("r")?.document
    assert.deepStrictEqual([contents.result?.content("r")?.title, hash], ["S", contents.result?.text("1", "2")])
  })

  it("conflicts by block, and accepts a resolution for the block or for the whole", () => {
    const { conflicts } = merge(first, clash)
    assert.deepStrictEqual(
      conflicts.map(({ key, kind, page, block }) => [key, kind, page, block]),
      [["page/a/document/block/k0/text", "text", "a", "k0"]]
    )
    const lines = (choices: Choices) => merge(first, clash, choices).result?.lines("a")
    assert.deepStrictEqual(lines({ "page/a/document/block/k0/text": "changed" }), ["eins", "2"])
    assert.deepStrictEqual(lines({ "page/a/document": "primary" }), ["1", "two"])
    const content = { object: "document", data: { schemaVersion: 1 }, nodes: [paragraph("own", 0)] }
    assert.deepStrictEqual(lines({ "page/a/document": { content } }), ["own"])
    assert.isUndefined(lines({ "page/a/document": { content: { ...content, nodes: "none" } } }))
    assert.deepStrictEqual(merge(first, second, { "page/a/document": { content } }).unused, ["page/a/document"])
  })

  it("conflicts when one side emptied it and the other edited it", () => {
    const emptied = (base: Workshop) => base.update({ a: { document: null } })
    assert.deepStrictEqual(merge(emptied, first).keys, ["page/a/document"])
    assert.deepStrictEqual(merge(emptied, first, { "page/a/document": "changed" }).result?.lines("a"), ["1", "two"])
    assert.deepStrictEqual(merge(emptied, first, { "page/a/document": "primary" }).result?.lines("a"), undefined)
  })

  it("conflicts when the merged document is too large", () => {
    const half = "x".repeat(Document.limits.bytes * 0.6)
    const { conflicts } = merge(
      (base) => base.write("a", half, "two"),
      (base) => base.write("a", "one", half)
    )
    assert.deepStrictEqual(
      conflicts.map(({ key, kind }) => [key, kind]),
      [["page/a/document", "field"]]
    )
  })

  it("forms one unit with the fields of its page when double edits are not allowed", () => {
    const key = "page/a/document"
    assert.deepStrictEqual(strict(first, second).keys, [key])
    assert.deepStrictEqual(strict(first, first).keys, [])
    const [rocket, titled] = [
      (base: Workshop) => base.update({ a: { emoji: "🚀" } }),
      (base: Workshop) => base.update({ a: { title: "New" } })
    ]
    assert.deepStrictEqual(strict(rocket, titled).keys, [key])
    const chosen = strict(rocket, titled, { [key]: "changed" }).result?.page("a")
    assert.deepStrictEqual([chosen?.title, chosen?.emoji], ["New", undefined])
    const content = { object: "document", data: { schemaVersion: 1 }, nodes: [paragraph("own", 0)] }
    const { result } = strict(first, titled, { [key]: { content } })
    assert.deepStrictEqual([result?.lines("a"), result?.page("a")?.title], [["own"], "New"])
    const contents = (document: string, title: string) => (base: Workshop) =>
      base.reusable("r", title, base.text(document))
    assert.deepStrictEqual(strict(contents("1", "R"), contents("one", "S")).keys, ["reusable-content/r/document"])
    assert.deepStrictEqual(strict(rocket, (base) => base.move("a", "b")).keys, [])
  })
})

describe("the merge of files and values", () => {
  const merge = meeting((begin) => begin.file("f", "a.txt").value("v", 1))

  it("keeps the description of a file together with its bytes", () => {
    const replaced = (blob: string) => (base: Workshop) => base.file("f", "a.txt", blob)
    const renamed = (base: Workshop) => base.file("f", "b.txt")
    const { result } = merge(replaced("longer bytes"), renamed)
    assert.deepStrictEqual([result?.nameOf("f"), result?.blobOf("f")], ["b.txt", "longer bytes"])
    assert.deepStrictEqual(merge(replaced("x"), replaced("yy")).keys, ["file/f/blob"])
    assert.strictEqual(merge(replaced("x"), replaced("yy"), { "file/f/blob": "changed" }).result?.blobOf("f"), "yy")
    const wrong = merge(replaced("x"), replaced("yy"), { "file/f/blob": { content: { blob: "z" } } })
    assert.deepStrictEqual(wrong.keys, ["file/f/blob"])
  })

  it("accepts content as a resolution", () => {
    const valued = (value: number) => (base: Workshop) => base.value("v", value)
    const { result, unused } = merge(valued(2), valued(3), { "value/v": { content: [4] }, "value/w": "primary" })
    assert.deepStrictEqual([result?.values().get("v"), unused], [[4], ["value/w"]])
  })
})

describe("a merge without a difference", () => {
  it("does no work", () => {
    const draft = fixture().draft()
    const base = workshop(draft).insert(null, [page("a")])
    const other = base.update({ a: { title: "B" } })
    const merge = (roots: { base: string; primary: string; changed: string }) =>
      Effect.runSync(ThreeWay.merge(draft, { ...roots, choices: new Map([["page/a", "primary"]]) }))
    for (const [from, primary, changed, root] of [
      [base, other, base, other],
      [base, base, other, other],
      [base, other, other, other]
    ] as const) {
      assert.deepStrictEqual(merge({ base: from.root, primary: primary.root, changed: changed.root }), {
        _tag: "Clean",
        root: root.root,
        unused: ["page/a"]
      })
    }
  })

  it("reads only the edited parts of large spaces", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const readsOf = Effect.fnUntraced(function* (size: number) {
          const { counted, draft, store } = fixture()
          const work = draft()
          const pages = Array.from({ length: size }, (_, index) => page(`p${index}`))
          const base = workshop(work).insert(null, pages)
          const primary = base.update({ p1: { title: "One" } }).insert(null, [page("n")])
          const changed = base.update({ p2: { title: "Two" } })
          for (const { root } of [base, primary, changed]) store(work, root)
          const roots = { base: base.root, primary: primary.root, changed: changed.root }
          const { read, value } = yield* counted(ThreeWay.merge(draft(), roots))
          assert.strictEqual(value._tag, "Clean")
          return read
        })
        assert.isAtMost(yield* readsOf(3_000), (yield* readsOf(40)) * 5)
      })
    ))
})
