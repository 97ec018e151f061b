import { BlockList, isIP } from "node:net"
import { Option, Result } from "effect"
import type { Headers } from "effect/http"

/** Whose word about addresses is taken. */
export interface TrustedProxies {
  readonly has: (address: string) => boolean
}

export const nobody: TrustedProxies = { has: () => false }

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** An address in one spelling: IPv4 in IPv6 clothes is IPv4, and no zone is told. */
export const plain = (address: string): string => {
  const bare = address.replace(/%.*$/, "")
  return mapped.exec(bare)?.[1] ?? bare
}

const familyOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4")

/** The proxies of a list of addresses and networks (`10.0.0.0/8`); the first entry that is neither, otherwise. */
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

const withPort = /^(?:\[([0-9a-f:.]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\w+)?$/i

/** The address of a node as proxies write it: alone, with a port, or in brackets; none for names and what is hidden. */
const addressIn = (node: string): Option.Option<string> => {
  const found = withPort.exec(node)
  const address = plain(found?.[1] ?? found?.[2] ?? node)
  return isIP(address) === 0 ? Option.none() : Option.some(address)
}

/** What somebody says of an address, with or without a port, in one spelling; empty where it is none. */
export const told = (node: string | undefined): string => Option.getOrElse(addressIn(node ?? ""), () => "")

const forwardedFor = /(?:^|;)\s*for\s*=\s*(?:"([^"]*)"|([^";\s]*))\s*(?=;|$)/i

/** What `Forwarded` says of one hop. No address has a comma, so commas part hops, whatever quotes stand before them. */
const forwardedNode = (hop: string): string => {
  const found = forwardedFor.exec(hop)
  return found?.[1] ?? found?.[2] ?? ""
}

/** The hops that the headers name, nearest last. */
const chainsOf = (headers: Headers.Headers): ReadonlyArray<ReadonlyArray<string>> => {
  const { forwarded, "x-forwarded-for": before } = headers
  return [
    ...(forwarded === undefined ? [] : [forwarded.split(",").map(forwardedNode)]),
    ...(before === undefined ? [] : [before.split(",").map((node) => node.trim())])
  ]
}

/** From the nearest hop on, as far as those who say so are trusted. */
const behind = (peer: string, chain: ReadonlyArray<string>, proxies: TrustedProxies): string => {
  let address = peer
  for (const node of chain.toReversed()) {
    if (!proxies.has(address)) return address
    const next = addressIn(node)
    if (Option.isNone(next)) return address
    address = next.value
  }
  return address
}

/**
 * Where a request came from: the peer of its connection, or whom trusted proxies name. A proxy writes one of the headers
 * and lets the other pass, which anybody may have sent: where they disagree, neither is believed.
 */
export const of = (remote: string, headers: Headers.Headers, proxies: TrustedProxies): string => {
  const peer = plain(remote)
  if (!proxies.has(peer)) return peer
  const [named = peer, ...others] = chainsOf(headers).map((chain) => behind(peer, chain, proxies))
  return others.every((other) => other === named) ? named : peer
}
