import { Users } from "@quire/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../Api.ts"
import { capturing } from "../Capture.ts"
import { onWire } from "../Errors.ts"
import { answering } from "../PlainAnswer.ts"

export const layer = HttpApiBuilder.group(Api, "users", (handlers) =>
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
