import { Layer } from "effect"
import { InstallationAccess } from "../installation/InstallationAccess.ts"
import { IntegrationTokens } from "../token/IntegrationTokens.ts"
import { IntegrationEvents } from "./IntegrationEvents.ts"

/** What lets scripts act, and shows what they did. */
export const layer = IntegrationEvents.layer.pipe(
  Layer.provideMerge(IntegrationTokens.layer),
  Layer.provide(InstallationAccess.layer)
)
