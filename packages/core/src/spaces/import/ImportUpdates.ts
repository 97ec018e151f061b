import { Context, Effect, Layer } from "effect"
import * as Root from "../../content/tree/Root.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import type { ChangeRequestView } from "../change-request/ChangeRequest.ts"
import { ChangeRequests } from "../change-request/ChangeRequests.ts"
import { ContentBase } from "../commit/ContentBase.ts"
import type { ImportInput } from "./Importer.ts"
import { type ImportRecorder, type ImportResult, Imports } from "./Imports.ts"

/** What bringing a source into a space did. */
export type ImportOutcome =
  | { readonly _tag: "Imported"; readonly result: ImportResult }
  | { readonly _tag: "Unchanged" }
  | { readonly _tag: "Proposed"; readonly changeRequest: ChangeRequestView; readonly result: ImportResult }
  | { readonly _tag: "AlreadyProposed"; readonly changeRequest: ChangeRequestView }

/** The newest change requests that may already propose the same. */
const recent = { limit: 20 } as const

/** Writes that go with the steps of bringing a source, each in the transaction of its step. */
export interface BringRecorder {
  /** The change request that an attempt has opened before it was interrupted. */
  readonly proposal: string | undefined
  readonly onOpened: (changeRequest: string) => Effect.Effect<void>
  readonly onImported: ImportRecorder
}

const noRecord: BringRecorder = {
  proposal: undefined,
  onOpened: () => Effect.void,
  onImported: () => Effect.void
}

/** Brings a source into a space again and again (rule import-updates). */
export class ImportUpdates extends Context.Service<ImportUpdates>()("@quire/core/ImportUpdates", {
  make: Effect.gen(function* () {
    const base = yield* ContentBase
    const requests = yield* ChangeRequests
    const imports = yield* Imports
    const { mutate } = yield* Mutation

    /** A change request with that subject that is not closed and has the content of the source. */
    const findProposed = Effect.fnUntraced(function* (space: string, subject: string, input: ImportInput) {
      for (const status of ["draft", "open"] as const) {
        const { items } = yield* requests.list(space, { status }, recent)
        for (const each of items.filter((item) => item.subject === subject)) {
          if (!(yield* imports.differs({ space, changeRequest: each.id }, input))) return each
        }
      }
      return undefined
    })

    const openRequest = Effect.fnUntraced(function* (
      space: string,
      subject: string,
      { onOpened, proposal }: BringRecorder
    ) {
      if (proposal !== undefined) return yield* requests.get(space, proposal)
      return yield* mutate(Effect.tap(requests.create(space, { subject }), ({ id }) => onOpened(id)))
    })

    /**
     * Imports a source into an empty space; otherwise opens a change request with the given subject that makes the
     * content of the space that of the source, unless nothing differs or one already does.
     */
    const bring = operation("ImportUpdates.bring")(function* (
      space: string,
      subject: string,
      input: ImportInput,
      recorder: BringRecorder = noRecord
    ) {
      const { root } = yield* base.open({ space }, "content:edit")
      if (root.hash === Root.empty) {
        const result = yield* imports.bytesInto({ space }, undefined, input, recorder.onImported)
        return { _tag: "Imported", result } satisfies ImportOutcome
      }
      if (!(yield* imports.differs({ space }, input))) return { _tag: "Unchanged" } satisfies ImportOutcome
      const proposed = recorder.proposal === undefined ? yield* findProposed(space, subject, input) : undefined
      if (proposed !== undefined) {
        return { _tag: "AlreadyProposed", changeRequest: proposed } satisfies ImportOutcome
      }
      const changeRequest = yield* openRequest(space, subject, recorder)
      const result = yield* imports.replace({ space, changeRequest: changeRequest.id }, input, recorder.onImported)
      return { _tag: "Proposed", changeRequest, result } satisfies ImportOutcome
    })

    return { bring } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([ContentBase.layer, ChangeRequests.layer, Imports.layer, Mutation.layer])
  )
}
