import { Schema } from "effect"
import { InstallationId, SiteId, SpaceId } from "../../foundation/id/Ids.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import { ResolvedDependency } from "../../openapi/computed/IntegrationSource.ts"
import * as Space from "../../spaces/space/Space.ts"
import * as InstallationConfiguration from "../installation/InstallationConfiguration.ts"
import { InstallationStatus } from "../installation/Reach.ts"

const JsonObject = Schema.Record(Schema.String, Schema.Json)

/** `eventId` is the same whenever the same event is delivered again (rule integration-told-once). */
const common = describeFields(
  { eventId: Schema.String },
  { eventId: "Identifier of the event, the same in every attempt." }
)
const toInstallation = describeFields(
  { ...common, installationId: InstallationId },
  { installationId: "Installation that receives the event." }
)
const ofSpace = describeFields({ ...toInstallation, spaceId: SpaceId }, { spaceId: "Space that the event is about." })
const ofSite = describeFields({ ...toInstallation, siteId: SiteId }, { siteId: "Site that the event is about." })

/** Previous state of an installation. Events never contain configuration values (rule installation-audit). */
const Previous = Schema.Struct(
  describeFields(
    { status: InstallationStatus, configuration: Schema.optionalKey(InstallationConfiguration.Configuration) },
    { status: "State of the installation.", configuration: "Configuration before the change." }
  )
)
const PreviousDeleted = Schema.Struct(
  describeFields(
    { configuration: Schema.optionalKey(InstallationConfiguration.Configuration) },
    { configuration: "Configuration before the change." }
  )
)
const setup = describeFields(
  { status: InstallationStatus, previous: Schema.optionalKey(Previous) },
  { status: "State of the installation.", previous: "State before the change." }
)

/** The user on whose behalf a script is called. */
const Auth = Schema.Struct(describeFields({ userId: Schema.String }, { userId: "User who acts." }))

export const FetchMethod = Schema.Literals(["post", "get", "put", "delete"])
export type FetchMethod = typeof FetchMethod.Type

/** A request to the endpoint of an integration, without its body. */
export const FetchRequest = Schema.Struct(
  describeFields(
    {
      method: FetchMethod,
      url: Schema.String,
      headers: Schema.Record(Schema.String, Schema.String)
    },
    {
      method: "HTTP method of the request.",
      url: "Address of the request.",
      headers: "Headers of the request by name."
    }
  )
)
export type FetchRequest = typeof FetchRequest.Type

const theme = describeFields(
  { theme: Schema.Literals(["dark", "light"]) },
  { theme: "Whether the reader uses light or dark mode." }
)

const Dependencies = Schema.Record(Schema.String, ResolvedDependency)

/** The requested source, its properties and the state of its dependencies. */
const asked = describeFields(
  { sourceId: Schema.String, props: JsonObject, dependencies: Dependencies },
  {
    dependencies: "What the result depends on, by name.",
    sourceId: "Content source that is asked.",
    props: "Properties of the source."
  }
)

/** Where a component is drawn. */
export const RenderContext = Schema.Union([
  Schema.Struct(
    describeFields(
      { ...theme, type: Schema.Literal("configuration_account"), organizationId: Schema.String },
      { organizationId: "Organization in which the component is drawn." }
    )
  ),
  Schema.Struct(
    describeFields(
      { ...theme, type: Schema.Literal("configuration_space"), spaceId: SpaceId },
      { spaceId: "Space that the event is about." }
    )
  ),
  Schema.Struct(
    describeFields(
      { ...theme, type: Schema.Literal("configuration_site"), siteId: SiteId },
      { siteId: "Site that the event is about." }
    )
  ),
  Schema.Struct(
    describeFields(
      {
        ...theme,
        type: Schema.Literal("configuration_contentsource"),
        organizationId: Schema.String,
        spaceId: Schema.optionalKey(SpaceId)
      },
      { spaceId: "Space that the event is about.", organizationId: "Organization in which the component is drawn." }
    )
  ),
  Schema.Struct(
    describeFields(
      { ...theme, type: Schema.Literal("document"), spaceId: SpaceId, editable: Schema.Boolean },
      { spaceId: "Space that the event is about.", editable: "Whether the content can be edited." }
    )
  )
]).annotate({ identifier: "ContentKitContext" })
export type RenderContext = typeof RenderContext.Type

/** All events and requests that a script can receive (rule integration-told). */
export const EventPayload = Schema.Union([
  Schema.Struct({ type: Schema.Literal("installation_setup"), ...toInstallation, ...setup }),
  Schema.Struct(
    describeFields(
      { type: Schema.Literal("installation_deleted"), ...toInstallation, previous: PreviousDeleted },
      { previous: "State before the change." }
    )
  ),
  Schema.Struct({ type: Schema.Literal("space_installation_setup"), ...ofSpace, ...setup }),
  Schema.Struct(
    describeFields(
      { type: Schema.Literal("space_installation_deleted"), ...ofSpace, previous: PreviousDeleted },
      { previous: "State before the change." }
    )
  ),
  Schema.Struct({ type: Schema.Literal("site_installation_setup"), ...ofSite, ...setup }),
  Schema.Struct(
    describeFields(
      { type: Schema.Literal("site_installation_deleted"), ...ofSite, previous: PreviousDeleted },
      { previous: "State before the change." }
    )
  ),
  Schema.Struct(
    describeFields(
      { type: Schema.Literal("space_content_updated"), ...ofSpace, revisionId: Schema.String },
      { revisionId: "Revision of the new content." }
    )
  ),
  Schema.Struct(
    describeFields(
      {
        type: Schema.Literal("space_visibility_updated"),
        ...ofSpace,
        previousVisibility: Space.Visibility,
        visibility: Space.Visibility
      },
      { previousVisibility: "Visibility before the change.", visibility: "Visibility from now on." }
    )
  ),
  Schema.Struct(
    describeFields(
      {
        type: Schema.Literal("fetch"),
        ...common,
        installationId: Schema.optionalKey(InstallationId),
        spaceId: Schema.optionalKey(SpaceId),
        siteId: Schema.optionalKey(SiteId),
        request: FetchRequest
      },
      {
        spaceId: "Space that the event is about.",
        siteId: "Site that the event is about.",
        installationId: "Installation that the request is addressed to.",
        request: "HTTP request to answer."
      }
    )
  ),
  Schema.Struct({ type: Schema.Literal("fetch_published_script"), ...ofSpace }),
  Schema.Struct({ type: Schema.Literal("fetch_published_script"), ...ofSite }),
  Schema.Struct(
    describeFields(
      {
        type: Schema.Literal("fetch_visitor_authentication"),
        ...ofSite,
        /** The path that the visitor asked for. */
        location: Schema.optionalKey(Schema.String)
      },
      { location: "Address that the visitor wants to open." }
    )
  ),
  Schema.Struct(
    describeFields(
      {
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
      },
      {
        componentId: "Component of the integration to draw.",
        props: "Properties that the component is drawn with.",
        state: "State of the component in the browser.",
        action: "Action that the reader took since the last drawing.",
        context: "Where the component is drawn.",
        spaceId: "Space that the event is about.",
        siteId: "Site that the event is about.",
        auth: "User who looks at the component."
      }
    )
  ),
  Schema.Struct({ type: Schema.Literal("content_compute_revision"), ...ofSpace, ...asked }),
  Schema.Struct({ type: Schema.Literal("content_compute_document"), ...ofSpace, ...asked }),
  Schema.Struct(
    describeFields(
      {
        type: Schema.Literal("task"),
        ...common,
        installationId: Schema.optionalKey(InstallationId),
        task: JsonObject
      },
      { installationId: "Installation that queued the task.", task: "Object that was queued." }
    )
  )
]).annotate({ identifier: "IntegrationEventPayload" })
export type EventPayload = typeof EventPayload.Type
