/** The tests that find bugs of what is kept of people, who they are, and for whom a host is asked. */
export const suites = {
  addressBindings: ["test/src/engine/accounts/AddressBindings.", "-t", "on memory"],
  erasure: ["test/src/erasure", "-t", "on memory"],
  people: ["test/src/engine/organizations/People.", "-t", "on memory"],
  identities: ["test/src/engine/accounts/Identities.", "-t", "on memory"],
  crossSite: ["packages/http/test/foundation/exchange/CrossSite."]
}

export const plants = [
  {
    suite: "addressBindings",
    bug: "an address that nobody has verified binds an account",
    file: "accounts/user/AddressBinding.ts",
    from: "return !isNamed && !holder.isNamed && holder.user.isByAddress === true && holder.user.emailVerifiedAt === null",
    to: "return isNamed || !isNamed"
  },
  {
    suite: "addressBindings",
    bug: "an invitation makes a member of whoever claims the address",
    file: "organizations/member/Joining.ts",
    from: "if (person.emailVerifiedAt !== null) return",
    to: "if (person.emailVerifiedAt !== undefined) return"
  },
  {
    suite: "addressBindings",
    bug: "whoever claimed an address keeps their tokens when it is proven by another",
    file: "accounts/sign-in/SignIn.ts",
    from: 'yield* tokens.removeWhere("ofUser", of)',
    to: ""
  },
  {
    suite: "erasure",
    bug: "an erasure forgets what events say of tokens",
    file: "foundation/events/PersonalEvents.ts",
    from: '["users.update", "tokens.create"] as const',
    to: '["users.update"] as const'
  },
  {
    suite: "people",
    bug: "an entry is as erased as it says",
    file: "organizations/audit/ErasureCheck.ts",
    from: "said === undefined || !Erasures.isSame(said, record)",
    to: "said !== undefined && !Erasures.isSame(said, record)"
  },
  {
    suite: "identities",
    bug: "another id of an issuer becomes whoever has the address",
    file: "accounts/user/UserIdentity.ts",
    from: "one.issuer === other.issuer && one.externalId === other.externalId",
    to: "one.issuer === other.issuer"
  },
  {
    suite: "crossSite",
    bug: "a page of the same site speaks for the host's people",
    package: "http",
    file: "foundation/exchange/CrossSite.ts",
    from: '["same-origin", "none"]',
    to: '["same-origin", "same-site", "none"]'
  }
]
