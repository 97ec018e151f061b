import { Subdomains } from "@quire/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../Api.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"

export const layer = HttpApiBuilder.group(Api, "subdomains", (handlers) =>
  capturing(
    Effect.map(Subdomains.Subdomains, (subdomains) =>
      handlers.handle(
        "getSubdomain",
        answering(({ params: path }) => onWire(subdomains.get(path.subdomain)))
      )
    )
  )
)
