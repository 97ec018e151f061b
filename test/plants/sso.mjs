/** The tests that find bugs of single sign-on. */
export const suites = {
  forged: ["test/src/sso/Forged.", "-t", "on memory is refused"],
  visits: ["test/src/sso/Visits.", "-t", "on memory"],
  idTokens: ["test/src/sso/ForgedTokens.", "-t", "on memory is refused"],
  arrivals: ["test/src/engine/organizations/SamlSignIn.", "-t", "on memory"],
  sessions: ["test/src/engine/accounts/Sessions.", "-t", "on memory"],
  browsers: ["test/src/sso/Sessions."],
  beginnings: ["test/src/sso/Beginnings.", "-t", "over memory"],
  refusals: ["test/src/sso/Refusals.", "-t", "on memory"],
  landings: ["packages/core/test/accounts/sign-in/ReturnPath."]
}

export const plants = [
  {
    suite: "visits",
    bug: "a visit that was begun in one browser is finished in another",
    file: "publishing/visitor/VisitorSignIns.ts",
    from: "`${browser} ${until} ${url}`",
    to: "`${until} ${url}`"
  },
  {
    suite: "forged",
    bug: "an assertion for nobody is for everybody",
    package: "adapters",
    file: "saml/AssertionFacts.ts",
    from: "restrictions.length === 0 || !restrictions.every(",
    to: "!restrictions.every("
  },
  {
    suite: "forged",
    bug: "a response that was sent nowhere was sent here",
    package: "adapters",
    file: "saml/MessageShape.ts",
    from: "if (sentTo !== destination)",
    to: "if ((sentTo ?? destination) !== destination)"
  },
  {
    suite: "idTokens",
    bug: "an ID token answers any request",
    package: "adapters",
    file: "oidc/IdTokenAdapter.ts",
    from: 'if (claims["nonce"] !== nonce) throw refuse("its nonce does not match the request")',
    to: ""
  },
  {
    suite: "idTokens",
    bug: "a key is used with whichever algorithm a token names",
    package: "adapters",
    file: "oidc/IdTokenAdapter.ts",
    from: '(key["alg"] ?? algorithm) === algorithm',
    to: 'key["alg"] !== ""'
  },
  {
    suite: "idTokens",
    bug: "userinfo of anybody is of whoever signs in",
    file: "organizations/oidc-sign-in/OpenIdProviders.ts",
    from: 'person["sub"] === claims["sub"]',
    to: 'person["sub"] !== ""'
  },
  {
    suite: "idTokens",
    bug: "an address of userinfo is as verified as the token says",
    file: "organizations/oidc-sign-in/VerifiedIdentity.ts",
    from: 'email_verified: person["email_verified"]',
    to: 'email_verified: person["email_verified"] ?? token["email_verified"]'
  },
  {
    suite: "arrivals",
    bug: "a request is answered twice",
    file: "organizations/saml-sign-in/SamlSignIn.ts",
    from: "yield* requests.remove([id])",
    to: ""
  },
  {
    suite: "arrivals",
    bug: "an account that was there before is let in by its address",
    file: "organizations/saml-sign-in/SsoCallback.ts",
    from: "seen === undefined || !seen.value.sso ||",
    to: "seen === undefined ||"
  },
  {
    suite: "visits",
    bug: "visitors claim what their provider says, whatever the site declares",
    file: "publishing/visitor/ProviderClaims.ts",
    from: "return Claims.trim(schema, claims, undefined)",
    to: "return claims"
  },
  {
    suite: "visits",
    bug: "a provider lets visitors into a site that is not its own",
    file: "publishing/visitor/VisitorSignIns.ts",
    from: "if (found.provider?.id !== provider)",
    to: "if (found.provider === undefined)"
  },
  {
    suite: "visits",
    bug: "what a provider answers for a site signs in to the API",
    file: "organizations/saml-sign-in/SamlSignIn.ts",
    from: "onSome: ({ value }) => value.visit",
    to: "onSome: () => null"
  },
  {
    suite: "arrivals",
    bug: "single sign-on opens every organization of a person",
    file: "organizations/access/AccessPolicy.ts",
    from: "caller.sso !== undefined && caller.sso.organization !== organization.id",
    to: "caller.sso !== undefined && caller.sso.organization === undefined"
  },
  {
    suite: "sessions",
    bug: "a session is a way around single sign-on",
    file: "organizations/access/AccessPolicy.ts",
    from: "caller.token === undefined && caller.session === undefined",
    to: "caller.token === undefined"
  },
  {
    suite: "sessions",
    bug: "a session of single sign-on outlives the membership",
    file: "organizations/access/SignInCheck.ts",
    from: "member !== undefined && !member.disabled && member.sso",
    to: "member !== undefined"
  },
  {
    suite: "sessions",
    bug: "a session outlives another sign-in of the browser that holds its secret before",
    file: "accounts/session/SessionOpening.ts",
    from: "yield* find(digest(replaced))",
    to: 'yield* sessions.getBy("digest", { digest: digest(replaced) })'
  },
  {
    suite: "arrivals",
    bug: "a token of single sign-on outlives the membership",
    file: "organizations/access/Credentials.ts",
    from: "if (sso !== undefined) yield* checkSignIn(user, sso)\n      const caller: Caller = {\n",
    to: "const caller: Caller = {\n"
  },
  {
    suite: "sessions",
    bug: "single sign-on ends sessions of the same person elsewhere",
    file: "accounts/session/Sessions.ts",
    from: "organization !== undefined && organization !== sso?.organization",
    to: 'organization === ""'
  },
  {
    suite: "sessions",
    bug: "a secret that was replaced opens for ever",
    file: "accounts/session/Session.ts",
    from: "now < self.takenAt + overlap",
    to: "now > 0"
  },
  {
    suite: "sessions",
    bug: "a code opens in any browser",
    file: "accounts/sign-in/SignIn.ts",
    from: "began !== undefined && row.browser === digest(began)",
    to: "began !== null"
  },
  {
    suite: "browsers",
    bug: "the session that a browser had goes on beside the new one",
    file: "accounts/session/SessionOpening.ts",
    from: "yield* sessions.remove([before.value.value.id])",
    to: "yield* Effect.void"
  },
  {
    suite: "browsers",
    bug: "a page of a neighbouring host changes things",
    package: "http",
    file: "foundation/exchange/OwnPage.ts",
    from: 'site.toLowerCase() === "same-origin"',
    to: 'site.toLowerCase() !== "cross-site"'
  },
  {
    suite: "beginnings",
    bug: "sign-ins that an address begins count as reading",
    package: "http",
    file: "organizations/saml-sign-in/Beginnings.ts",
    from: 'exchange?.address ?? ""), { isMutating: true })',
    to: 'exchange?.address ?? ""))'
  },
  {
    suite: "beginnings",
    bug: "sign-ins that are begun with a provider are counted by nobody",
    package: "http",
    file: "organizations/saml-sign-in/Beginnings.ts",
    from: "if (!(yield* signIn.isOpen(id))) return",
    to: "if (yield* signIn.isOpen(id)) return"
  },
  {
    suite: "landings",
    bug: "a sign-in leads to the code of somebody else",
    file: "accounts/sign-in/ReturnPath.ts",
    from: 'entrances.test(below) ? "" : below',
    to: "below"
  },
  {
    suite: "forged",
    bug: "a signed response is believed around an assertion that another key signed",
    package: "adapters",
    file: "saml/SignedResponse.ts",
    from: "verifierOf(expected, isAssertionSigned)",
    to: "verifierOf(expected, false)"
  },
  {
    suite: "refusals",
    bug: "strangers fill the audit log with refused sign-ins",
    file: "organizations/saml-sign-in/RefusalLog.ts",
    from: "if (left <= 0) return",
    to: ""
  },
  {
    suite: "refusals",
    bug: "an OpenID provider stays trusted with addresses when its issuer changes",
    file: "organizations/identity-provider/SamlProviderInput.ts",
    from: "(isSame ? oidc.trustsEmail : undefined)",
    to: "oidc.trustsEmail"
  }
]
