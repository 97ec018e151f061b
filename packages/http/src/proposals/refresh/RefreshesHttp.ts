import { Refreshes, RefreshView } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondCreated } from "../../foundation/answer/Answers.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

const respond = respondCreated(RefreshView.RefreshResult, ({ changeRequest }) => changeRequest?.urls.location ?? "")

export const layer = HandlerGroup.layer(Api, "refreshes", (handlers) =>
  capturing(
    Effect.map(Refreshes.Refreshes, (refreshes) =>
      handlers.handle(
        "refreshOpenApiPages",
        answering(({ params: path }) => respond(onWire(refreshes.refresh(path.spaceId, path.specSlug))))
      )
    )
  )
)
