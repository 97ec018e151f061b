import { BlockList, isIP } from "node:net"
import { Option, Result } from "effect"
import type { Headers } from "effect/http"

/** The proxies whose forwarding headers are trusted. */
export interface TrustedProxies {
  readonly has: (address: string) => boolean
}

export const noProxies: TrustedProxies = { has: () => false }

const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** Normalizes an address: IPv4-mapped IPv6 becomes IPv4, and the zone is dropped. */
export const normalize = (address: string): string => {
  const bare = address.replace(/%.*/s, "")
  return mappedIpv4.exec(bare)?.[1] ?? bare
}

const familyOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4")

/** Parses a list of addresses and networks (`10.0.0.0/8`); fails with the first entry that is neither. */
export const proxiesFrom = (entries: ReadonlyArray<string>): Result.Result<TrustedProxies, string> => {
  const known = new BlockList()
  for (const entry of entries) {
    const [address = "", bits, ...more] = entry.split("/")
    const width = isIP(address) === 6 ? 128 : 32
    const prefix = bits === undefined ? width : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN
    if (isIP(address) === 0 || address.includes("%") || more.length > 0 || !(prefix <= width)) return Result.fail(entry)
    known.addSubnet(address, prefix, familyOf(address))
  }
  return Result.succeed({ has: (address) => isIP(address) !== 0 && known.check(address, familyOf(address)) })
}

const nodePattern = /^(?:\[([0-9a-f:.]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\w+)?$/i

/**
 * Parses a node as proxies write it: a bare address, with a port, or in brackets; none for names and obfuscated nodes.
 */
const parseNode = (node: string): Option.Option<string> => {
  const found = nodePattern.exec(node)
  const address = normalize(found?.[1] ?? found?.[2] ?? node)
  return isIP(address) === 0 ? Option.none() : Option.some(address)
}

/** Parses an address with or without a port and normalizes it; empty when it is not an address. */
export const parse = (node: string | undefined): string => Option.getOrElse(parseNode(node ?? ""), () => "")

const forwardedFor = /(?:^|;)\s*for\s*=\s*(?!\s)(?:"([^"]*)"|([^";\s]*))\s*(?=;|$)/i

/**
 * The `for` node of one hop of `Forwarded`. No address contains a comma, so commas separate hops even inside quotes.
 */
const forwardedNode = (hop: string): string => {
  const found = forwardedFor.exec(hop)
  return found?.[1] ?? found?.[2] ?? ""
}

/** The chains of hops in the headers, nearest last. */
const chainsOf = (headers: Headers.Headers): ReadonlyArray<ReadonlyArray<string>> => {
  const { forwarded, "x-forwarded-for": before } = headers
  return [
    ...(forwarded === undefined ? [] : [forwarded.split(",").map(forwardedNode)]),
    ...(before === undefined ? [] : [before.split(",").map((node) => node.trim())])
  ]
}

/** Follows a chain from the nearest hop for as long as each is a trusted proxy. */
const followChain = (peer: string, chain: ReadonlyArray<string>, proxies: TrustedProxies): string => {
  let address = peer
  for (const node of chain.toReversed()) {
    if (!proxies.has(address)) return address
    const next = parseNode(node)
    if (Option.isNone(next)) return address
    address = next.value
  }
  return address
}

/**
 * The client's address: the peer of the connection, or the one given by trusted proxies. A proxy writes one of the two
 * headers and passes on the other, which any client may have sent. If they disagree, neither is trusted.
 */
export const of = (remote: string, headers: Headers.Headers, proxies: TrustedProxies): string => {
  const peer = normalize(remote)
  if (!proxies.has(peer)) return peer
  const [named = peer, ...others] = chainsOf(headers).map((chain) => followChain(peer, chain, proxies))
  return others.every((other) => other === named) ? named : peer
}
