/**
 * What one edit and its merge cost in spaces of different sizes, on an embedded Postgres: processor time of this
 * process, and the nodes and bytes of content written.
 */

import { writeFile } from "node:fs/promises"
import { cpus, tmpdir } from "node:os"
import { join } from "node:path"
import {
  DescriptionAdapter,
  FixedDnsResolver,
  GuardedFetcher,
  GzipPacking,
  HtmlAdapter,
  IdTokenAdapter,
  Importers,
  MarkdownAdapter,
  NodeCrypto,
  PdfAdapter,
  PseudoTranslator,
  SamlAdapter,
  ScriptAdapter
} from "@quire/adapters"
import { Postgres } from "@quire/adapters/postgres"
import {
  Actor,
  Addresses,
  Bootstrap,
  ChangeRequests,
  Changes,
  ContentEdits,
  ContentStore,
  Editing,
  Engine,
  Mailer,
  Merging,
  Organizations,
  Spaces
} from "@quire/core"
import { type PageInput, TreeEdit } from "@quire/core/internal"
import { Effect, Layer } from "effect"

const rounds = Number(process.env["QUIRE_BENCH_ROUNDS"] ?? 15)
const sizes = [10, 100, 1000, 10_000]
const shapes = ["flat", "fan-out 10"] as const
type Shape = (typeof shapes)[number]

const written = { nodes: 0, bytes: 0 }

/** The content store, counting what is put. */
const counting = Layer.effect(
  ContentStore.ContentStore,
  Effect.map(ContentStore.ContentStore, (store) => ({
    ...store,
    putMany: (space, nodes) => {
      written.nodes += nodes.length
      written.bytes += nodes.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
      return store.putMany(space, nodes)
    }
  }))
)

const capabilities = Layer.mergeAll(
  NodeCrypto.layer,
  GzipPacking.layer,
  Mailer.Mailer.layerAbsent,
  Addresses.Addresses.layer("http://quire.test"),
  FixedDnsResolver.layer(new Map()),
  Layer.orDie(GuardedFetcher.layer({ allow: [] })),
  Importers.layer().pipe(Layer.provideMerge(Layer.mergeAll(MarkdownAdapter.layer, HtmlAdapter.layer))),
  DescriptionAdapter.layerHere,
  SamlAdapter.layerHere,
  IdTokenAdapter.layer,
  ScriptAdapter.layer,
  PseudoTranslator.layer,
  PdfAdapter.layer
)

const page = (at: number): PageInput.NewDocument => ({
  id: `p${at}`,
  type: "document",
  title: `Page ${at}`,
  description: `What page ${at} is about`
})

/** So many pages: all at the top, or each with up to ten below it. */
const tree = (count: number, shape: Shape): ReadonlyArray<PageInput.NewPage> => {
  if (shape === "flat") return Array.from({ length: count }, (_, at) => page(at))
  const below = (at: number): PageInput.NewPage => ({
    ...page(at),
    pages: Array.from({ length: 10 }, (_, child) => at * 10 + child + 10)
      .filter((child) => child < count)
      .map(below)
  })
  return Array.from({ length: Math.min(10, count) }, (_, at) => below(at))
}

const edit = { type: "content.edit", subjects: [], fillsEmpty: true, restates: false } satisfies Editing.Edit

const filled = Effect.fnUntraced(function* (pages: ReadonlyArray<PageInput.NewPage>) {
  const spaces = yield* Spaces.Spaces
  const editing = yield* Editing.Editing
  const organizations = yield* Organizations.Organizations
  const { items } = yield* organizations.list({ limit: 1 })
  const organization = items[0]?.id
  if (organization === undefined) return yield* Effect.die(new Error("no organization"))
  const { id } = yield* spaces.create(organization, {})
  yield* editing.change({ space: id }, edit, (opened, draft, now) =>
    Effect.map(TreeEdit.insert(draft, opened.root.hash, { parent: null, pages, now }), (root) => ({
      root,
      outcome: undefined
    }))
  )
  return id
})

const median = (values: ReadonlyArray<number>) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Microseconds of processor time, and what was written. */
const cost = Effect.fnUntraced(function* <A, E, R>(body: Effect.Effect<A, E, R>) {
  const before = process.cpuUsage()
  const [nodes, bytes] = [written.nodes, written.bytes]
  const result = yield* body
  const { system, user } = process.cpuUsage(before)
  return { result, cpu: user + system, nodes: written.nodes - nodes, bytes: written.bytes - bytes }
})

interface Round {
  readonly edit: number
  readonly merge: number
  readonly changes: number
  readonly status: number
  readonly nodes: number
  readonly bytes: number
}

const round = Effect.fnUntraced(function* (space: string, count: number, at: number) {
  const requests = yield* ChangeRequests.ChangeRequests
  const edits = yield* ContentEdits.ContentEdits
  const merging = yield* Merging.Merging
  const changes = yield* Changes.Changes
  const { id } = yield* requests.create(space)
  const target = { space, changeRequest: id }
  const edited = yield* cost(
    edits.apply(target, {
      changes: [
        {
          operation: "update_page",
          page: `p${(at * 7919) % count}`,
          document: { markdown: `Round ${at}.\n\nSome words that change each time, and some that stay.` }
        }
      ]
    })
  )
  const seen = yield* cost(changes.ofChangeRequest(target, 10))
  const status = yield* cost(merging.status(space, id))
  const merged = yield* cost(merging.merge(space, id))
  if (merged.result.result !== "merge") return yield* Effect.die(new Error("the merge is clean"))
  return {
    edit: edited.cpu,
    merge: merged.cpu,
    changes: seen.cpu,
    status: status.cpu,
    nodes: edited.nodes + merged.nodes,
    bytes: edited.bytes + merged.bytes
  } satisfies Round
})

const middle = (all: ReadonlyArray<Round>, of: (round: Round) => number) => Math.round(median(all.map(of)))

const measured = Effect.gen(function* () {
  const spaces: Array<{ shape: Shape; count: number; space: string; rounds: Array<Round> }> = []
  for (const shape of shapes) {
    for (const count of sizes) {
      const space = yield* filled(tree(count, shape))
      console.log(`filled ${count} pages, ${shape}`)
      spaces.push({ shape, count, space, rounds: [] })
    }
  }
  for (let at = 0; at < rounds + 3; at++) {
    for (const each of spaces) {
      const one = yield* round(each.space, each.count, at)
      if (at >= 3) each.rounds.push(one)
    }
    console.log(`round ${at + 1} of ${rounds + 3}`)
  }
  return spaces.map(({ count, rounds: all, shape }) => ({
    shape,
    pages: count,
    edit: middle(all, (each) => each.edit),
    merge: middle(all, (each) => each.merge),
    changes: middle(all, (each) => each.changes),
    status: middle(all, (each) => each.status),
    nodes: middle(all, (each) => each.nodes),
    bytes: middle(all, (each) => each.bytes)
  }))
})

/** A change request that changes very many pages, merged together with one edit of the primary content. */
const large = Effect.fnUntraced(function* (count: number) {
  const requests = yield* ChangeRequests.ChangeRequests
  const editing = yield* Editing.Editing
  const merging = yield* Merging.Merging
  const space = yield* filled(tree(10_000, "fan-out 10"))
  const { id } = yield* requests.create(space)
  const other = yield* requests.create(space)
  const rename = (from: number, to: number, title: string) =>
    new Map(Array.from({ length: to - from }, (_, at) => [`p${from + at}`, { title: `${title} ${from + at}` }]))
  const change = (request: string, patches: ReadonlyMap<string, PageInput.Patch>) =>
    editing.change({ space, changeRequest: request }, edit, (opened, draft, now) =>
      Effect.map(TreeEdit.update(draft, opened.root.hash, { patches, now }), (root) => ({ root, outcome: undefined }))
    )
  yield* change(id, rename(0, count, "Renamed"))
  yield* change(other.id, rename(count, count + 1, "Other"))
  yield* merging.merge(space, other.id)
  const began = performance.now()
  const { result } = yield* merging.merge(space, id)
  return { count, result, seconds: (performance.now() - began) / 1000 }
})

const directory = join(tmpdir(), `quire-bench-merge-${process.pid}`)

const everything = Effect.gen(function* () {
  const { ensure } = yield* Bootstrap.Bootstrap
  yield* ensure(undefined)
  return { rows: yield* measured, merge: yield* large(5000) }
}).pipe(
  Effect.provideService(Actor.Actor, Actor.system),
  Effect.provide(
    Engine.layer.pipe(
      Layer.provideMerge(counting),
      Layer.provideMerge(Postgres.layerEmbedded({ directory, guest: false, onProgress: () => Effect.void })),
      Layer.provideMerge(capabilities)
    )
  )
)

const { merge, rows } = await Effect.runPromise(Effect.scoped(everything))

const line = (cells: ReadonlyArray<string | number>) =>
  `| ${cells.map((cell) => (typeof cell === "number" ? cell.toLocaleString("en") : cell)).join(" | ")} |`

const text = [
  "# Cost against size",
  "",
  `Written by \`npm run bench -- merge\`. The benchmark edits the text of one page in a change request, compares the change request, requests its merge status and merges it, in spaces of different sizes in one run on an embedded Postgres. Rounds alternate between the spaces. The table shows medians of ${rounds} rounds: microseconds of processor time of the Quire process, without that of the database, and the content nodes and bytes that the edit and the merge write together. Measured on ${cpus().length} cores of ${cpus()[0]?.model ?? "unknown"}, Node ${process.versions.node}. Absolute figures vary with the machine; compare the rows.`,
  "",
  line(["shape", "pages", "edit µs", "merge µs", "changes µs", "merge-status µs", "nodes", "bytes"]),
  line(Array.from({ length: 8 }, () => "---")),
  ...rows.map((row) =>
    line([row.shape, row.pages, row.edit, row.merge, row.changes, row.status, row.nodes, row.bytes])
  ),
  "",
  `A change request that renames ${merge.count.toLocaleString("en")} of 10,000 pages, merged after another change of the space: ${merge.result}, ${merge.seconds.toFixed(1)} s.`,
  ""
].join("\n")
console.log(text)
await writeFile("docs/benchmarks-merge.md", text)
