import { assert, describe, layer } from "@effect/vitest"
import { ChangeRequests, ContentEdits, Contents, Merging, Spaces } from "@quire/core"
import { Effect } from "effect"
import { as, memory, postgres } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

type Lines = ReadonlyArray<string>

interface Fork {
  readonly base: Lines
  readonly primary: Lines
  readonly changed: Lines
}

const table = (titles: string, ...rows: Lines): Lines => {
  const line = (cells: string) => `| ${cells.split(" ").join(" | ")} |`
  return [line(titles), line(titles.replace(/\S+/g, "---")), ...rows.map(line)].map((each) =>
    each.replaceAll("| _ |", "| |").replaceAll("| _ |", "| |")
  )
}

const plans = table("Plan People", "Free 3", "Team 20")
const priced = table("Plan People Price", "Free 3 0", "Team 20 90")
const withoutPrice = table("Plan People", "Free 3", "Team 20", "Club 40")
const withPrices = table("Plan People Price", "Free 3 0", "Team 20 95", "School 5 900")
const fenced = (...lines: Lines): Lines => ["```js", ...lines, "```"]
const tabs = (...titles: Lines): Lines => [
  "{% tabs %}",
  ...titles.flatMap((title) => [`{% tab title="${title}" %}`, `About ${title}.`, "{% endtab %}"]),
  "{% endtabs %}"
]
const steps = (...texts: Lines): Lines => [
  "{% stepper %}",
  ...texts.flatMap((text) => ["{% step %}", text, "{% endstep %}"]),
  "{% endstepper %}"
]
const expandable = (title: string): Lines => [
  "<details>",
  "",
  `<summary>${title}</summary>`,
  "",
  `About ${title}.`,
  "",
  "</details>",
  ""
]

/** What both sides add at one place: primary's part stands first. */
const additions: Readonly<Record<string, Fork & { readonly merged: Lines }>> = {
  "a row at the end of a table": {
    base: plans,
    primary: [...plans, "| Club | 40 |"],
    changed: [...plans, "| School | 900 |"],
    merged: [...plans, "| Club | 40 |", "| School | 900 |"]
  },
  "a row at the top of a table": {
    base: plans,
    primary: table("Plan People", "Club 40", "Free 3", "Team 20"),
    changed: table("Plan People", "School 900", "Free 3", "Team 20"),
    merged: table("Plan People", "Club 40", "School 900", "Free 3", "Team 20")
  },
  "a column of another name": {
    base: plans,
    primary: table("Plan People Price", "Free 3 0", "Team 20 90"),
    changed: table("Plan People Owner", "Free 3 Ann", "Team 20 Bob"),
    merged: table("Plan People Price Owner", "Free 3 0 Ann", "Team 20 90 Bob")
  },
  "an item of a list": {
    base: ["* one", "* two"],
    primary: ["* one", "* two", "* ours"],
    changed: ["* one", "* two", "* theirs"],
    merged: ["* one", "* two", "* ours", "* theirs"]
  },
  "an item in a list of an item": {
    base: ["* one", "  * two"],
    primary: ["* one", "  * two", "  * ours"],
    changed: ["* one", "  * two", "  * theirs"],
    merged: ["* one", "  * two", "  * ours", "  * theirs"]
  },
  "a paragraph": {
    base: ["one"],
    primary: ["one", "", "ours"],
    changed: ["one", "", "theirs"],
    merged: ["one", "", "ours", "", "theirs"]
  },
  "lines of code that end alike": {
    base: fenced("start()"),
    primary: fenced("start()", "if (a) {", "}"),
    changed: fenced("start()", "if (b) {", "}"),
    merged: fenced("start()", "if (a) {", "}", "if (b) {", "}")
  },
  "a tab": {
    base: tabs("A"),
    primary: tabs("A", "Ours"),
    changed: tabs("A", "Theirs"),
    merged: tabs("A", "Ours", "Theirs")
  },
  "a step": {
    base: steps("A"),
    primary: steps("A", "ours"),
    changed: steps("A", "theirs"),
    merged: steps("A", "ours", "theirs")
  },
  "an expandable": {
    base: expandable("A"),
    primary: [...expandable("A"), ...expandable("Ours")],
    changed: [...expandable("A"), ...expandable("Theirs")],
    merged: [...expandable("A"), ...expandable("Ours"), ...expandable("Theirs")]
  }
}

const setup = Effect.fnUntraced(function* ({ base, changed, primary }: Fork) {
  const world = yield* found
  const [spaces, edits, contents] = [yield* Spaces.Spaces, yield* ContentEdits.ContentEdits, yield* Contents.Contents]
  const [requests, merging] = [yield* ChangeRequests.ChangeRequests, yield* Merging.Merging]
  const boss = as(world.admin)
  const { id: space } = yield* boss(spaces.create(world.organization, { title: "Book", editMode: "live" }))
  const body = (lines: Lines) => ({ document: { markdown: lines.join("\n") } })
  const made = yield* boss(
    edits.apply({ space }, { changes: [{ operation: "insert_page", title: "Page", ...body(base) }] })
  )
  const [page = ""] = made.changes.flatMap((each) => (each.object === "created_page" ? [each.page.id] : []))
  const { id: changeRequest } = yield* boss(requests.create(space))
  const write = (lines: Lines) => ({ changes: [{ operation: "update_page" as const, page, ...body(lines) }] })
  yield* boss(edits.apply({ space }, write(primary)))
  yield* boss(edits.apply({ space, changeRequest }, write(changed)))
  const read = Effect.map(boss(contents.page({ space }, page, "markdown")), (view) =>
    view.type === "document" && "markdown" in view ? view.markdown.trim() : ""
  )
  return {
    read,
    /** Writes the page, and returns how it reads. */
    write: (lines: Lines) => Effect.andThen(boss(edits.apply({ space }, write(lines))), read),
    status: boss(merging.status(space, changeRequest)),
    merge: boss(merging.merge(space, changeRequest)),
    resolve: (resolution: Parameters<typeof merging.resolve>[2]) =>
      boss(merging.resolve(space, changeRequest, resolution))
  }
})

type Choice = "primary" | "changed"

interface Dispute extends Fork {
  /** The page when every conflict is decided for one side. */
  readonly decided: { readonly [C in Choice]: Lines }
}

const bothPrices = table("Plan People Price", "Free 3 0", "Team 20 95", "Club 40 _", "School 5 900")
const neitherPrice = table("Plan People", "Free 3", "Team 20", "Club 40", "School 5")

const disputes: Readonly<Record<string, Dispute>> = {
  "a column that primary drops, in which the request adds a value": {
    base: priced,
    primary: plans,
    changed: [...priced, "| School | 5 | 900 |"],
    decided: { primary: [...plans, "| School | 5 |"], changed: [...priced, "| School | 5 | 900 |"] }
  },
  "a column that primary drops, in which the request changes a value": {
    base: priced,
    primary: withoutPrice,
    changed: withPrices,
    decided: { primary: neitherPrice, changed: bothPrices }
  },
  "a column that the request drops, in which primary changes a value": {
    base: priced,
    primary: withPrices,
    changed: withoutPrice,
    decided: {
      primary: table("Plan People Price", "Free 3 0", "Team 20 95", "School 5 900", "Club 40 _"),
      changed: table("Plan People", "Free 3", "Team 20", "School 5", "Club 40")
    }
  },
  "a row that primary drops, in which the request changes a value": {
    base: plans,
    primary: table("Plan People", "Free 3"),
    changed: table("Plan People", "Free 3", "Team 25"),
    decided: { primary: table("Plan People", "Free 3"), changed: table("Plan People", "Free 3", "Team 25") }
  },
  "an empty cell that both fill": {
    base: table("Plan People", "Free 3", "Team _"),
    primary: table("Plan People", "Free 3", "Team 20"),
    changed: table("Plan People", "Free 3", "Team 25"),
    decided: { primary: table("Plan People", "Free 3", "Team 20"), changed: table("Plan People", "Free 3", "Team 25") }
  },
  "a column of one name that both add with other values": {
    base: plans,
    primary: table("Plan People Price", "Free 3 0", "Team 20 90"),
    changed: table("Plan People Price", "Free 3 0", "Team 20 95"),
    decided: {
      primary: table("Plan People Price", "Free 3 0", "Team 20 90"),
      changed: table("Plan People Price", "Free 3 0", "Team 20 95")
    }
  },
  "every cell of a row and a column, which primary drops": {
    base: priced,
    primary: table("Plan People", "Club 40", "Free 3"),
    changed: table("Plan People Price", "Free 3 1", "Team 21 91"),
    decided: {
      primary: table("Plan People", "Club 40", "Free 3"),
      changed: table("Plan People Price", "Club 40 _", "Free 3 1", "Team 21 91")
    }
  },
  "a row that primary wrote anew and the request edited": {
    base: plans,
    primary: table("Plan People", "Free 3", "Club 40"),
    changed: table("Plan People", "Free 3", "Group 21"),
    decided: {
      primary: table("Plan People", "Free 3", "Club 40"),
      changed: table("Plan People", "Free 3", "Group 21")
    }
  },
  "a cell that primary made a list and the request edited": {
    base: ["<table><thead><tr><th>Plan</th></tr></thead><tbody><tr><td>Team</td></tr></tbody></table>"],
    primary: [
      "<table><thead><tr><th>Plan</th></tr></thead><tbody><tr><td><ul><li>Club</li></ul></td></tr></tbody></table>"
    ],
    changed: ["<table><thead><tr><th>Plan</th></tr></thead><tbody><tr><td>Teams</td></tr></tbody></table>"],
    decided: {
      primary: [
        "<table><thead><tr><th>Plan</th></tr></thead><tbody><tr><td><ul><li>Club</li></ul></td></tr></tbody></table>"
      ],
      changed: ["<table><thead><tr><th>Plan</th></tr></thead><tbody><tr><td>Teams</td></tr></tbody></table>"]
    }
  }
}

for (const [store, engine] of [
  ["memory", memory],
  ["Postgres", postgres]
] as const) {
  describe(`a change request on ${store}`, () => {
    layer(engine)((it) => {
      for (const [what, { merged, ...fork }] of Object.entries(additions)) {
        it.effect(`keeps ${what} of both sides (rule merge-parts)`, () =>
          Effect.gen(function* () {
            const at = yield* setup(fork)
            assert.deepStrictEqual((yield* at.status).conflicts, [])
            yield* at.merge
            const found = yield* at.read
            assert.strictEqual(found, yield* at.write(merged))
          })
        )
      }

      for (const [what, { decided, ...fork }] of Object.entries(disputes)) {
        for (const choice of ["primary", "changed"] as const) {
          it.effect(`conflicts over ${what}, and ends with the choice of ${choice} (rule merge-parts)`, () =>
            Effect.gen(function* () {
              const at = yield* setup(fork)
              const { conflicts, expectedBase, expectedHead } = yield* at.status
              assert.isAbove(conflicts.length, 0)
              const resolutions = Object.fromEntries(conflicts.map(({ key }) => [key, choice]))
              yield* at.resolve({ resolutions, expectedBase, expectedHead })
              yield* at.merge
              const found = yield* at.read
              assert.strictEqual(found, yield* at.write(decided[choice]))
            })
          )
        }
      }
    })
  })
}
