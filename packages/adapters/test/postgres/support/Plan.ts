import { Effect, Schema } from "effect"
import { PgSession } from "../../../src/postgres/PgSession.ts"
import type { Sent } from "./Recorder.ts"

interface Node {
  readonly "Node Type": string
  readonly "Relation Name"?: string | undefined
  readonly "Index Name"?: string | undefined
  readonly "Actual Rows": number
  readonly "Actual Loops": number
  readonly "Rows Removed by Filter"?: number | undefined
  readonly "Rows Removed by Index Recheck"?: number | undefined
  readonly Plans?: ReadonlyArray<Node> | undefined
}

const Node: Schema.Codec<Node> = Schema.Struct({
  "Node Type": Schema.String,
  "Relation Name": Schema.optional(Schema.String),
  "Index Name": Schema.optional(Schema.String),
  "Actual Rows": Schema.Number,
  "Actual Loops": Schema.Number,
  "Rows Removed by Filter": Schema.optional(Schema.Number),
  "Rows Removed by Index Recheck": Schema.optional(Schema.Number),
  Plans: Schema.optional(Schema.Array(Schema.suspend(() => Node)))
})

const Answer = Schema.Tuple([Schema.Struct({ "QUERY PLAN": Schema.Tuple([Schema.Struct({ Plan: Node })]) })])

const flat = (node: Node): ReadonlyArray<Node> => [node, ...(node.Plans ?? []).flatMap(flat)]

const visited = (node: Node): number =>
  node["Relation Name"] === undefined
    ? 0
    : node["Actual Loops"] *
      (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0))

/** How the server executes a statement: the indexes it uses, the tables it scans, the rows it reads. */
export const of = ({ text, params }: Sent) =>
  Effect.gen(function* () {
    const { query } = yield* PgSession
    const rows = yield* query(`explain (analyze, timing off, format json) ${text}`, params)
    const [
      {
        "QUERY PLAN": [{ Plan }]
      }
    ] = yield* Effect.orDie(Schema.decodeUnknownEffect(Answer)(rows))
    const nodes = flat(Plan)
    return {
      indexes: [...new Set(nodes.flatMap((node) => node["Index Name"] ?? []))].toSorted(),
      scanned: nodes.flatMap((node) => (node["Node Type"] === "Seq Scan" ? [String(node["Relation Name"])] : [])),
      rows: nodes.reduce((sum, node) => sum + visited(node), 0)
    }
  })
