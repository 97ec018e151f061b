import { Cause, Effect, Exit, Option } from "effect"
import type { Choices, Content, Write } from "./Content.ts"

/** What an operation answered, as far as it is judged. */
export interface Answer {
  /** The head that it led to, of the space or of the request. */
  readonly revision?: string
  /** `merge`, `update` or `conflicts`. */
  readonly result?: string
  readonly request?: string
  readonly number?: number
  readonly writes?: ReadonlyArray<Write>
  /** What a merge status was read at, and the keys of its conflicts. */
  readonly base?: string
  readonly head?: string
  readonly conflicts?: ReadonlyArray<string>
}

export type Outcome =
  | ({ readonly type: "done" } & Answer)
  | { readonly type: "refused"; readonly tag: string }
  | { readonly type: "defect"; readonly cause: string }

export type Kind = "create" | "edit" | "update" | "status" | "resolve" | "merge" | "archive" | "open" | "rollback"

/** One call with its place in real time: `start` and `end` are of one counter that all calls share. */
export interface Operation {
  readonly kind: Kind
  readonly client: number
  /** Absent for edits of the primary content. */
  readonly request?: string
  readonly choices?: Choices
  /** The revision that a rollback goes back to. */
  readonly target?: string
  readonly start: number
  readonly end: number
  readonly outcome: Outcome
}

export type Done = Operation & { readonly outcome: { readonly type: "done" } & Answer }

export const isDone = (operation: Operation): operation is Done => operation.outcome.type === "done"

export interface Revision {
  readonly id: string
  readonly parents: ReadonlyArray<string>
  readonly type: string
  readonly mergedFrom?: string
  readonly content: Content
}

export interface Request {
  readonly id: string
  readonly number: number
  readonly status: string
  readonly revision: string
  readonly revisionInitial: string
  readonly revisionMergedAncestor?: string
  readonly revisionMerged?: string
  readonly outdated: boolean
}

/** What a space holds after a race. */
export interface Observation {
  readonly head: string
  /** Revisions of the primary content, oldest first. */
  readonly line: ReadonlyArray<string>
  /** How many of them were there before the race. */
  readonly founding: number
  /** Those of the line and of the requests. */
  readonly revisions: ReadonlyMap<string, Revision>
  readonly requests: ReadonlyArray<Request>
  readonly counters: { readonly all: number; readonly open: number; readonly draft: number }
  /** Pages that the search index finds by a word. */
  readonly found: ReadonlyMap<string, ReadonlyArray<string>>
  /** Pages that entries made anew from the head have the word in. */
  readonly indexed: ReadonlyMap<string, ReadonlyArray<string>>
  /** The links of the index, and those read anew from the head. */
  readonly links: { readonly kept: string; readonly anew: string }
}

export interface History {
  readonly operations: ReadonlyArray<Operation>
  readonly seen: Observation
}

type Called = Omit<Operation, "start" | "end" | "outcome">

const outcomeOf = <E extends { readonly _tag: string }>(exit: Exit.Exit<Answer, E>): Outcome => {
  if (Exit.isSuccess(exit)) return { type: "done", ...exit.value }
  const failure = Cause.findErrorOption(exit.cause)
  return Option.isSome(failure)
    ? { type: "refused", tag: failure.value._tag }
    : { type: "defect", cause: Cause.pretty(exit.cause) }
}

/** Writes down calls with when they began and ended. */
export const recorder = () => {
  const operations: Array<Operation> = []
  let now = 0
  const record = <A, E extends { readonly _tag: string }, R>(
    called: Called,
    call: Effect.Effect<A, E, R>,
    answer: (value: A) => Answer
  ): Effect.Effect<Exit.Exit<A, E>, never, R> =>
    Effect.gen(function* () {
      const start = ++now
      const exit = yield* Effect.exit(call)
      operations.push({ ...called, start, end: ++now, outcome: outcomeOf(Exit.map(exit, answer)) })
      return exit
    })
  return { operations, record }
}
export type Recorder = ReturnType<typeof recorder>
