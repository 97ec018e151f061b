import { CustomHostnames } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(Api, "customHostnames", (handlers) =>
  capturing(
    Effect.map(CustomHostnames.CustomHostnames, (hostnames) =>
      handlers
        .handle(
          "getCustomHostname",
          answering(({ params: path }) => onWire(hostnames.get(path.hostname)))
        )
        .handle(
          "setupCustomHostname",
          answering(({ params: path, payload }) => withOwnLocation(onWire(hostnames.setup(path.hostname, payload))))
        )
        .handle(
          "dnsRevalidateCustomHostname",
          answering(({ params: path }) => onWire(hostnames.verify(path.hostname)))
        )
        .handle(
          "removeCustomHostname",
          answering(({ params: path }) => respondRemoved(onWire(hostnames.remove(path.hostname))))
        )
    )
  )
)
