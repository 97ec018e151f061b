import { CustomHostnames } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(
  Api,
  "customHostnames",
  Effect.map(CustomHostnames.CustomHostnames, (hostnames) => ({
    getCustomHostname: ({ params: path }) => hostnames.get(path.hostname),
    setupCustomHostname: ({ params: path, payload }) => withOwnLocation(hostnames.setup(path.hostname, payload)),
    dnsRevalidateCustomHostname: ({ params: path }) => hostnames.verify(path.hostname),
    removeCustomHostname: ({ params: path }) => respondRemoved(hostnames.remove(path.hostname))
  }))
)
