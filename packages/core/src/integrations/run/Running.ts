import { Layer } from "effect"
import * as SpaceAnswers from "../content-source/SpaceAnswers.ts"
import { EventDeliveries } from "../delivery/EventDeliveries.ts"
import { Developments } from "../development/Developments.ts"
import { EmbeddedScripts } from "../embedded-script/EmbeddedScripts.ts"
import { InstallationAccess } from "../installation/InstallationAccess.ts"
import { BlockDrawings } from "../page-block/BlockDrawings.ts"
import { PageBlocks } from "../page-block/PageBlocks.ts"
import { Components } from "../request/Components.ts"
import { PublicEndpoints } from "../request/PublicEndpoints.ts"
import { IntegrationTasks } from "../task/IntegrationTasks.ts"
import { IntegrationTokens } from "../token/IntegrationTokens.ts"
import { VisitorAuthentications } from "../visitor/VisitorAuthentications.ts"
import * as InstallationSender from "./InstallationSender.ts"
import { IntegrationEvents } from "./IntegrationEvents.ts"
import { IntegrationRuns } from "./IntegrationRuns.ts"

/** Services that let scripts act, deliver events to them, and show their runs. */
export const layer = Layer.mergeAll(
  IntegrationEvents.layer,
  InstallationSender.layer,
  Components.layer,
  PublicEndpoints.layer,
  EmbeddedScripts.layer,
  SpaceAnswers.layer,
  Developments.layer,
  IntegrationTasks.layer,
  VisitorAuthentications.layer,
  PageBlocks.layer.pipe(Layer.provide(BlockDrawings.layer))
).pipe(
  Layer.provideMerge(IntegrationRuns.layer),
  Layer.provide(EventDeliveries.layer),
  Layer.provideMerge(IntegrationTokens.layer),
  Layer.provide(InstallationAccess.layer)
)
