import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { Api } from "../Api.ts"
import { release } from "./Information.ts"

export const layer = HttpApiBuilder.group(Api, "information", (handlers) =>
  handlers.handle("getApiInformation", () => Effect.succeed(release))
)
