import { nothing } from "../nothing.ts"
import { certificate, complete, openId, provider, weakCertificate } from "../scenarios/samlProviders.ts"
import type { Aimed } from "../seeds.ts"
import type { World } from "../world.ts"

const nonsense = {
  label: ["", " ", "x".repeat(31)],
  ssoURL: ["x", "ftp://idp.test/x", "javascript:alert(1)", "//idp.test", `https://idp.test/${"x".repeat(2048)}`],
  entityID: ["x".repeat(1025), "a\u0000"],
  certificate: ["x", "AAAA", weakCertificate, `${certificate}x`, certificate.repeat(6), "x".repeat(10_001)],
  type: ["", "SAML", "openid"],
  defaultTeam: ["", "a b", nothing],
  defaultRole: ["", "owner", "guest"]
}

const nonsenseOfOpenId = {
  issuer: [
    "x",
    "http://idp.test",
    "https://idp.test/?x",
    "https://idp.test/#x",
    "https://a:b@idp.test",
    "javascript:x"
  ],
  clientId: ["x".repeat(256), "a\u0000"],
  clientSecret: ["x".repeat(1025), "a\u0000"],
  type: ["saml"],
  certificate: [certificate]
}

const { type: _, ...nonsenseOfChange } = nonsense
const { type: __, ...nonsenseOfOpenIdChange } = nonsenseOfOpenId

const nullable = ["defaultTeam", "defaultRole"]

/** Line breaks around a certificate mean nothing. */
const prose = ["certificate"]

const team = async (world: World) => {
  const body = { title: "Newcomers", members: [] }
  return (await world.send("admin", "PUT", `/v1/orgs/${world.organization}/teams`, { body })).json["id"]
}

export const samlProviders: Readonly<Record<string, (world: World) => Promise<ReadonlyArray<Aimed>>>> = {
  createSamlProvider: async (world) => [
    {
      path: { organizationId: world.organization },
      body: { ...complete, defaultTeam: await team(world), defaultRole: "read" },
      nullable,
      prose,
      nonsense
    },
    { path: { organizationId: world.organization }, body: openId, nonsense: nonsenseOfOpenId }
  ],
  updateSamlProvider: async (world) => [
    {
      path: await provider(world),
      body: { ...complete, defaultTeam: await team(world), defaultRole: "read" },
      nullable,
      prose,
      nonsense: nonsenseOfChange
    },
    {
      path: await provider(world, openId),
      body: { issuer: "https://other.test", clientId: "other", clientSecret: "other" },
      nonsense: nonsenseOfOpenIdChange
    }
  ]
}
