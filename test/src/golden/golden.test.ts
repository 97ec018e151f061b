import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { Rounds } from "@quire/core/testing"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { endpoints } from "../contract/endpoints.ts"
import * as Source from "../contract/source.ts"
import { memoryWith, postgresWith } from "../support/engine.ts"
import * as Server from "../support/server.ts"
import * as Chapter from "./chapter.ts"
import * as Still from "./still.ts"

/** Where the answers stand, a chapter an endpoint. */
const fileOf = (name: string) => fileURLToPath(new URL(`../../golden/${name}.jsonl`, import.meta.url))

/** `QUIRE_GOLDEN=record` writes down what memory answers, where something changed on purpose. */
const isRecording = process.env["QUIRE_GOLDEN"] === "record"

/** Every chapter that was ever written, the oldest first: a new one changes the number of no other. */
const listing = fileURLToPath(new URL("../../golden/chapters.txt", import.meta.url))
const numbered = readFileSync(listing, "utf8").trim().split("\n")
const fresh = endpoints
  .map(({ name }) => name)
  .filter((name) => !numbered.includes(name))
  .sort()
const numbers = new Map([...numbered, ...fresh].map((name, at) => [name, at]))

const chapters = [...endpoints].sort((left, right) => (left.name < right.name ? -1 : 1))

const recorded = (name: string) => (existsSync(fileOf(name)) ? readFileSync(fileOf(name), "utf8").split("\n") : [])

/** Postgres answers for a share of the chapters in a quick run. */
const share = Rounds.rounds(20, 1, 1)

/** Tell of integrations that earlier chapters published for everybody, so all of these must have been played. */
const sequels = new Set(["listOrganizationIntegrations", "renderIntegrationUiWithGet", "renderIntegrationUiWithPost"])

const shared = chapters.filter(({ name }, at) => share === 1 || (at % share === 0 && !sequels.has(name)))

const write = (name: string, lines: ReadonlyArray<string>) => {
  mkdirSync(fileURLToPath(new URL("../../golden", import.meta.url)), { recursive: true })
  writeFileSync(fileOf(name), lines.join("\n"))
}

for (const [store, engine] of [
  ["memory", memoryWith],
  ["Postgres", postgresWith]
] as const) {
  describe(`the answers of ${store}`, () => {
    let still: Still.Still
    let source: Source.Source
    let api: Server.Opened<Server.Whole>

    beforeAll(async () => {
      still = Still.make()
      source = await Source.open()
      api = await Server.open(engine(still.capabilities))
    })
    afterAll(async () => {
      await api.close()
      await source.close()
      still.close()
      if (isRecording && store === "memory") writeFileSync(listing, `${[...numbers.keys()].join("\n")}\n`)
    })

    const played = store === "memory" ? chapters : shared
    it.each(played.map((endpoint) => [endpoint.name, endpoint, numbers.get(endpoint.name) ?? 0] as const))(
      "to %s are those that were written down",
      async (name, endpoint, at) => {
        still.open(at)
        const told = await Chapter.tell(api, still, source.url, endpoint)
        if (isRecording && store === "memory") write(name, told)
        const known = recorded(name)
        const differing = told.flatMap((line, index) => (line === known[index] ? [] : [index]))
        const [first = 0] = differing
        assert.strictEqual(
          told[first],
          known[first],
          `${differing.length} of ${told.length} lines differ, the first is ${first}`
        )
        assert.strictEqual(told.length, known.length)
      }
    )
  })
}
