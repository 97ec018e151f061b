import { Schema } from "effect"
import { closed, isWebAddress, optional } from "../../foundation/input/Input.ts"
import { Instant } from "../../foundation/time/Instant.ts"

export const limits = {
  /** Characters of the address of a tunnel. */
  urlLength: 256,
  /** Milliseconds after which it ends automatically. */
  lasts: 86_400_000
} as const

/** Development mode of an integration, which sends its events to a tunnel (rule integration-development). */
export const Development = Schema.Struct({ tunnelUrl: Schema.String, endsAt: Instant })
export type Development = typeof Development.Type

export interface DevelopedIntegration {
  readonly organization: string
  readonly development?: Development | undefined
}

/** Development mode as it is now, in epoch milliseconds; undefined where it is off or has ended. */
export const current = (
  { development }: Pick<DevelopedIntegration, "development">,
  now: number
): Development | undefined => (development !== undefined && now < development.endsAt ? development : undefined)

/** The tunnel of an installation, only if the owner of the integration installed it (rule integration-development). */
export const tunnelFor = (
  integration: DevelopedIntegration,
  installation: { readonly organization: string } | undefined,
  now: number
): string | undefined =>
  installation?.organization === integration.organization ? current(integration, now)?.tunnelUrl : undefined

const local = /^(?:localhost|(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/

/** Whether a URL can be that of a tunnel: on this machine, or encrypted. */
const isTunnel = (text: string): boolean => {
  if (!isWebAddress(text)) return false
  const { hash, hostname, password, protocol, search, username } = new URL(text)
  const isBare = `${username}${password}${search}${hash}` === ""
  return isBare && (protocol === "https:" || local.test(hostname))
}

const rule = "must be an https URL, or an http URL of this machine, without credentials, query or fragment"

const TunnelUrl = Schema.String.pipe(
  Schema.check(Schema.isMinLength(1), Schema.isMaxLength(limits.urlLength)),
  Schema.check(Schema.makeFilter((text) => isTunnel(text) || rule, { toJsonSchema: () => ({ format: "uri" }) }))
)

const begin = closed(
  "IntegrationDevelopment",
  {
    tunnelUrl: TunnelUrl,
    /** Official clients send `true` to include the installations of other organizations, which is refused. */
    all: optional(Schema.Literal(false))
  },
  {
    tunnelUrl: "Address of the development server that receives the events.",
    all: "Accepted for compatibility; only false is allowed."
  }
)

/** Input to enable development mode. */
export interface Begin extends Schema.Schema.Type<typeof begin> {}
/** The same as it is sent. */
export interface BeginEncoded extends Schema.Codec.Encoded<typeof begin> {}
export const Begin: Schema.Codec<Begin, BeginEncoded> = begin
