import { Layer } from "effect"
import { InstallationAccess } from "../installation/InstallationAccess.ts"
import { Components } from "../request/Components.ts"
import { PublicEndpoints } from "../request/PublicEndpoints.ts"
import { IntegrationTokens } from "../token/IntegrationTokens.ts"
import { IntegrationEvents } from "./IntegrationEvents.ts"
import { IntegrationRuns } from "./IntegrationRuns.ts"

/** What lets scripts act, and shows what they did. */
export const layer = Layer.mergeAll(IntegrationEvents.layer, Components.layer, PublicEndpoints.layer).pipe(
  Layer.provideMerge(IntegrationRuns.layer),
  Layer.provideMerge(IntegrationTokens.layer),
  Layer.provide(InstallationAccess.layer)
)
