import { Effect, Layer } from "effect"
import { Actor } from "../../foundation/operation/Actor.ts"
import { callingAnyone } from "../../foundation/operation/PublishedOnly.ts"
import { type SourceRequest, SourceScripts } from "../../openapi/computed/SourceScripts.ts"
import { ReferenceNotFound } from "../../people/access/Access.ts"
import { SourceCalls } from "./SourceCalls.ts"
import { SourceStatuses } from "./SourceStatuses.ts"

/**
 * Requests content sources for callers who may read the space. Integrations cannot, so that no script waits for itself
 * (rule source-asked).
 */
export const layer = Layer.effect(
  SourceScripts,
  Effect.gen(function* () {
    const { standing } = yield* SourceStatuses
    const asking = yield* SourceCalls

    const find = Effect.fnUntraced(function* (asked: SourceRequest) {
      yield* callingAnyone
      const found = yield* standing(asked, yield* Actor)
      return found ?? (yield* new ReferenceNotFound({ field: "source.type", id: asked.source.type }))
    })

    return {
      pages: Effect.fnUntraced(function* (asked) {
        const found = yield* find(asked)
        return { pages: yield* asking.pages(found), at: found.integration.updatedAt }
      }),
      document: (asked) => Effect.flatMap(find(asked), asking.document)
    }
  })
).pipe(Layer.provide([SourceCalls.layer, SourceStatuses.layer]))
