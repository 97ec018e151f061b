import { assert, layer as sharing } from "@effect/vitest"
import { Actor, Document, DocumentWeight, Html, Markdown, UserId } from "@quire/core"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as HtmlAdapter from "../../src/html/HtmlAdapter.ts"
import * as MarkdownAdapter from "../../src/markdown/MarkdownAdapter.ts"
import { breakWeight, largest } from "../../src/markdown/MarkdownAdapter.ts"
import { longest, shortest } from "../../src/markdown/MarkdownTree.ts"
import { limits } from "../../src/text-process/TextProcesses.ts"
import { slowText, turns, whileTimePasses } from "../support/slowText.ts"

const weigh = (value: unknown) => DocumentWeight.weigh(value, Number.POSITIVE_INFINITY)

const adapters = Layer.merge(MarkdownAdapter.layer, HtmlAdapter.layer)

const doubtful = `:1f600: ${"word ".repeat(shortest / 5)}`

/** A text that takes too long, given up when its time is over. */
const givenUp = Effect.fnUntraced(function* (read: Markdown.Markdown["Service"]["read"]) {
  const reading = yield* Effect.forkChild(Effect.flip(read(slowText)), { startImmediately: true })
  yield* turns(20)
  assert.isUndefined(reading.pollUnsafe())
  yield* TestClock.adjust(limits.beginMilliseconds)
  return yield* Fiber.join(reading)
})

/** What `read` makes of what `parse` gives. */
const bounded = (page: Markdown.MarkdownPage): Markdown.BoundedPage => {
  const beyond = Document.findExceededLimit(page.document)
  return beyond === undefined ? page : { ...page, document: Document.empty, beyond }
}

const links = "# Title\n\n[a](a.md) ![b](b.png) [c](#c) [d](https://d.example) <https://e.example> [gone](gone.md)\n\n"

/** Answers in each of the three ways. */
const refOf = (target: string) => {
  if (target === "gone.md") return null
  return target === "a.md" ? ({ kind: "page", page: "page-a" } as const) : undefined
}

const texts: ReadonlyArray<readonly [what: string, text: string]> = [
  ["that is short", ":1f600:"],
  ["in doubt", doubtful],
  ["in doubt with links", `${links}${doubtful}`],
  ["that is long", links + "word *word*\n\n".repeat(longest / 10)],
  ["with a head", `---\ntitle: x\n---\n\n${links}${doubtful}`],
  ["with more signs than are paired", `# a\n\n${"*a ".repeat(5_000)}\n\n> deep\n\n${"b* ".repeat(5_000)}`],
  ["with more quotes than are read", `${">".repeat(3_000)} x`],
  ["that is sent in pieces, cut within a character", `a${"\u{1f600}".repeat(140_000)}`],
  ["that is hopeless", "- a\n".repeat(40_001)]
]

const ways: ReadonlyArray<readonly [what: string, options: Markdown.ReadOptions]> = [
  ["", {}],
  [", its targets resolved", { refOf }],
  [", its title in the document", { refOf, heading: "document" }],
  [", its title known", { refOf, heading: { repeats: "title" } }],
  [", another title known", { refOf, heading: { repeats: "other" } }]
]

/** A document that weighs so much, with a list, a table and a note in it. */
const weighing = (parse: Markdown.Parse, weight: number): Document.Document => {
  const { document } = parse("- one\n  - two\n\n|a|b|\n|-|-|\n|c|d|\n\nword[^1]\n\n[^1]: *note*\n\nend\n")
  const [last] = document.nodes.slice(-1)
  const one = weigh(last)
  const count = Math.floor((weight - weigh(document)) / one)
  const nodes = [...document.nodes, ...Array.from({ length: count }, () => last ?? [])].flat()
  const rest = weight - weigh({ ...document, nodes })
  return { ...document, data: { ...document.data, rest: Array.from({ length: rest - 1 }, () => 0) }, nodes }
}

sharing(adapters)("documents that are printed apart", (it) => {
  for (const weight of [largest - 100, largest, largest + 1, 2 * largest]) {
    it.effect(`returns the same text as in process: one of weight ${weight}`, () =>
      Effect.gen(function* () {
        const { parse, print, write } = yield* Markdown.Markdown
        const document = weighing(parse, weight)
        assert.strictEqual(weigh(document), weight)
        const writing = yield* Effect.forkChild(write(document, { heading: "document" }), { startImmediately: true })
        assert.strictEqual(writing.pollUnsafe() === undefined, weight > largest)
        assert.strictEqual(yield* Fiber.join(writing), print(document, { heading: "document" }))
      })
    )
  }

  it.effect("returns the same text as in process: one whose text has many line breaks", () =>
    Effect.gen(function* () {
      const { parse, print, write } = yield* Markdown.Markdown
      const broken = (breaks: number) => parse(`${"a\\\n".repeat(breaks)}b`).document
      const most = Math.floor((largest - weigh(broken(largest / breakWeight))) / breakWeight)
      for (const breaks of [most, most + 1]) {
        const document = broken(breaks)
        const writing = yield* Effect.forkChild(write(document), { startImmediately: true })
        assert.strictEqual(writing.pollUnsafe() === undefined, breaks > most)
        assert.strictEqual(yield* Fiber.join(writing), print(document))
      }
    })
  )

  it.effect("stops at the time limit, and prints the next", () =>
    Effect.gen(function* () {
      const { parse, print, write } = yield* Markdown.Markdown
      const document = weighing(parse, 2 * largest)
      assert.strictEqual((yield* whileTimePasses(Effect.flip(write(document))))._tag, "TextTooSlow")
      assert.strictEqual(yield* write(document), print(document))
    })
  )
})

sharing(adapters)("texts that are read apart", (it) => {
  for (const [what, text] of texts) {
    for (const [how, options] of ways) {
      it.effect(`returns the same page as in process: one ${what}${how}`, () =>
        Effect.gen(function* () {
          const { parse, read } = yield* Markdown.Markdown
          assert.deepStrictEqual(yield* read(text, options), bounded(parse(text, options)))
        })
      )
    }
  }

  it.effect("returns the same page as in process: pages of the web", () =>
    Effect.gen(function* () {
      const { parse, read } = yield* Html.Html
      const html = `<title>T</title><main><h1>T</h1><p><a href="a.md">a</a> <img src="b.png"></p>${"<p>word</p>".repeat(400)}</main>`
      for (const options of [{}, { refOf }, { refOf, baseUrl: "https://x.example/y" }]) {
        assert.deepStrictEqual(yield* read(html, options), parse(html, options))
      }
    })
  )

  it.effect("resolves each target once, and only real targets", () =>
    Effect.gen(function* () {
      const { read } = yield* Markdown.Markdown
      const targets: Array<string> = []
      const text = `[a](a.md) [again](a.md) \`[code](code.md)\` ${doubtful}`
      yield* read(text, { refOf: (target) => void targets.push(target) })
      assert.deepStrictEqual(targets, ["a.md"])
    })
  )

  it.effect("stops at the time limit, and reads the next (rule batch-time)", () =>
    Effect.gen(function* () {
      const { parse, read } = yield* Markdown.Markdown
      assert.strictEqual((yield* givenUp(read))._tag, "TextTooSlow")
      assert.deepStrictEqual(yield* read(doubtful), parse(doubtful))
    })
  )

  it.effect("leaves a process for other users when one user sends many texts", () =>
    Effect.gen(function* () {
      const { parse, read } = yield* Markdown.Markdown
      const as = (id: string) => Effect.provideService(Actor.Actor, Actor.user(UserId.make(id)))
      const many = Array.from({ length: 5 }, () => as("usergreedy")(read(slowText)))
      const greedy = yield* Effect.forEach(many, (each) => Effect.forkChild(each, { startImmediately: true }))
      assert.deepStrictEqual(yield* as("usermodest")(read(doubtful)), parse(doubtful))
      yield* Fiber.interruptAll(greedy)
      assert.deepStrictEqual(yield* as("usergreedy")(read(doubtful)), parse(doubtful))
    })
  )

  it.effect("stops at the memory limit", () =>
    Effect.gen(function* () {
      const { parse, read } = yield* Markdown.Markdown
      const wide = `:1f600:\n\n|${"a|".repeat(240_000)}\n|${"-|".repeat(240_000)}\n`
      const exit = yield* Effect.exit(read(wide))
      assert.isTrue(exit._tag === "Failure" || exit.value.warnings.some(({ name }) => name === "too-complex"))
      assert.deepStrictEqual(yield* read(doubtful), parse(doubtful))
    })
  )
})
