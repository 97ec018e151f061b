import { isIP, type LookupFunction } from "node:net"
import { Fetcher } from "@quire/core"
import ipaddr from "ipaddr.js"
import { buildConnector } from "undici"

const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3")

/** The one address in the public range that, inside the Azure cloud, reaches the host's metadata and agents. */
const wireServer = "168.63.129.16"

/**
 * Whether an IPv4 or IPv6 address belongs to the public internet. IPv4 mapped into IPv6 is judged as IPv4; IPv6 must
 * lie in 2000::/3 as well, because the class `unicast` alone holds the deprecated IPv4-compatible addresses.
 */
const isPublic = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (address.range() !== "unicast") return false
  return address instanceof ipaddr.IPv6 ? address.match(globalUnicast) : address.toString() !== wireServer
}

/** Resolves a host name to all of its addresses; a rejection means that the name is unknown. */
export type Resolve = (
  hostname: string
) => Promise<ReadonlyArray<{ readonly address: string; readonly family: number }>>

export interface ConnectorOptions {
  readonly resolve: Resolve
  /** Skips the address checks for a host that the operator allowed. */
  readonly exempt: boolean
  /** Aborts every connection, including those still being opened. */
  readonly signal: AbortSignal
  /** Certificate authorities to trust instead of the well-known ones, PEM. */
  readonly ca?: string
  /** Opens the plain connection; replaceable for tests. */
  readonly open?: (lookup: LookupFunction, signal: AbortSignal) => buildConnector.connector
}

const blocked = () => new Fetcher.FetchFailed({ reason: "blocked" })

const makeGuardedLookup =
  (resolve: Resolve, exempt: boolean): LookupFunction =>
  (hostname, options, done) => {
    const answer = (answers: Awaited<ReturnType<Resolve>>) => {
      const [first] = answers
      if (first === undefined) return done(new Fetcher.FetchFailed({ reason: "unreachable" }), [])
      if (!exempt && !answers.every(({ address }) => isPublic(address))) return done(blocked(), [])
      return options.all === true ? done(null, [...answers]) : done(null, first.address, first.family)
    }
    resolve(hostname).then(answer, () => done(new Fetcher.FetchFailed({ reason: "unreachable" }), []))
  }

const openPlain = (lookup: LookupFunction, signal: AbortSignal) => buildConnector({ lookup, signal, timeout: 0 })

/**
 * Connects to public addresses only. There are three checks, because each alone can be bypassed: the literal in the URL
 * (which is not looked up), every answer of the resolver (only checked answers are dialled), and the connected peer,
 * before TLS or the request sends anything to it.
 */
export const make = (options: ConnectorOptions): buildConnector.connector => {
  const { resolve, exempt, signal, ca, open = openPlain } = options
  const plain = open(makeGuardedLookup(resolve, exempt), signal)
  const secure = buildConnector({ signal, timeout: 0, ...(ca === undefined ? {} : { ca }) })
  return (target, done) => {
    const host = target.hostname.replace(/^\[|\]$/g, "")
    if (!exempt && isIP(host) !== 0 && !isPublic(host)) return done(blocked(), null)
    const port = target.port === "" ? (target.protocol === "https:" ? "443" : "80") : target.port
    plain({ ...target, hostname: host, port, protocol: "http:" }, (error, socket) => {
      if (error !== null) return done(error, null)
      if (!exempt && !isPublic(socket.remoteAddress ?? "")) {
        socket.destroy()
        return done(blocked(), null)
      }
      return target.protocol === "https:" ? secure({ ...target, httpSocket: socket }, done) : done(null, socket)
    })
  }
}
