import { ContentLookups } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(
  Api,
  "contentLookups",
  Effect.map(ContentLookups.ContentLookups, (lookups) => ({
    getContentByUrl: ({ query: { url } }) => lookups.find(url)
  }))
)
