/**
 * Searches by prefix of one space of 10,000 pages, compared with searches for whole words, on the given store and in
 * one run:
 * `node test/dist/bench/prefixes.js memory|postgres [address]`. `QUIRE_BENCH_SPACES` spaces of `QUIRE_BENCH_PAGES`
 * pages each are searched at once.
 */
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Memory from "@quire/adapters/memory"
import { EmbeddedPostgres, Postgres } from "@quire/adapters/postgres"
import { SearchIndex } from "@quire/core"
import { Effect, Layer, Redacted } from "effect"
import { Client } from "pg"
import { corpusPage, entryOf, word } from "./searchCorpus.ts"

const pages = Number(process.env["QUIRE_BENCH_PAGES"] ?? 10_000)
const spaces = Array.from({ length: Number(process.env["QUIRE_BENCH_SPACES"] ?? 1) }, (_, at) => `s${at + 1}`)
const rounds = Number(process.env["QUIRE_BENCH_ROUNDS"] ?? 15)
const [store = "memory"] = process.argv.slice(2)

type Query = SearchIndex.SearchQuery
const term = (word: string) => ({ word, forms: [] })
const whole = (text: string): Query => ({ terms: [term(text)], phrases: [], excluded: [] })
const prefix = (text: string): Query => ({ ...whole(text), terms: [], prefix: term(text) })

const kinds: ReadonlyArray<readonly [string, ReadonlyArray<Query>]> = [
  ["common word", [4, 6, 9, 14, 20].map((rank) => whole(word(rank)))],
  ["medium word", [600, 700, 900, 1000, 1200].map((rank) => whole(word(rank)))],
  ["rare word", [150_000, 160_000, 170_000, 180_000, 190_000].map((rank) => whole(word(rank)))],
  ["prefix of 1", ["b", "c", "d", "f", "g"].map(prefix)],
  ["prefix of 2", ["ba", "ce", "di", "fo", "gu"].map(prefix)],
  ["prefix of 3", ["bac", "ced", "dif", "fog", "gub"].map(prefix)],
  ["prefix of 5", ["bacef", "cedik", "difol", "foguk", "gukab"].map(prefix)],
  ["word and prefix of 2", ["ba", "ce", "di", "fo", "gu"].map((text) => ({ ...whole(word(9)), prefix: term(text) }))]
]

const median = (times: ReadonlyArray<number>) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

const measure = Effect.gen(function* () {
  const index = yield* SearchIndex.SearchIndex
  for (const space of spaces) {
    for (let from = 0; from < pages; from += 500) {
      yield* index.update(space, {
        put: Array.from({ length: 500 }, (_, at) => entryOf(corpusPage(from + at))),
        removed: []
      })
    }
  }
  const times = new Map<string, Array<number>>()
  const totals = new Map<string, number>()
  for (let round = 0; round < rounds; round++) {
    for (const [name, queries] of kinds) {
      for (const [how, run] of [
        ["member", (query: Query) => index.search(spaces, query, { offset: 0, limit: 20 })],
        [
          "published",
          (query: Query) =>
            index.searchPublished(
              spaces.map((space) => ({ space, passing: [] })),
              query,
              { offset: 0, limit: 20 }
            )
        ]
      ] as const) {
        for (const query of queries) {
          const began = performance.now()
          const { total } = yield* run(query)
          const key = `${name} (${how})`
          if (round > 0) times.set(key, [...(times.get(key) ?? []), performance.now() - began])
          totals.set(key, total)
        }
      }
    }
  }
  const base = median(times.get("common word (member)") ?? [])
  for (const [key, own] of times) {
    const worst = own.toSorted((a, b) => a - b)[Math.floor(own.length * 0.95)] ?? 0
    console.log(
      `| ${key} | ${totals.get(key)} | ${median(own).toFixed(2)} | ${worst.toFixed(2)} | ${(median(own) / base).toFixed(2)} |`
    )
  }
})

const embedded = Effect.gen(function* () {
  const { url } = yield* EmbeddedPostgres.start({
    directory: join(tmpdir(), `quire-bench-${process.getuid?.() ?? 0}-prefixes`)
  })
  const admin = new Client({ connectionString: Redacted.value(url) })
  yield* Effect.promise(() => admin.connect())
  yield* Effect.promise(() => admin.query("drop database if exists bench_prefixes with (force)"))
  yield* Effect.promise(() => admin.query("create database bench_prefixes"))
  yield* Effect.promise(() => admin.end())
  return Postgres.layer({
    url: Redacted.make(Redacted.value(url).replace(/\/[^/?]*(\?|$)/, "/bench_prefixes$1")),
    statementTimeout: 120_000
  })
})

await Effect.runPromise(
  Effect.scoped(
    store === "memory"
      ? Effect.provide(
          measure,
          Memory.MemorySearchIndex.layer.pipe(Layer.provide(Memory.MemoryStore.MemoryStore.layer))
        )
      : Effect.flatMap(embedded, (layer) => Effect.provide(measure, layer))
  )
)
