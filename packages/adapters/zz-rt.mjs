import { readFileSync } from "node:fs"
import { Markdown } from "@quire/core"
import { Effect } from "effect"

const { layer } = await import("/work/wt/generators/packages/adapters/dist/markdown/MarkdownAdapter.js")
const m = await Effect.runPromise(
  Effect.provide(
    Effect.gen(function* () {
      return yield* Markdown.Markdown
    }),
    layer
  )
)
const p = m.parse(readFileSync(process.argv[2], "utf8"), { dialect: process.argv[3] })
const a = m.print(p.document)
const b = m.print(m.parse(a, { dialect: "generators" }).document)
if (process.argv[4]) console.log(a)
const x = a.split("\n"),
  y = b.split("\n")
for (let i = 0; i < x.length; i++)
  if (x[i] !== y[i]) {
    console.log(i, JSON.stringify(x.slice(i, i + 3)), JSON.stringify(y.slice(i, i + 3)))
    break
  }
console.log(p.warnings.map((w) => w.reason).join("\n"))
