import { Layer } from "effect"
import * as Backup from "./Backup.ts"
import * as CollectionRegistry from "./CollectionRegistry.ts"
import * as ContentArea from "./content/Area.ts"
import type { Typesetting } from "./content/document/Typesetting.ts"
import * as FoundationArea from "./foundation/Area.ts"
import { BlobUses } from "./foundation/blob/BlobUses.ts"
import * as IntegrationsArea from "./integrations/Area.ts"
import * as SourceRequests from "./integrations/content-source/SourceRequests.ts"
import * as EmbeddedScripts from "./integrations/embedded-script/EmbeddedScripts.ts"
import * as InstalledSpaces from "./integrations/installation/InstalledSpaces.ts"
import * as InstalledGrantings from "./integrations/token/InstalledGrantings.ts"
import * as OpenApiArea from "./openapi/Area.ts"
import * as OperationsArea from "./operations/Area.ts"
import { Rotation } from "./operations/rotation/Rotation.ts"
import * as PeopleArea from "./people/Area.ts"
import * as MemberVisibility from "./people/member/MemberVisibility.ts"
import { OrganizationRows } from "./people/organization/OrganizationRows.ts"
import { People } from "./people/personal-data/People.ts"
import * as ProposalsArea from "./proposals/Area.ts"
import * as SitesArea from "./sites/Area.ts"
import * as PublishedSpaces from "./sites/site/PublishedSpaces.ts"
import * as SpacesArea from "./spaces/Area.ts"
import * as TranslationsArea from "./translations/Area.ts"

/** Ports of an area that later areas implement. */
const implementations = Layer.mergeAll(
  SourceRequests.layer,
  EmbeddedScripts.embeddingsLayer,
  InstalledSpaces.layer,
  PublishedSpaces.layer
).pipe(Layer.provideMerge(Layer.mergeAll(InstalledGrantings.layer, MemberVisibility.layer)))

const registered = Layer.mergeAll(
  Layer.succeed(OrganizationRows, CollectionRegistry.inOrganizations),
  Layer.succeed(BlobUses, CollectionRegistry.namingBlobs)
)

/** Every service of the engine. What it needs is its ports: stores, secrets, ids, addresses and capabilities. */
export const layer = Layer.mergeAll(
  FoundationArea.layer,
  ContentArea.layer,
  PeopleArea.layer,
  OpenApiArea.layer,
  SpacesArea.layer,
  ProposalsArea.layer,
  TranslationsArea.layer,
  SitesArea.layer,
  IntegrationsArea.layer,
  OperationsArea.layer,
  People.layer(CollectionRegistry),
  Rotation.layer(CollectionRegistry.sealed),
  Backup.layer
).pipe(Layer.provideMerge(implementations), Layer.provide(registered))

/** Operations that hosts call, by the name of their group. */
export const hostGroups = {
  ...FoundationArea.hostGroups,
  ...PeopleArea.hostGroups,
  ...OpenApiArea.hostGroups,
  ...SpacesArea.hostGroups,
  ...ProposalsArea.hostGroups,
  ...TranslationsArea.hostGroups,
  ...SitesArea.hostGroups,
  ...IntegrationsArea.hostGroups,
  ...OperationsArea.hostGroups
}

/** Services that the engine provides. */
export type Services = Layer.Success<typeof layer>

/** Ports that the engine and the printing of its pages require. */
export type Ports = Layer.Services<typeof layer> | Typesetting
