/** The tests that find faults in single sign-on and sessions. */
export const suites = {
  forged: ["test/src/sso/Forged.", "-t", "on memory rejects"],
  visits: ["test/src/sso/Visits.", "-t", "on memory"],
  idTokens: ["test/src/sso/ForgedTokens.", "-t", "on memory rejects"],
  arrivals: ["test/src/engine/people/SamlSignIn.", "-t", "on memory"],
  sessions: ["test/src/engine/people/Sessions.", "-t", "on memory"],
  browsers: ["test/src/sso/Sessions."],
  beginnings: ["test/src/sso/Beginnings.", "-t", "over memory"],
  refusals: ["test/src/sso/Refusals.", "-t", "on memory"],
  landings: ["packages/core/test/people/sign-in/ReturnPath."]
}

export const plants = [
  {
    suite: "visits",
    bug: "a visitor sign-in that begins in one browser can end in another",
    file: "sites/visitor/VisitorSignIns.ts",
    from: "`${browser} ${until} ${url}`",
    to: "`${until} ${url}`"
  },
  {
    suite: "forged",
    bug: "a SAML assertion without an audience is accepted",
    package: "adapters",
    file: "saml/SignedResponse.ts",
    from: "restrictions.length === 0 || !restrictions.every(",
    to: "!restrictions.every("
  },
  {
    suite: "forged",
    bug: "a SAML response without a destination is accepted",
    package: "adapters",
    file: "saml/MessageShape.ts",
    from: "if (sentTo !== destination)",
    to: "if ((sentTo ?? destination) !== destination)"
  },
  {
    suite: "idTokens",
    bug: "an ID token with a different nonce is accepted",
    package: "adapters",
    file: "oidc/IdTokenAdapter.ts",
    from: 'if (claims["nonce"] !== nonce) throw refuse("its nonce does not match the request")',
    to: ""
  },
  {
    suite: "idTokens",
    bug: "a key is used with any algorithm that a token names",
    package: "adapters",
    file: "oidc/IdTokenAdapter.ts",
    from: '(key["alg"] ?? algorithm) === algorithm',
    to: 'key["alg"] !== ""'
  },
  {
    suite: "idTokens",
    bug: "the userinfo of another subject is accepted",
    file: "people/oidc-sign-in/OpenIdProviders.ts",
    from: 'person["sub"] === claims["sub"]',
    to: 'person["sub"] !== ""'
  },
  {
    suite: "idTokens",
    bug: "the email_verified claim of the ID token is applied to the address from userinfo",
    file: "people/oidc-sign-in/VerifiedIdentity.ts",
    from: 'email_verified: person["email_verified"]',
    to: 'email_verified: person["email_verified"] ?? token["email_verified"]'
  },
  {
    suite: "arrivals",
    bug: "a SAML request can be answered twice",
    file: "people/saml-sign-in/SamlSignIn.ts",
    from: "yield* requests.remove([id])",
    to: ""
  },
  {
    suite: "arrivals",
    bug: "an existing account is signed in by its address without an administrator's permission",
    file: "people/saml-sign-in/SsoCallback.ts",
    from: "seen === undefined || !seen.value.sso ||",
    to: "seen === undefined ||"
  },
  {
    suite: "visits",
    bug: "visitors have claims that the site does not declare",
    file: "sites/visitor/ProviderClaims.ts",
    from: "return Claims.trim(schema, claims, undefined)",
    to: "return claims"
  },
  {
    suite: "visits",
    bug: "an identity provider admits visitors to a site of another provider",
    file: "sites/visitor/VisitorSignIns.ts",
    from: "if (found.provider?.id !== provider)",
    to: "if (found.provider === undefined)"
  },
  {
    suite: "visits",
    bug: "the sign-in of a visitor to a site also signs in to the API",
    file: "people/saml-sign-in/SamlSignIn.ts",
    from: "onSome: ({ value }) => value.visit",
    to: "onSome: () => null"
  },
  {
    suite: "arrivals",
    bug: "single sign-on gives access to every organization of the user",
    file: "people/access/Access.ts",
    from: "caller.sso !== undefined && caller.sso.organization !== organization.id",
    to: "caller.sso !== undefined && caller.sso.organization === undefined"
  },
  {
    suite: "sessions",
    bug: "a session bypasses required single sign-on",
    file: "people/access/Access.ts",
    from: "caller.token === undefined && caller.session === undefined",
    to: "caller.token === undefined"
  },
  {
    suite: "sessions",
    bug: "a session from single sign-on outlives the membership",
    file: "people/access/Credentials.ts",
    from: "member !== undefined && !member.disabled && member.sso",
    to: "member !== undefined"
  },
  {
    suite: "sessions",
    bug: "a session survives a new sign-in by a browser that holds its previous secret",
    file: "people/session/SessionOpening.ts",
    from: "yield* find(digest(replaced))",
    to: 'yield* sessions.getBy("digest", { digest: digest(replaced) })'
  },
  {
    suite: "arrivals",
    bug: "a token from single sign-on outlives the membership",
    file: "people/access/Credentials.ts",
    from: "if (sso !== undefined) yield* checkSignIn(user, sso)\n      const caller: Caller = {\n",
    to: "const caller: Caller = {\n"
  },
  {
    suite: "sessions",
    bug: "a single sign-on session can end the user's sessions outside the organization",
    file: "people/session/Sessions.ts",
    from: "organization !== undefined && organization !== sso?.organization",
    to: 'organization === ""'
  },
  {
    suite: "sessions",
    bug: "a replaced session secret remains valid permanently",
    file: "people/session/Session.ts",
    from: "now < self.takenAt + overlap",
    to: "now > 0"
  },
  {
    suite: "sessions",
    bug: "a sign-in code can be used in a browser that did not request it",
    file: "people/sign-in/SignIn.ts",
    from: "began !== undefined && row.browser === digest(began)",
    to: "began !== null"
  },
  {
    suite: "browsers",
    bug: "the previous session of a browser remains active next to the new one",
    file: "people/session/SessionOpening.ts",
    from: "yield* sessions.remove([before.value.value.id])",
    to: "yield* Effect.void"
  },
  {
    suite: "browsers",
    bug: "a page of a neighboring host can send requests that change data",
    package: "http",
    file: "foundation/exchange/OwnPage.ts",
    from: 'site.toLowerCase() === "same-origin"',
    to: 'site.toLowerCase() !== "cross-site"'
  },
  {
    suite: "beginnings",
    bug: "sign-ins that an address starts are charged as reads",
    package: "http",
    file: "people/saml-sign-in/Beginnings.ts",
    from: 'exchange?.address ?? ""), { isMutating: true })',
    to: 'exchange?.address ?? ""))'
  },
  {
    suite: "beginnings",
    bug: "sign-ins with an existing identity provider are not charged to the provider",
    package: "http",
    file: "people/saml-sign-in/Beginnings.ts",
    from: "if (!(yield* signIn.isOpen(id))) return",
    to: "if (yield* signIn.isOpen(id)) return"
  },
  {
    suite: "landings",
    bug: "a sign-in can redirect to the sign-in code of another person",
    file: "people/sign-in/ReturnPath.ts",
    from: 'entrances.test(below) ? "" : below',
    to: "below"
  },
  {
    suite: "forged",
    bug: "a signed response is accepted although another key signed its assertion",
    package: "adapters",
    file: "saml/SignedResponse.ts",
    from: "verifierOf(expected, isAssertionSigned)",
    to: "verifierOf(expected, false)"
  },
  {
    suite: "refusals",
    bug: "unauthenticated callers can fill the audit log with rejected sign-ins",
    file: "people/saml-sign-in/RefusalLog.ts",
    from: "if (left <= 0) return",
    to: ""
  },
  {
    suite: "refusals",
    bug: "an OpenID provider stays trusted with addresses when its issuer changes",
    file: "people/identity-provider/SamlProvider.ts",
    from: "(isSame ? oidc.trustsEmail : undefined)",
    to: "oidc.trustsEmail"
  }
]
