import { Layer } from "effect"
import { EventDeliveries } from "../delivery/EventDeliveries.ts"
import { InstallationAccess } from "../installation/InstallationAccess.ts"
import { BlockDrawings } from "../page-block/BlockDrawings.ts"
import { PageBlocks } from "../page-block/PageBlocks.ts"
import { Components } from "../request/Components.ts"
import { PublicEndpoints } from "../request/PublicEndpoints.ts"
import { IntegrationTokens } from "../token/IntegrationTokens.ts"
import * as InstallationSender from "./InstallationSender.ts"
import { IntegrationEvents } from "./IntegrationEvents.ts"
import { IntegrationRuns } from "./IntegrationRuns.ts"

/** What lets scripts act, tells them what happens, and shows what they did. */
export const layer = Layer.mergeAll(
  IntegrationEvents.layer,
  InstallationSender.layer,
  Components.layer,
  PublicEndpoints.layer,
  PageBlocks.layer.pipe(Layer.provide(BlockDrawings.layer))
).pipe(
  Layer.provideMerge(IntegrationRuns.layer),
  Layer.provide(EventDeliveries.layer),
  Layer.provideMerge(IntegrationTokens.layer),
  Layer.provide(InstallationAccess.layer)
)
