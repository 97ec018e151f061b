import { Users } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(Api, "users", (handlers) =>
  capturing(
    Effect.map(Users.Users, (users) =>
      handlers
        .handle(
          "getAuthenticatedUser",
          answering(() => onWire(users.self()))
        )
        .handle(
          "getUser",
          answering(({ params: path }) => onWire(users.get(path.userId)))
        )
        .handle(
          "updateUser",
          answering(({ params: path, payload }) => onWire(users.update(path.userId, payload)))
        )
    )
  )
)
