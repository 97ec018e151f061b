import { Users } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(
  Api,
  "users",
  Effect.map(Users.Users, (users) => ({
    getAuthenticatedUser: () => users.self(),
    getUser: ({ params: path }) => users.get(path.userId),
    updateUser: ({ params: path, payload }) => users.update(path.userId, payload)
  }))
)
