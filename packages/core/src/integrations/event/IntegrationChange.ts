import { Option, Schema } from "effect"
import { InstallationId, IntegrationId, SiteId, SpaceId } from "../../foundation/id/Ids.ts"
import type * as Outbox from "../../foundation/outbox/Outbox.ts"
import { digest } from "../../foundation/secret/Secrets.ts"
import { InstallationStatus } from "../installation/Reach.ts"
import type { EventPayload } from "./EventPayload.ts"

/** A change that is sent to one installation. */
export interface OfInstallation {
  readonly _tag: "OfInstallation"
  readonly integration: IntegrationId
  readonly installation: InstallationId
  readonly payload: EventPayload
}

/** A change of the primary content of a space, sent to all integrations that are active on it. */
export interface OfContent {
  readonly _tag: "OfContent"
  readonly space: SpaceId
  readonly revision: string
}

/** Common fields of payloads about a space. */
export interface SpaceEventBase {
  readonly eventId: string
  readonly installationId: InstallationId
  readonly spaceId: SpaceId
}

export type IntegrationChange = OfInstallation | OfContent

/** Id of an event of the outbox for an installation (rule integration-told-once). */
export const eventIdOf = (event: string, installation: string): string =>
  digest(`${event} ${installation}`).slice(0, 22)

const State = Schema.Struct({ status: InstallationStatus })
const Moved = Schema.Struct({ revision: Schema.String })
const decodeState = Schema.decodeUnknownOption(State)
const decodeMoved = Schema.decodeUnknownOption(Moved)
const Subjects = Schema.TupleWithRest(Schema.Tuple([InstallationId]), [Schema.String])
const decodeSubjects = Schema.decodeUnknownOption(Subjects)
const decodeIntegration = Schema.decodeUnknownOption(IntegrationId)
const decodeSpace = Schema.decodeUnknownOption(SpaceId)
const decodeSite = Schema.decodeUnknownOption(SiteId)

/** The current and previous state of the installation. */
const standingOf = ({ after, before }: Outbox.Event) =>
  Option.map(decodeState(after), ({ status }) => {
    const previous = Option.getOrUndefined(decodeState(before))
    return { status, ...(previous === undefined ? {} : { previous: { status: previous.status } }) }
  })

type Whole = Extract<EventPayload, { readonly type: `installation_${string}` }>
type OnPlace = Extract<EventPayload, { readonly type: `${"space" | "site"}_installation_${string}` }>

const payloadOf = (
  event: Outbox.Event,
  base: { readonly eventId: string; readonly installationId: InstallationId }
): Option.Option<Whole> =>
  event.type === "installations.delete"
    ? Option.some({ type: "installation_deleted", ...base, previous: {} })
    : Option.map(standingOf(event), (standing) => ({ type: "installation_setup", ...base, ...standing }))

const onSpace = (
  event: Outbox.Event,
  base: { readonly eventId: string; readonly installationId: InstallationId; readonly spaceId: SpaceId }
): Option.Option<OnPlace> =>
  event.type === "spaceInstallations.delete"
    ? Option.some({ type: "space_installation_deleted", ...base, previous: {} })
    : Option.map(standingOf(event), (standing) => ({ type: "space_installation_setup", ...base, ...standing }))

const onSite = (
  event: Outbox.Event,
  base: { readonly eventId: string; readonly installationId: InstallationId; readonly siteId: SiteId }
): Option.Option<OnPlace> =>
  event.type === "siteInstallations.delete"
    ? Option.some({ type: "site_installation_deleted", ...base, previous: {} })
    : Option.map(standingOf(event), (standing) => ({ type: "site_installation_setup", ...base, ...standing }))

/** Subjects are the installation, the space or site if it is on one, and the name of the integration. */
const installationChange = (event: Outbox.Event): Option.Option<IntegrationChange> =>
  Option.flatMap(decodeSubjects(event.subjects), ([installationId, ...named]) => {
    const base = { eventId: eventIdOf(event.id, installationId), installationId }
    const [noun] = event.type.split(".")
    const payload: Option.Option<EventPayload> =
      noun === "spaceInstallations"
        ? Option.flatMap(decodeSpace(named[0]), (spaceId) => onSpace(event, { ...base, spaceId }))
        : noun === "siteInstallations"
          ? Option.flatMap(decodeSite(named[0]), (siteId) => onSite(event, { ...base, siteId }))
          : payloadOf(event, base)
    return Option.zipWith(payload, decodeIntegration(named.at(-1)?.toLowerCase()), (payload, integration) => ({
      _tag: "OfInstallation",
      integration,
      installation: installationId,
      payload
    }))
  })

/** A new head of a space is the first subject of its event; of a change request that is the request itself. */
const contentChange = ({ after, space, subjects }: Outbox.Event): Option.Option<IntegrationChange> =>
  Option.flatMap(decodeMoved(after), ({ revision }) =>
    Option.map(subjects[0] === revision ? decodeSpace(space) : Option.none(), (id) => ({
      _tag: "OfContent",
      space: id,
      revision
    }))
  )

const ofInstallations: ReadonlySet<string> = new Set(
  ["installations", "spaceInstallations", "siteInstallations"].flatMap((noun) =>
    ["create", "update", "delete"].map((verb) => `${noun}.${verb}`)
  )
)

const ofContent: ReadonlySet<string> = new Set([
  "content.edit",
  "content.import",
  "content.rollBack",
  "changeRequests.merge",
  "spaces.translate",
  "spaceCustomFields.update"
])

/**
 * The change that an event of the outbox reports to installations; undefined for events that scripts do not receive
 * (rule integration-told).
 */
export const of = (event: Outbox.Event): IntegrationChange | undefined => {
  if (ofInstallations.has(event.type)) return Option.getOrUndefined(installationChange(event))
  return ofContent.has(event.type) ? Option.getOrUndefined(contentChange(event)) : undefined
}
