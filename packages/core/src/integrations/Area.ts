import { Layer } from "effect"
import { InstallationReports } from "./access-report/InstallationReports.ts"
import { Backlog } from "./backlog/Backlog.ts"
import * as SpaceAnswers from "./content-source/SpaceAnswers.ts"
import { EventDeliveries } from "./delivery/EventDeliveries.ts"
import { EventDispatcher } from "./delivery/EventDispatcher.ts"
import { Developments } from "./development/Developments.ts"
import { Tunnels } from "./development/Tunnels.ts"
import { EmbeddedScripts } from "./embedded-script/EmbeddedScripts.ts"
import { SiteScripts } from "./embedded-script/SiteScripts.ts"
import { Installations } from "./installation/Installations.ts"
import { InstalledIntegrations } from "./installation/InstalledIntegrations.ts"
import { SiteInstallations } from "./installation/SiteInstallations.ts"
import { SpaceInstallations } from "./installation/SpaceInstallations.ts"
import { Integrations } from "./integration/Integrations.ts"
import { PageBlocks } from "./page-block/PageBlocks.ts"
import { Components } from "./request/Components.ts"
import { PublicEndpoints } from "./request/PublicEndpoints.ts"
import { Environments } from "./run/Environment.ts"
import { EventRecords } from "./run/EventRecords.ts"
import * as InstallationSender from "./run/InstallationSender.ts"
import { IntegrationEvents } from "./run/IntegrationEvents.ts"
import { IntegrationRuns } from "./run/IntegrationRuns.ts"
import { EventFeed } from "./subscription/EventFeed.ts"
import { SubscriptionLease } from "./subscription/SubscriptionLease.ts"
import { Subscriptions } from "./subscription/Subscriptions.ts"
import { IntegrationTasks } from "./task/IntegrationTasks.ts"
import { IntegrationTokens } from "./token/IntegrationTokens.ts"
import { VisitorAuthentications } from "./visitor/VisitorAuthentications.ts"
import { WebhookDeliveries } from "./webhook/WebhookDeliveries.ts"
import * as WebhookSender from "./webhook/WebhookSender.ts"
import { Webhooks } from "./webhook/Webhooks.ts"

/** Services of integrations, installations, webhooks and subscriptions. */
export const layer = Layer.mergeAll(
  Backlog.layer,
  Components.layer,
  Developments.layer,
  EmbeddedScripts.layer,
  Environments.layer,
  EventDeliveries.layer,
  EventDispatcher.layer,
  EventFeed.layer,
  EventRecords.layer,
  InstallationReports.layer,
  InstallationSender.layer,
  Installations.layer,
  InstalledIntegrations.layer,
  IntegrationEvents.layer,
  IntegrationRuns.layer,
  IntegrationTasks.layer,
  IntegrationTokens.layer,
  Integrations.layer,
  PageBlocks.layer,
  PublicEndpoints.layer,
  SiteInstallations.layer,
  SiteScripts.layer,
  SpaceAnswers.layer,
  SpaceInstallations.layer,
  SubscriptionLease.layer,
  Subscriptions.layer,
  Tunnels.layer,
  VisitorAuthentications.layer,
  WebhookDeliveries.layer,
  WebhookSender.layer,
  Webhooks.layer
)
