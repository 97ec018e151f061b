import { Glossary } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(
  Api,
  "glossary",
  Effect.gen(function* () {
    const glossary = yield* Glossary.Glossary
    return {
      listGlossaryEntries: ({ params: path, query }) => glossary.list(path.organizationId, query),
      updateGlossaryEntries: ({ params: path, payload }) => glossary.update(path.organizationId, payload),
      getGlossaryEntry: ({ params: path }) => glossary.get(path.organizationId, path.glossaryEntryId)
    }
  })
)
