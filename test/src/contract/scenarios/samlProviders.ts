import type { Call, Make, Scenario } from "../scenarios.ts"
import type { World } from "../world.ts"

/** A certificate of an RSA key of 2,048 bits, whose private key is not stored. */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIDCTCCAfGgAwIBAgIUL7tN61gNFrm0gbRjNxnycjd7KpkwDQYJKoZIhvcNAQEL
BQAwEzERMA8GA1UEAwwIaWRwLnRlc3QwIBcNMjYxMTIzMTM0MjM5WhgPMjEyNjEw
MzAxMzQyMzlaMBMxETAPBgNVBAMMCGlkcC50ZXN0MIIBIjANBgkqhkiG9w0BAQEF
AAOCAQ8AMIIBCgKCAQEA1Qk8wFOFAEbhyCx0IQkuU3/L7HrsIq2Oc+qlRt436SyO
pHw6BwP/Kjay1UuqelxpMcV3goqZzjyezSTEBMdENxjf6ijr4jDEFXGlRrBUHDYp
RIfJFj6+n03+Ucz7gHQRsb+SQNi9c9mpVM4amHAmHO6LSBCPZ1HGse2uZ+knltfz
+Cljc6MAAdwZs+hjijYrqtGL0FzPpfqS/Fc/Z1aEugWiIHZ/LiEL6WWZJaRtHy4H
W4XGbRha868eq4hHSgKgtAvQdADDQNDJ7slgn5CL8ckerIrp1ZOF0Pmtamb9hc9P
lMlQVAP68pfUrVaiFYhLSb9N2qmao2W/fpWKVQN97wIDAQABo1MwUTAdBgNVHQ4E
FgQUwvfe7IGSwRDckW/L6p4f8vS5lykwHwYDVR0jBBgwFoAUwvfe7IGSwRDckW/L
6p4f8vS5lykwDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQsFAAOCAQEANeHD
T+Aiqn7pFM4RoKAo7ZtGtmvVEDkBJ+xttdlp+WsflRVN/Cg2s93cw9hgxO1uj3Ah
J1PNSua/z0Iqx39GIQ0ziRaUX8dQxGWhMtAA5eZ3lMHni3ZNGUwuoBhkDnuNx31+
o0i/qVxs/NeO2AjqJCPfM/JPY5+IMkQ7rqKuo91tXq9zkYVIfJU0Y7ogQbf3sJo1
mg4p2czd402CVmHVcHXes7NUtkzw6HQnq2gKmgwNTQIJPeGoCQQ3rGmVCerLvGtP
iIp5ojRP2Fgn5fZj1iJO1KV0FaviQkizvTl57GJpmSbna2YRs/ZY7PNbMf5R21fc
kb4k09YVGtccrzXEMQ==
-----END CERTIFICATE-----
`

/** The same of 1,024 bits. */
export const weakCertificate = `-----BEGIN CERTIFICATE-----
MIICBjCCAW+gAwIBAgIUQobbNBnpGrZdtEH+LFTZjIp9E3kwDQYJKoZIhvcNAQEL
BQAwFDESMBAGA1UEAwwJd2Vhay50ZXN0MCAXDTI2MTEyMzEzNDIzOVoYDzIxMjYx
MDMwMTM0MjM5WjAUMRIwEAYDVQQDDAl3ZWFrLnRlc3QwgZ8wDQYJKoZIhvcNAQEB
BQADgY0AMIGJAoGBAKtm2UsQQ01cLvIBhnpX7RCo1Cjh9RFXfJgiU+MiVihwhCJm
doO0+TSEgRH8/3Y+HSHfYskOB1WpeRhq8FvOBvep5G35gDeg5ekM7NSkXyou/SGP
5tW4omLJiPG7VrV1+TvjSNa/Km9wKAEyMlEURLBXqeqzDxspY0lWa0Kl2hyNAgMB
AAGjUzBRMB0GA1UdDgQWBBR3wpuXvhRqmVxyi3sBgQZxFKRa+zAfBgNVHSMEGDAW
gBR3wpuXvhRqmVxyi3sBgQZxFKRa+zAPBgNVHRMBAf8EBTADAQH/MA0GCSqGSIb3
DQEBCwUAA4GBAJ1JTPr6+2/oywo7g1Fo5t+y2yERX9ibCh9OvObzlj2Gxj1PNiPo
I2D6M920u/qbLiHPMpcF1mIX2B6mjuwfOa29VPK2fzGcOM+e/f2XMUnBN/OzY3V+
mZbEG8y4rYjM7VLvJKsG/iYGE02P3x61NwWWIe/HPVgtg6vTbQZKnDkD
-----END CERTIFICATE-----
`

export const complete = {
  label: "Acme",
  entityID: "https://idp.test/metadata",
  ssoURL: "https://idp.test/sso",
  certificate
}

/** A provider of OpenID Connect. */
export const openId = {
  type: "oidc",
  label: "Acme",
  issuer: "https://idp.test",
  clientId: "quire",
  clientSecret: "a secret of the provider"
}

const administering = { by: "admin", refused: { who: "creator", status: 403 } } as const

const make = async (world: World, organizationId: string, body: unknown) => {
  const { json: made } = await world.send("admin", "POST", `/v1/orgs/${organizationId}/saml`, { body })
  return { organizationId, samlProviderId: String(made["id"]) }
}

/** A new provider of the organization. */
export const provider = (world: World, body: unknown = { label: "Pending" }) => make(world, world.organization, body)

/** An organization whose members must sign in with the one provider that it has. */
const demanding = async (world: World) => {
  const path = await make(world, await world.club(), complete)
  await world.send("admin", "PATCH", `/v1/orgs/${path.organizationId}`, { body: { sso: true } })
  return path
}

const ofProvider =
  (body?: unknown): Make =>
  async (world) => ({ path: await provider(world, complete), ...(body === undefined ? {} : { body }) })

const inOrganization =
  (body: unknown): Make =>
  async ({ organization }) => ({ path: { organizationId: organization }, body })

const withProviders = async (world: World, count: number): Promise<ReadonlyArray<Call>> => {
  const organizationId = await world.club()
  for (let at = 0; at < count; at++) await make(world, organizationId, complete)
  return [{ path: { organizationId } }]
}

export const samlProviders: Readonly<Record<string, Scenario>> = {
  listSamlProviders: {
    ...administering,
    calls: { 200: async ({ organization }) => ({ path: { organizationId: organization } }) },
    items: async (world, count) => (await withProviders(world, count)).map((call) => ({ ...call, who: "admin" }))
  },
  createSamlProvider: {
    ...administering,
    event: "samlProviders.create",
    calls: { 201: inOrganization(complete) },
    idle: [
      { status: 400, call: inOrganization({ ...complete, issuer: "https://idp.test" }) },
      { status: 400, call: inOrganization({ ...openId, certificate }) },
      { status: 400, call: inOrganization({ ...complete, certificate: "none" }) },
      { status: 400, call: inOrganization({ ...complete, certificate: weakCertificate }) }
    ]
  },
  getSamlProvider: { ...administering, calls: { 200: ofProvider() }, unknown: { samlProviderId: "none" } },
  deleteSamlProvider: {
    ...administering,
    event: "samlProviders.delete",
    calls: {
      205: ofProvider(),
      204: async ({ organization }) => ({ path: { organizationId: organization, samlProviderId: "none" } })
    },
    idle: [{ status: 412, call: async (world) => ({ path: await demanding(world) }) }]
  },
  updateSamlProvider: {
    ...administering,
    event: "samlProviders.update",
    calls: { 200: ofProvider({ label: "Other", defaultRole: "comment", certificate: `${certificate}${certificate}` }) },
    unknown: { samlProviderId: "none" },
    idle: [
      { status: 200, call: ofProvider({}) },
      { status: 200, call: ofProvider(complete) },
      { status: 400, call: ofProvider({ certificate: weakCertificate }) },
      { status: 412, call: async (world) => ({ path: await demanding(world), body: { certificate: "" } }) }
    ]
  },
  listSsoLogins: {
    by: "stranger",
    free: ["organizationId"],
    calls: { 200: async (world) => ({ path: { organizationId: (await provider(world, complete)).organizationId } }) },
    items: (world, count) => withProviders(world, count)
  }
}
