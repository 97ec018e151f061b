import type { OidcSignIn } from "@quire/core"
import * as OpenId from "./openid.ts"
import { answerOf, type Begun, claimsOf, clientId, type OpenIdHall, personOf, telling } from "./openidServer.ts"

/** What comes back of a request: what the provider says from then on, and what the browser brings. */
export interface Forgery {
  readonly tenant?: OpenId.Tenant
  readonly answer?: Partial<OidcSignIn.CallbackParameters>
  readonly browser?: string
}

export interface Scene {
  readonly hall: OpenIdHall
  readonly begun: Begun
  /** What another browser began with the same provider. */
  readonly other: Begun
  /** Milliseconds. */
  readonly now: number
}

export type Forge = (scene: Scene) => Forgery

const seconds = ({ now }: Scene) => Math.floor(now / 1000)
const honest = ({ begun, hall, now }: Scene) => claimsOf(hall, begun.nonce, now)

/** A token of twisted claims, signed by the provider; what is undefined is left out. */
const claiming =
  (twist: (scene: Scene) => OpenId.Fields): Forge =>
  (scene) => ({ tenant: { token: OpenId.token({ ...honest(scene), ...twist(scene) }) } })

/** Honest claims in a token that is signed in another way. */
const signed =
  (make: (claims: OpenId.Fields) => string, keys?: ReadonlyArray<OpenId.Fields>): Forge =>
  (scene) => ({ tenant: { token: make(honest(scene)), ...(keys === undefined ? {} : { keys }) } })

const answering =
  (tenant: (token: string, scene: Scene) => OpenId.Tenant): Forge =>
  (scene) => ({ tenant: tenant(OpenId.token(honest(scene)), scene) })

const bringing =
  (bring: (scene: Scene) => Omit<Forgery, "tenant">): Forge =>
  (scene) => ({ tenant: { token: OpenId.token(honest(scene)) }, ...bring(scene) })

const { ec, rsa, stranger, weak } = OpenId.keys
const pem = rsa.publicKey.export({ type: "spki", format: "pem" }).toString()
const modulus = String(rsa.publicKey.export({ format: "jwk" })["n"])
const secretKey = { kty: "oct", kid: "rsa", k: Buffer.from("shared").toString("base64url") }

/** Refused after the provider was asked, by what is wrong. */
export const forgedTokens: Readonly<Record<string, Forge>> = {
  "signed by another key": signed((claims) => OpenId.token(claims, undefined, stranger.privateKey)),
  "not signed": signed((claims) => OpenId.token(claims, { alg: "none" }, rsa.privateKey, "none")),
  "not signed, spelled otherwise": signed((claims) => OpenId.token(claims, { alg: "nOnE", kid: "rsa" }, "", "none")),
  "its signature taken away": signed((claims) => OpenId.token(claims).replace(/\.[^.]+$/, ".")),
  "without a third part": signed((claims) => OpenId.token(claims).replace(/\.[^.]+$/, "")),
  "the claims changed after signing": signed((claims) => {
    const [head, , tail] = OpenId.token(claims).split(".")
    const body = Buffer.from(JSON.stringify({ ...claims, email: "evil@evil.test" })).toString("base64url")
    return `${head}.${body}.${tail}`
  }),
  "signed with the public key as a shared key": signed((claims) =>
    OpenId.token(claims, { alg: "HS256", kid: "rsa" }, pem)
  ),
  "signed with the modulus as a shared key": signed((claims) =>
    OpenId.token(claims, { alg: "HS256", kid: "rsa" }, modulus)
  ),
  "signed with the name of the client as a shared key": signed((claims) =>
    OpenId.token(claims, { alg: "HS256" }, clientId)
  ),
  "signed with a shared key that is published": signed(
    (claims) => OpenId.token(claims, { alg: "HS256", kid: "rsa" }, "shared"),
    [secretKey]
  ),
  "signed with SHA-1": signed((claims) => OpenId.token(claims, { alg: "RS1", kid: "rsa" })),
  "signed with an algorithm that is not on the list": signed((claims) =>
    OpenId.token(claims, { alg: "RS512", kid: "rsa" })
  ),
  "signed in another way than it says": signed((claims) =>
    OpenId.token(claims, { alg: "PS256", kid: "rsa" }, rsa.privateKey, "RS256")
  ),
  "an algorithm of another type of key": signed((claims) =>
    OpenId.token(claims, { alg: "ES256", kid: "rsa" }, ec.privateKey)
  ),
  "another algorithm than its key is for": signed(
    (claims) => OpenId.token(claims),
    [OpenId.published(rsa, "rsa", { alg: "PS256" })]
  ),
  "a key for encryption": signed((claims) => OpenId.token(claims), [OpenId.published(rsa, "rsa", { use: "enc" })]),
  "a key that is too weak": signed(
    (claims) => OpenId.token(claims, undefined, weak.privateKey),
    [OpenId.published(weak, "rsa")]
  ),
  "an unpublished key": signed((claims) => OpenId.token(claims, { alg: "RS256", kid: "new" }, stranger.privateKey)),
  "a key that it brings along": signed((claims) =>
    OpenId.token(claims, { alg: "RS256", kid: "own", jwk: OpenId.published(stranger, "own") }, stranger.privateKey)
  ),
  "a key at another address": signed((claims) =>
    OpenId.token(claims, { alg: "RS256", kid: "own", jku: "http://127.0.0.1:1/keys" }, stranger.privateKey)
  ),
  "no key, where there are two": signed(
    (claims) => OpenId.token(claims, { alg: "RS256" }),
    [OpenId.published(rsa, "rsa"), OpenId.published(stranger, "other")]
  ),
  "a header that asks for more": signed((claims) =>
    OpenId.token(claims, { alg: "RS256", kid: "rsa", crit: ["exp"], exp: 1 })
  ),
  "claims that are not encoded": signed((claims) =>
    OpenId.token(claims, { alg: "RS256", kid: "rsa", b64: false, crit: ["b64"] })
  ),
  "a token for another purpose": signed((claims) => OpenId.token(claims, { alg: "RS256", kid: "rsa", typ: "at+jwt" })),
  "a token of a sign-out": signed((claims) => OpenId.token(claims, { alg: "RS256", kid: "rsa", typ: "logout+jwt" })),
  "an encrypted token": signed(() => "eyJhbGciOiJSU0EtT0FFUCJ9.a.b.c.d"),
  "claims that are a list": signed((claims) => OpenId.token([claims])),
  "claims that are no JSON": signed(() => OpenId.token("{")),
  "a token that is too long": claiming(() => ({ more: "x".repeat(20_000) })),
  "of another issuer": claiming(() => ({ iss: "https://other.test" })),
  "of an issuer that begins alike": claiming(({ hall }) => ({ iss: `${hall.remote.issuerOf(hall.tenant)}/` })),
  "of no issuer": claiming(() => ({ iss: undefined })),
  "of two issuers": claiming((scene) => ({ iss: [honest(scene)["iss"]] })),
  "for another client": claiming(() => ({ aud: "other" })),
  "without an audience": claiming(() => ({ aud: undefined })),
  "for two, without saying who asked": claiming(() => ({ aud: [clientId, "other"] })),
  "for two, asked by another": claiming(() => ({ aud: [clientId, "other"], azp: "other" })),
  "asked by another": claiming(() => ({ azp: "other" })),
  "an answer to another request": claiming(({ other }) => ({ nonce: other.nonce })),
  "an answer to no request": claiming(() => ({ nonce: undefined })),
  "an answer to a list of requests": claiming(({ begun }) => ({ nonce: [begun.nonce] })),
  expired: claiming((scene) => ({ exp: seconds(scene) - 61 })),
  "without an end": claiming(() => ({ exp: undefined })),
  "with an end that is a text": claiming((scene) => ({ exp: String(seconds(scene) + 300) })),
  "issued in the future": claiming((scene) => ({ iat: seconds(scene) + 120 })),
  "issued too long ago": claiming((scene) => ({ iat: seconds(scene) - 3700, exp: seconds(scene) + 86_400 })),
  "issued at no time": claiming(() => ({ iat: undefined })),
  "not begun": claiming((scene) => ({ nbf: seconds(scene) + 120 })),
  "without a subject": claiming(() => ({ sub: undefined })),
  "without an address": claiming(() => ({ email: undefined })),
  "of an address that is not verified": claiming(() => ({ email_verified: false })),
  "of an address without a verified state": claiming(() => ({ email_verified: undefined })),
  "of an address that is verified by a text": claiming(() => ({ email_verified: "true" })),
  "of a list of addresses": claiming(({ hall }) => ({ email: [`newcomer@${hall.domain}`] })),
  "of two addresses in one": claiming(({ hall }) => ({ email: `a@${hall.domain},b@${hall.domain}` })),
  "of what is no address": claiming(() => ({ email: "someone" })),
  "of an existing user": claiming(({ hall }) => ({ email: `reader@${hall.domain}` })),
  "no token": () => ({ tenant: {} }),
  "a code that the provider does not take": answering((token) => ({
    token,
    instead: { "/token": (response) => response.writeHead(400).end(JSON.stringify({ id_token: token })) }
  })),
  "a token from where the provider leads to": answering((token, { hall }) => ({
    token,
    instead: {
      "/token": (response) => response.writeHead(307, { location: `${hall.remote.base}/other/token` }).end()
    }
  })),
  "an answer that is too long": answering((token) => ({
    instead: { "/token": (response) => response.end(JSON.stringify({ id_token: token, more: "x".repeat(70_000) })) }
  })),
  "an answer that is no JSON": answering((token) => ({ instead: { "/token": (response) => response.end(token) } })),
  "keys that are none": answering((token) => ({ token, keys: "none" })),
  "keys from where the provider leads to": answering((token, { hall }) => ({
    token,
    instead: { "/keys": (response) => response.writeHead(302, { location: `${hall.remote.base}/other/keys` }).end() }
  })),
  "keys that are too long": answering((token) => ({ token, keys: ["x".repeat(300_000)] }))
}

/** What userinfo tells, twisted; what is undefined is left out. */
const person = (twist: (scene: Scene) => OpenId.Fields): Forge =>
  twisting((scene) => ({ person: { ...personOf(scene.hall), ...twist(scene) } }))

/** A provider that tells addresses by userinfo, with something else in place of what it does. */
const twisting =
  (twist: (scene: Scene) => OpenId.Tenant): Forge =>
  (scene) => ({ tenant: { ...telling(scene.hall, scene.begun.nonce, scene.now), ...twist(scene) } })

const insteadOfPerson = (respond: NonNullable<OpenId.Tenant["instead"]>[string]): Forge =>
  twisting(() => ({ instead: { "/userinfo": respond } }))

/** Refused by what userinfo tells; the ID token is good. */
export const forgedPersons: Readonly<Record<string, Forge>> = {
  "of another": person(() => ({ sub: "1235" })),
  "of a similar subject": person(() => ({ sub: "1234 " })),
  "of a number that reads alike": person(() => ({ sub: 1234 })),
  "of a list of one": person(() => ({ sub: ["1234"] })),
  "without a subject": person(() => ({ sub: undefined })),
  "without an address": person(() => ({ email: undefined })),
  "of an address that is not verified": person(() => ({ email_verified: false })),
  "of an address that is verified by a text": person(() => ({ email_verified: "true" })),
  "of an address without a verified state": person(() => ({ email_verified: undefined })),
  "of an address that the token alone calls verified": (scene) => ({
    tenant: {
      ...telling(scene.hall, scene.begun.nonce, scene.now, { email_verified: true }),
      person: { ...personOf(scene.hall), email_verified: undefined }
    }
  }),
  "of a list of addresses": person(({ hall }) => ({ email: [`newcomer@${hall.domain}`] })),
  "of what is no address": person(() => ({ email: "someone" })),
  "of an existing user": person(({ hall }) => ({ email: `reader@${hall.domain}` })),
  "a list": twisting(({ hall }) => ({ person: [personOf(hall)] })),
  "a text": twisting(({ hall }) => ({ person: JSON.stringify(personOf(hall)) })),
  "a token in place of the response": twisting(({ hall }) => ({ person: OpenId.token(personOf(hall)) })),
  "no JSON": insteadOfPerson((response) => response.end("<html>")),
  nothing: insteadOfPerson((response) => response.end()),
  "a refusal": twisting(({ hall }) => ({
    instead: { "/userinfo": (response) => response.writeHead(401).end(JSON.stringify(personOf(hall))) }
  })),
  "from where it leads to": twisting(({ hall }) => ({
    instead: {
      "/userinfo": (response) => response.writeHead(307, { location: `${hall.remote.base}/other/userinfo` }).end()
    }
  })),
  "that is too long": person(() => ({ more: "x".repeat(70_000) }))
}

/** Refused without a question to userinfo. */
export const unaskedPersons: Readonly<Record<string, Forge>> = {
  "of an address in place of one that the token says": (scene) => ({
    tenant: {
      ...telling(scene.hall, scene.begun.nonce, scene.now, { email: "someone", email_verified: true })
    }
  }),
  "without an access token": twisting(() => ({ given: { access_token: undefined } })),
  "with an access token of another type": twisting(() => ({ given: { token_type: "DPoP" } })),
  "with an access token of no type": twisting(() => ({ given: { token_type: undefined } })),
  "with an access token that is two headers": twisting(() => ({ given: { access_token: "a\r\nx-more: b" } })),
  "with an access token that is a list": twisting(() => ({ given: { access_token: ["opaque"] } })),
  "with an access token that is too long": twisting(() => ({ given: { access_token: "x".repeat(16_385) } }))
}

/** Where userinfo is said to be that is not asked. */
export const forgedEndpoints: Readonly<Record<string, string | undefined>> = {
  "not public": "https://10.0.0.1/userinfo",
  "of the machine’s own": "http://localhost:1/userinfo",
  none: undefined
}

/** Refused by what the browser brings, whatever the provider says. */
export const forgedAnswers: Readonly<Record<string, Forge>> = {
  "of no request": bringing(() => ({ answer: { state: "" } })),
  "of an unknown request": bringing(() => ({ answer: { state: "0".repeat(43) } })),
  "of a request of another browser": bringing(({ other }) => ({ answer: answerOf(other) })),
  "in another browser": bringing(({ other }) => ({ browser: other.browser })),
  "in a browser that keeps nothing": bringing(() => ({ browser: "" })),
  "of an issuer that was not asked": bringing(() => ({ answer: { issuer: "https://other.test" } })),
  "of an issuer without a name": bringing(() => ({ answer: { issuer: "" } })),
  "without a code": bringing(() => ({ answer: { code: undefined } }))
}

const documented =
  (change: (issuer: string) => OpenId.Fields) =>
  (issuer: string): OpenId.Tenant => ({ document: change(issuer) })

const replaced =
  (respond: NonNullable<OpenId.Tenant["instead"]>[string]) =>
  (_: string): OpenId.Tenant => ({ instead: { "/.well-known/openid-configuration": respond } })

/** Configurations that are not listened to, by what is wrong; given the issuer. */
export const forgedDocuments: Readonly<Record<string, (issuer: string) => OpenId.Tenant>> = {
  "of another issuer": documented(() => ({ issuer: "https://other.test" })),
  "of an issuer that is almost the same": documented((issuer) => ({ issuer: `${issuer}/` })),
  "that sends people to a script": documented(() => ({ authorization_endpoint: "javascript:alert(1)" })),
  "that sends people where others listen": documented(() => ({ authorization_endpoint: "http://idp.test/authorize" })),
  "that takes codes where others listen": documented(() => ({ token_endpoint: "http://idp.test/token" })),
  "with keys where others listen": documented(() => ({ jwks_uri: "http://idp.test/keys" })),
  "that tells of people where others listen": documented(() => ({ userinfo_endpoint: "http://idp.test/userinfo" })),
  "that tells of people at no address": documented(() => ({ userinfo_endpoint: "" })),
  "with keys in it": documented(() => ({ jwks_uri: "data:application/json,{}" })),
  "without keys": documented(() => ({ jwks_uri: undefined })),
  "that is too long": documented(() => ({ more: "x".repeat(140_000) })),
  "that is no JSON": replaced((response) => response.end("<html>")),
  "that is elsewhere": replaced((response) => response.writeHead(302, { location: "/other" }).end()),
  "that is not there": replaced((response) => response.writeHead(404).end())
}
