import { HttpApiBuilder } from "@effect/platform"
import { Users } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../Api.ts"
import { onWire } from "../Errors.ts"

export const layer = HttpApiBuilder.group(Api, "users", (handlers) =>
  Effect.map(Users.Users, (users) =>
    handlers
      .handle("getAuthenticatedUser", () => onWire(users.self()))
      .handle("getUser", ({ path }) => onWire(users.get(path.userId)))
      .handle("updateUser", ({ path, payload }) => onWire(users.update(path.userId, payload)))
  )
)
