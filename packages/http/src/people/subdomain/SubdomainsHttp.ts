import { Subdomains } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(
  Api,
  "subdomains",
  Effect.map(Subdomains.Subdomains, (subdomains) => ({
    getSubdomain: ({ params: path }) => subdomains.get(path.subdomain)
  }))
)
