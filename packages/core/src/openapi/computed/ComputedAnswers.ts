import { Schema } from "effect"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import * as JobKind from "../../foundation/jobs/JobKind.ts"
import * as Repository from "../../foundation/store/Repository.ts"

export const limits = {
  /** Sources of integrations that are answered in one space; the others show nothing. */
  sourcesPerSpace: 50
} as const

/** What a space shows of one source of an integration (rule source-kept). */
export const CachedAnswer = Schema.Struct({
  key: Schema.String,
  /** The hash of its bytes; null where the source shows nothing. */
  answer: Schema.NullOr(Schema.String),
  /** Stands for all that it was computed of; null where nothing was. */
  state: Schema.NullOr(Schema.String),
  /** What else changes it, by the names that `inputsOf` gives. */
  inputs: Schema.Array(Schema.String),
  /** All bytes that it names. */
  blobs: Schema.Array(Schema.String)
})
export type CachedAnswer = typeof CachedAnswer.Type

/** What scripts of integrations answered to the sources in the head of a space, whose id it has. */
export const ComputedAnswers = Schema.Struct({ id: SpaceId, answers: Schema.Array(CachedAnswer) })
export type ComputedAnswers = typeof ComputedAnswers.Type

export const blobsOf = ({ answers }: ComputedAnswers): ReadonlyArray<string> => [
  ...new Set(answers.flatMap(({ blobs }) => blobs))
]

const inputsOf = ({ answers }: ComputedAnswers): ReadonlyArray<string> => [
  ...new Set(answers.flatMap(({ inputs }) => inputs))
]

export const collection = Repository.collection({
  name: "computed_answers",
  schema: ComputedAnswers,
  columns: { inputs: { kind: "set", of: inputsOf }, blobs: { kind: "set", of: blobsOf } },
  indexes: { all: { on: [] } },
  unique: {},
  references: [{ column: "id", to: "spaces", onDelete: "cascade" }],
  counters: [],
  rank: 3
})

/** The hashes of the answers of a space, by the keys of their sources. */
export const versionsOf = ({
  answers
}: Pick<ComputedAnswers, "answers">): ReadonlyArray<readonly [key: string, answer: string]> =>
  answers.flatMap(({ answer, key }) => (answer === null ? [] : [[key, answer] as const]))

/** Has the scripts of integrations asked for what a space, the key, shows of their sources. */
export const answering = JobKind.make({
  name: "computed-answers",
  deadline: 600_000,
  attempts: 5,
  firstWait: 30_000,
  atOnce: 1,
  waits: true,
  isShared: true,
  payload: Schema.Null
})
