import { PublishedLookups } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(
  Api,
  "publishedLookups",
  Effect.map(PublishedLookups.PublishedLookups, (lookups) => ({
    resolvePublishedContentByUrl: ({ payload }) => lookups.find(payload),
    getPublishedContentByUrl: ({ query: { redirectOnError, url, visitorAuthToken: jwtToken } }) =>
      lookups.find({ url, redirectOnError, ...(jwtToken === undefined ? {} : { visitor: { jwtToken } }) })
  }))
)
