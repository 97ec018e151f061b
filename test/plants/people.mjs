/** The tests that find faults in personal data, user identities and requests that the host identifies. */
export const suites = {
  addressBindings: ["test/src/engine/people/AddressBindings.", "-t", "on memory"],
  erasure: ["test/src/erasure", "-t", "on memory"],
  people: ["test/src/engine/people/People.", "-t", "on memory"],
  identities: ["test/src/engine/people/Identities.", "-t", "on memory"],
  crossSite: ["packages/http/test/foundation/exchange/CrossSite."]
}

export const plants = [
  {
    suite: "addressBindings",
    bug: "a claimed but unverified address is bound to an existing account",
    file: "people/user/AddressBinding.ts",
    from: "return !isNamed && !holder.isNamed && holder.user.isByAddress === true && holder.user.emailVerifiedAt === null",
    to: "return isNamed || !isNamed"
  },
  {
    suite: "addressBindings",
    bug: "an invitation admits a user whose address is not verified",
    file: "people/member/Joining.ts",
    from: "if (person.emailVerifiedAt !== null) return",
    to: "if (person.emailVerifiedAt !== undefined) return"
  },
  {
    suite: "addressBindings",
    bug: "tokens of an unverified account remain valid after another person proves the address",
    file: "people/sign-in/SignIn.ts",
    from: 'yield* tokens.removeWhere("ofUser", of)',
    to: ""
  },
  {
    suite: "erasure",
    bug: "erasing a user keeps the personal data in token events",
    file: "foundation/events/PersonalEvents.ts",
    from: '["users.update", "tokens.create"] as const',
    to: '["users.update"] as const'
  },
  {
    suite: "people",
    bug: "audit verification accepts erased entries without an erasure record",
    file: "people/audit/AuditVerifier.ts",
    from: "said === undefined || !Erasures.isSame(said, record)",
    to: "said !== undefined && !Erasures.isSame(said, record)"
  },
  {
    suite: "identities",
    bug: "another external id from the same issuer is treated as the same identity",
    file: "people/user/User.ts",
    from: "one.issuer === other.issuer && one.externalId === other.externalId",
    to: "one.issuer === other.issuer"
  },
  {
    suite: "crossSite",
    bug: "a same-site page can act as the users of the host",
    package: "http",
    file: "foundation/exchange/CrossSite.ts",
    from: '["same-origin", "none"]',
    to: '["same-origin", "same-site", "none"]'
  }
]
