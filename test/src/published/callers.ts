import { type Audience, type Engine, PublishingAuths, ShareLinks, VisitorToken } from "@quire/core"
import { Clock, Effect } from "effect"
import type { DescribedSite, Visitor } from "./ApiSites.ts"
import type { Built } from "./build.ts"

/** Every visitor that the schema of described sites tells apart. */
export const visitors: ReadonlyArray<Visitor> = [false, true].flatMap((beta) =>
  [false, true].flatMap((staff) => (["free", "team", "whole"] as const).map((plan) => ({ beta, staff, plan })))
)

/** A caller, and how a site must treat them: as a visitor whose claims count, or as an anonymous reader. */
export interface Caller {
  readonly name: string
  readonly request: Audience.Request
  readonly key: "none" | "active" | "inactive" | "revoked" | "of another site"
  readonly token: "none" | "believed" | "refused"
  readonly visitor: Visitor | undefined
}

/** Whether a site lets a caller in, by rule. */
export const isAdmitted = ({ visibility }: DescribedSite, { key, token }: Caller): boolean => {
  if (key !== "none" && key !== "active") return false
  if (visibility === "share-link" && key !== "active") return false
  return visibility !== "visitor-auth" || token === "believed"
}

const keyIn = (url: string | undefined): string => /~share\/([^/]+)\//.exec(url ?? "")?.[1] ?? ""

/** Share keys of a site in every state. */
const makeKeys = Effect.fnUntraced(function* ({ mine, organization, site }: Built, other: Built) {
  const links = yield* ShareLinks.ShareLinks
  const make = (name: string) => mine(links.create(organization, site, { name }))
  const [active, inactive, revoked] = [yield* make("active"), yield* make("inactive"), yield* make("revoked")]
  yield* mine(links.update(organization, site, inactive.id, { active: false }))
  yield* mine(links.remove(organization, site, revoked.id))
  const theirs = yield* other.mine(links.create(other.organization, other.site, { name: "theirs" }))
  const urls = { active, inactive, revoked, "of another site": theirs }
  return Object.entries(urls).map(([key, { urls }]) => [key, keyIn(urls.published)] as const)
}, Effect.orDie)

const tamper = (token: string, change: (header: object) => object): string => {
  const [header = "", ...rest] = token.split(".")
  return [btoa(JSON.stringify(change(JSON.parse(atob(header))))).replace(/=+$/, ""), ...rest].join(".")
}

/** Tokens of each visitor that are believed, and one of each kind that is not, for a reader who would see the most. */
const makeTokens = Effect.fnUntraced(function* ({ mine, organization, site }: Built, other: Built) {
  const auths = yield* PublishingAuths.PublishingAuths
  const { privateKey } = yield* mine(auths.get(organization, site))
  const theirs = yield* other.mine(auths.get(other.organization, other.site))
  const now = Math.floor((yield* Clock.currentTimeMillis) / 1000)
  const most = { beta: true, staff: true, plan: "team" } as const
  const sign = (claims: object, key = privateKey) => VisitorToken.sign({ exp: now + 3600, ...claims }, key)
  const believed = visitors.map((visitor) => ({ name: JSON.stringify(visitor), token: sign(visitor), visitor }))
  const refused = {
    expired: sign({ ...most, exp: now - 1 }),
    "not yet valid": sign({ ...most, nbf: now + 60 }),
    forged: sign(most, "another key"),
    "of another site": sign(most, theirs.privateKey),
    "without an algorithm": tamper(sign(most), (header) => ({ ...header, alg: "none" })),
    "of another algorithm": tamper(sign(most), (header) => ({ ...header, alg: "HS512" })),
    cut: sign(most).slice(0, -1)
  }
  return { believed, refused: Object.entries(refused).map(([name, token]) => ({ name, token })) }
}, Effect.orDie)

/** Everybody who may ask for a site: each state of a key with each kind of token. */
export const listCallers: (
  built: Built,
  other: Built
) => Effect.Effect<ReadonlyArray<Caller>, never, Engine.Services | Engine.Ports> = Effect.fnUntraced(
  function* (built, other) {
    const keys = yield* makeKeys(built, other)
    const tokens = yield* makeTokens(built, other)
    const shares = [["none", undefined] as const, ...keys]
    const isState = (key: string): key is Caller["key"] =>
      ["none", "active", "inactive", "revoked", "of another site"].includes(key)
    return shares.flatMap(([key, shareKey]): ReadonlyArray<Caller> => {
      if (!isState(key)) return []
      const share = shareKey === undefined ? {} : { shareKey }
      return [
        { name: `key ${key}`, request: share, key, token: "none", visitor: undefined },
        ...tokens.believed.map(
          ({ name, token, visitor }): Caller => ({
            name: `key ${key}, token ${name}`,
            request: { ...share, token },
            key,
            token: "believed",
            visitor
          })
        ),
        ...tokens.refused.map(
          ({ name, token }): Caller => ({
            name: `key ${key}, token ${name}`,
            request: { ...share, token },
            key,
            token: "refused",
            visitor: undefined
          })
        )
      ]
    })
  }
)
