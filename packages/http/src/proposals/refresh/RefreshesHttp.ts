import { Refreshes, RefreshView } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondCreated } from "../../foundation/answer/Answers.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

const respond = respondCreated(RefreshView.RefreshResult, ({ changeRequest }) => changeRequest?.urls.location ?? "")

export const layer = HandlerGroup.layer(
  Api,
  "refreshes",
  Effect.map(Refreshes.Refreshes, (refreshes) => ({
    refreshOpenApiPages: ({ params: path }) => respond(refreshes.refresh(path.spaceId, path.specSlug))
  }))
)
