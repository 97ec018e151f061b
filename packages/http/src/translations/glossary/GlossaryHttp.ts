import { Glossary } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(Api, "glossary", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const glossary = yield* Glossary.Glossary
      return handlers
        .handle(
          "listGlossaryEntries",
          answering(({ params: path, query }) => onWire(glossary.list(path.organizationId, query)))
        )
        .handle(
          "updateGlossaryEntries",
          answering(({ params: path, payload }) => onWire(glossary.update(path.organizationId, payload)))
        )
        .handle(
          "getGlossaryEntry",
          answering(({ params: path }) => onWire(glossary.get(path.organizationId, path.glossaryEntryId)))
        )
    })
  )
)
