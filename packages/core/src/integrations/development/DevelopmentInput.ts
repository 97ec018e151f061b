import { Schema } from "effect"
import { closed, isWebAddress, optional } from "../../foundation/input/Input.ts"
import { limits } from "./Development.ts"

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
