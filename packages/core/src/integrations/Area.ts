import * as BlobUses from "../foundation/blob/BlobUses.ts"
import * as Repository from "../foundation/store/Repository.ts"
import type { StoredRows } from "../foundation/store/StoredRows.ts"
import type * as OrganizationRows from "../people/organization/OrganizationRows.ts"
import { collection as deliveryQueues } from "./delivery/DeliveryQueue.ts"
import { collection as eventDeliveries } from "./delivery/EventDelivery.ts"
import { collection as outboxPlaces } from "./delivery/OutboxPosition.ts"
import { collection as toldVisibilities } from "./event/ReportedVisibility.ts"
import {
  collection as installationSecrets,
  sealedRows as sealedInstallationSecrets
} from "./installation/InstallationSecret.ts"
import { collection as integrationInstallations } from "./installation/IntegrationInstallation.ts"
import { rows as ownedIntegrations } from "./installation/OwnedIntegrations.ts"
import { collection as placeInstallations } from "./installation/PlaceInstallation.ts"
import { blobsOf as blobsOfIntegration, collection as integrations } from "./integration/Integration.ts"
import {
  collection as integrationSecrets,
  sealedRows as sealedIntegrationSecrets
} from "./integration/IntegrationSecret.ts"
import {
  blobsOf as blobsOfIntegrationVersion,
  collection as integrationVersions
} from "./integration/IntegrationVersion.ts"
import { collection as blockDrawings } from "./page-block/BlockDrawing.ts"
import { collection as integrationEvents, mentioningRows as mentioningEvents } from "./run/IntegrationEvent.ts"
import {
  collection as eventSubscriptions,
  mentioningRows as mentioningSubscriptions
} from "./subscription/Subscription.ts"
import { collection as integrationTasks } from "./task/IntegrationTask.ts"
import { collection as webhooks } from "./webhook/Webhook.ts"
import { sealedRows as sealedWebhookSecrets, collection as webhookSecrets } from "./webhook/WebhookSecret.ts"

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
