import { Layer } from "effect"
import * as BlobUses from "../foundation/blob/BlobUses.ts"
import * as Repository from "../foundation/store/Repository.ts"
import type { StoredRows } from "../foundation/store/StoredRows.ts"
import type * as OrganizationRows from "../people/organization/OrganizationRows.ts"
import { InstallationReports } from "./access-report/InstallationReports.ts"
import { Backlog } from "./backlog/Backlog.ts"
import * as SpaceAnswers from "./content-source/SpaceAnswers.ts"
import { EventDeliveries } from "./delivery/EventDeliveries.ts"
import { deliveryQueueCollection as deliveryQueues, collection as eventDeliveries } from "./delivery/EventDelivery.ts"
import { EventDispatcher } from "./delivery/EventDispatcher.ts"
import { collection as outboxPlaces } from "./delivery/OutboxPosition.ts"
import { Developments } from "./development/Developments.ts"
import { EmbeddedScripts } from "./embedded-script/EmbeddedScripts.ts"
import { SiteScripts } from "./embedded-script/SiteScripts.ts"
import { collection as toldVisibilities } from "./event/VisibilityChanges.ts"
import {
  collection as installationSecrets,
  sealedRows as sealedInstallationSecrets
} from "./installation/InstallationSecrets.ts"
import { Installations } from "./installation/Installations.ts"
import { InstalledIntegrations } from "./installation/InstalledIntegrations.ts"
import { collection as integrationInstallations } from "./installation/IntegrationInstallation.ts"
import { rows as ownedIntegrations } from "./installation/OwnedIntegrations.ts"
import { collection as placeInstallations } from "./installation/PlaceInstallation.ts"
import { SiteInstallations } from "./installation/SiteInstallations.ts"
import { SpaceInstallations } from "./installation/SpaceInstallations.ts"
import {
  blobsOf as blobsOfIntegration,
  blobsOfVersion as blobsOfIntegrationVersion,
  collection as integrations,
  versionCollection as integrationVersions
} from "./integration/Integration.ts"
import {
  collection as integrationSecrets,
  sealedRows as sealedIntegrationSecrets
} from "./integration/IntegrationSecrets.ts"
import { Integrations } from "./integration/Integrations.ts"
import { collection as blockDrawings } from "./page-block/BlockDrawing.ts"
import { PageBlocks } from "./page-block/PageBlocks.ts"
import { Components } from "./request/Components.ts"
import { PublicEndpoints } from "./request/PublicEndpoints.ts"
import * as InstallationSender from "./run/InstallationSender.ts"
import { collection as integrationEvents, mentioningRows as mentioningEvents } from "./run/IntegrationEvent.ts"
import { IntegrationEvents } from "./run/IntegrationEvents.ts"
import { IntegrationRuns } from "./run/IntegrationRuns.ts"
import { EventFeed } from "./subscription/EventFeed.ts"
import {
  collection as eventSubscriptions,
  mentioningRows as mentioningSubscriptions
} from "./subscription/Subscription.ts"
import { Subscriptions } from "./subscription/Subscriptions.ts"
import { collection as integrationTasks } from "./task/IntegrationTask.ts"
import { IntegrationTasks } from "./task/IntegrationTasks.ts"
import { IntegrationTokens } from "./token/IntegrationTokens.ts"
import { VisitorAuthentications } from "./visitor/VisitorAuthentications.ts"
import { collection as webhooks } from "./webhook/Webhook.ts"
import { WebhookDeliveries } from "./webhook/WebhookDeliveries.ts"
import { sealedRows as sealedWebhookSecrets, collection as webhookSecrets } from "./webhook/WebhookSecrets.ts"
import * as WebhookSender from "./webhook/WebhookSender.ts"
import { Webhooks } from "./webhook/Webhooks.ts"

/** What is stored of this area. */
export const rows: StoredRows = {
  collections: [
    Repository.shapeOf(integrations),
    Repository.shapeOf(integrationVersions),
    Repository.shapeOf(integrationSecrets),
    Repository.shapeOf(integrationInstallations),
    Repository.shapeOf(installationSecrets),
    Repository.shapeOf(placeInstallations),
    Repository.shapeOf(outboxPlaces),
    Repository.shapeOf(eventSubscriptions),
    Repository.shapeOf(deliveryQueues),
    Repository.shapeOf(eventDeliveries),
    Repository.shapeOf(integrationEvents),
    Repository.shapeOf(integrationTasks),
    Repository.shapeOf(toldVisibilities),
    Repository.shapeOf(blockDrawings),
    Repository.shapeOf(webhooks),
    Repository.shapeOf(webhookSecrets)
  ],
  sealed: [sealedIntegrationSecrets, sealedInstallationSecrets, sealedWebhookSecrets],
  mentioning: [mentioningEvents, mentioningSubscriptions],
  blobs: [
    BlobUses.source(integrations, blobsOfIntegration),
    BlobUses.source(integrationVersions, blobsOfIntegrationVersion)
  ]
}

/** Collections that are removed with their organization. */
export const inOrganizations: ReadonlyArray<OrganizationRows.Source> = [ownedIntegrations]

/** Services of integrations, installations, webhooks and subscriptions. */
export const layer = Layer.mergeAll(
  Backlog.layer,
  Components.layer,
  Developments.layer,
  EmbeddedScripts.layer,
  EventDeliveries.layer,
  EventDispatcher.layer,
  EventFeed.layer,
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
  Subscriptions.layer,
  VisitorAuthentications.layer,
  WebhookDeliveries.layer,
  WebhookSender.layer,
  Webhooks.layer
)

/** Operations of this area that hosts call, by the name of their group. */
export const hostGroups = {
  components: Components,
  eventDispatcher: EventDispatcher,
  events: EventFeed,
  installationReports: InstallationReports,
  installations: Installations,
  installedIntegrations: InstalledIntegrations,
  integrationEvents: IntegrationEvents,
  integrations: Integrations,
  siteInstallations: SiteInstallations,
  siteScripts: SiteScripts,
  spaceInstallations: SpaceInstallations,
  webhookDeliveries: WebhookDeliveries,
  webhooks: Webhooks
}
