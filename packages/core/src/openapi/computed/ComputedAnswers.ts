import { Schema } from "effect"
import { SpaceId } from "../../foundation/id/Ids.ts"
import * as JobKind from "../../foundation/jobs/JobKind.ts"
import * as Repository from "../../foundation/store/Repository.ts"

export const limits = {
  /** Sources of integrations that have responses in one space; other sources show nothing. */
  sourcesPerSpace: 50
} as const

/** What a space shows of one source of an integration (rule source-kept). */
export const CachedAnswer = Schema.Struct({
  key: Schema.String,
  /** The hash of its bytes; null where the source shows nothing. */
  answer: Schema.NullOr(Schema.String),
  /** Identifies everything that the content was computed from; null if nothing was. */
  state: Schema.NullOr(Schema.String),
  /** Further dependencies, by the names that `inputsOf` returns. */
  inputs: Schema.Array(Schema.String),
  /** All bytes that it names. */
  blobs: Schema.Array(Schema.String)
})
export type CachedAnswer = typeof CachedAnswer.Type

/** Responses of integration scripts to the sources in the head of the space with this id. */
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

/** The hashes of the responses of a space, by the keys of their sources. */
export const versionsOf = ({
  answers
}: Pick<ComputedAnswers, "answers">): ReadonlyArray<readonly [key: string, answer: string]> =>
  answers.flatMap(({ answer, key }) => (answer === null ? [] : [[key, answer] as const]))

/** Requests from integration scripts the content of the sources in the space, which is the key. */
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
