import { Schema } from "effect"
import { InstallationId } from "../../foundation/id/InstallationId.ts"
import { SiteId } from "../../foundation/id/SiteId.ts"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import { Visibility } from "../../spaces/space/SpaceView.ts"
import { Configuration } from "../installation/InstallationConfiguration.ts"
import { InstallationStatus } from "../installation/Reach.ts"

const JsonObject = Schema.Record(Schema.String, Schema.Json)

/** `eventId` is the same whenever the same event is told again (rule integration-told-once). */
const told = { eventId: Schema.String }
const toInstallation = { ...told, installationId: InstallationId }
const ofSpace = { ...toInstallation, spaceId: SpaceId }
const ofSite = { ...toInstallation, siteId: SiteId }

/** How an installation was before; values of configurations are in no event (rule installation-audit). */
const Previous = Schema.Struct({ status: InstallationStatus, configuration: Schema.optionalKey(Configuration) })
const PreviousDeleted = Schema.Struct({ configuration: Schema.optionalKey(Configuration) })
const setup = { status: InstallationStatus, previous: Schema.optionalKey(Previous) }

/** The user on whose behalf a script is asked. */
const Auth = Schema.Struct({ userId: Schema.String })

export const FetchMethod = Schema.Literals(["post", "get", "put", "delete"])
export type FetchMethod = typeof FetchMethod.Type

/** A request to the address of an integration, without its body. */
export const FetchRequest = Schema.Struct({
  method: FetchMethod,
  url: Schema.String,
  headers: Schema.Record(Schema.String, Schema.String)
})
export type FetchRequest = typeof FetchRequest.Type

const theme = { theme: Schema.Literals(["dark", "light"]) }

/** Where a component is drawn. */
export const RenderContext = Schema.Union([
  Schema.Struct({ ...theme, type: Schema.Literal("configuration_account"), organizationId: Schema.String }),
  Schema.Struct({ ...theme, type: Schema.Literal("configuration_space"), spaceId: SpaceId }),
  Schema.Struct({ ...theme, type: Schema.Literal("configuration_site"), siteId: SiteId }),
  Schema.Struct({
    ...theme,
    type: Schema.Literal("configuration_contentsource"),
    organizationId: Schema.String,
    spaceId: Schema.optionalKey(SpaceId)
  }),
  Schema.Struct({ ...theme, type: Schema.Literal("document"), spaceId: SpaceId, editable: Schema.Boolean })
]).annotate({ identifier: "ContentKitContext" })
export type RenderContext = typeof RenderContext.Type

/** Everything that a script is told, or asked (rule integration-told). */
export const EventPayload = Schema.Union([
  Schema.Struct({ type: Schema.Literal("installation_setup"), ...toInstallation, ...setup }),
  Schema.Struct({ type: Schema.Literal("installation_deleted"), ...toInstallation, previous: PreviousDeleted }),
  Schema.Struct({ type: Schema.Literal("space_installation_setup"), ...ofSpace, ...setup }),
  Schema.Struct({ type: Schema.Literal("space_installation_deleted"), ...ofSpace, previous: PreviousDeleted }),
  Schema.Struct({ type: Schema.Literal("site_installation_setup"), ...ofSite, ...setup }),
  Schema.Struct({ type: Schema.Literal("site_installation_deleted"), ...ofSite, previous: PreviousDeleted }),
  Schema.Struct({ type: Schema.Literal("space_content_updated"), ...ofSpace, revisionId: Schema.String }),
  Schema.Struct({
    type: Schema.Literal("space_visibility_updated"),
    ...ofSpace,
    previousVisibility: Visibility,
    visibility: Visibility
  }),
  Schema.Struct({
    type: Schema.Literal("fetch"),
    ...told,
    installationId: Schema.optionalKey(InstallationId),
    spaceId: Schema.optionalKey(SpaceId),
    siteId: Schema.optionalKey(SiteId),
    request: FetchRequest
  }),
  Schema.Struct({
    type: Schema.Literal("fetch_visitor_authentication"),
    ...ofSite,
    /** The path that the visitor asked for. */
    location: Schema.optionalKey(Schema.String)
  }),
  Schema.Struct({
    type: Schema.Literal("ui_render"),
    ...toInstallation,
    spaceId: Schema.optionalKey(SpaceId),
    siteId: Schema.optionalKey(SiteId),
    auth: Schema.optionalKey(Auth),
    componentId: Schema.String,
    props: JsonObject,
    state: Schema.optionalKey(JsonObject),
    action: Schema.optionalKey(JsonObject),
    context: RenderContext
  }),
  Schema.Struct({
    type: Schema.Literal("task"),
    ...told,
    installationId: Schema.optionalKey(InstallationId),
    task: JsonObject
  })
]).annotate({ identifier: "IntegrationEventPayload" })
export type EventPayload = typeof EventPayload.Type
