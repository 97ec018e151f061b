import {
  AccessFacts,
  ApiToken,
  ChangeRequest,
  Collection,
  Grant,
  Member,
  Organization,
  Placement,
  Repository,
  type Role,
  RowStore,
  Site,
  Space,
  User
} from "@quire/core"
import { Effect, Schema } from "effect"
import { fresh } from "../Suite.ts"

const emptyOrganization = {
  createdAt: 0,
  emailDomains: [],
  hostname: null,
  type: "business",
  useCase: null,
  communityType: null,
  defaultRole: null,
  defaultContent: null,
  logo: null,
  sso: false,
  ai: false,
  inviteLinks: true,
  plan: "free",
  billing: null,
  trial: { status: "none" },
  blocked: null
} as const

const emptyMember = { role: null, disabled: false, joinedAt: 0, lastSeenAt: null, sso: false, words: "" } as const

const emptyPlacement = {
  parent: null,
  position: "a0",
  ancestors: [],
  sites: [],
  level: null,
  accessDefault: "nobody",
  accessOwners: [],
  readers: [],
  createdBy: null
} as const

const emptyCollection = { description: "", createdAt: 0, createdBy: null } as const

const emptySpace = {
  emoji: "",
  icon: null,
  editMode: "locked",
  createdAt: 0,
  updatedAt: 0,
  revision: "r1",
  createdBy: null
} as const

const emptySite = {
  type: "basic",
  hostname: null,
  proxy: null,
  visibility: "public",
  publishedAt: null,
  adaptiveContent: null,
  siteSpaces: 0,
  createdAt: 0,
  createdBy: null
} as const

const emptyRequest = {
  subject: "",
  createdAt: 0,
  updatedAt: 0,
  revision: "r1",
  revisionInitial: "r1",
  contributors: []
} as const

const emptyUser = { emailVerifiedAt: null, externalId: null, createdAt: 0 } as const

const emptyToken = { label: "", createdAt: 0, expiresAt: null, lastUsedAt: null, revokedAt: null } as const

/** Decodes a row, inserts it and returns its id. */
const adding =
  <A extends { readonly id: string }, I>(
    { insert }: { readonly insert: (value: A) => Effect.Effect<unknown, RowStore.KeyTaken> },
    schema: Schema.Codec<A, I>
  ) =>
  (plain: I): Effect.Effect<string> =>
    Schema.decodeEffect(schema)(plain).pipe(
      Effect.tap(insert),
      Effect.map(({ id }) => id),
      Effect.orDie
    )

/** Writers of the rows that decisions are based on, each with defaults for all fields that a case does not set. */
export const rows = Effect.gen(function* () {
  const users = yield* Repository.make(User.collection)
  const tokens = yield* Repository.make(ApiToken.collection)
  const organizations = yield* Repository.make(Organization.collection)
  const members = yield* Repository.make(Member.collection)
  const placements = yield* Repository.make(Placement.collection)
  const grants = yield* Repository.make(Grant.collection)
  const spaces = yield* Repository.make(Space.collection)
  const collections = yield* Repository.make(Collection.collection)
  const sites = yield* Repository.make(Site.collection)
  const add = {
    organization: adding(organizations, Organization.Organization),
    user: adding(users, User.User),
    token: adding(tokens, ApiToken.ApiToken),
    member: adding(members, Member.Member),
    placement: adding(placements, Placement.Placement),
    grant: adding(grants, Grant.Grant),
    space: adding(spaces, Space.Space),
    collection: adding(collections, Collection.Collection),
    site: adding(sites, Site.Site)
  }
  return {
    facts: yield* AccessFacts.AccessFacts,
    store: yield* RowStore.RowStore,
    tokens,
    members,
    placements,
    grants,
    spaces,
    collections,
    sites,
    addOrganization: Effect.suspend(() => {
      const id = fresh("o")
      return add.organization({ ...emptyOrganization, id, title: id })
    }),
    addUser: Effect.suspend(() => {
      const id = fresh("u")
      return add.user({ ...emptyUser, id, displayName: id, email: `${id}@example.com` })
    }),
    addToken: (user: string, digest: string, over: Partial<typeof ApiToken.ApiToken.Encoded> = {}) =>
      add.token({ ...emptyToken, ...over, id: fresh("t"), user, digest }),
    addMember: (
      organization: string,
      user: string,
      teams: ReadonlyArray<string> = [],
      over: Partial<typeof Member.Member.Encoded> = {}
    ) => add.member({ ...emptyMember, ...over, id: `${organization}.${user}`, organization, user, teams }),
    addPlacement: (
      organization: string,
      kind: AccessFacts.PlacementKind,
      above: ReadonlyArray<string> = [],
      deletedAt: number | null = null,
      on: ReadonlyArray<string> = []
    ) => {
      const id = fresh("p")
      const groups = [[id], on, ...above.map((resource) => [resource])]
      const accessChain = groups.filter((group) => group.length > 0)
      const deletion = deletedAt === null ? null : "d"
      return add.placement({ ...emptyPlacement, id, kind, organization, sites: on, accessChain, deletedAt, deletion })
    },
    addSpace: (organization: string, id: string) => add.space({ ...emptySpace, id, organization, title: id }),
    addCollection: (organization: string, id: string) =>
      add.collection({ ...emptyCollection, id, organization, title: id }),
    addSite: (organization: string, id: string) =>
      add.site({ ...emptySite, id, organization, title: id, basename: id }),
    addGrant: (organization: string, resource: string, reader: string, role: Role.Role) =>
      add.grant({ id: fresh("g"), organization, resource, reader, role })
  }
})

/** Adds a change request of each status to a space that has none. */
export const addRequests = Effect.fnUntraced(function* (
  space: string,
  statuses: ReadonlyArray<ChangeRequest.ChangeRequest["status"]>,
  createdBy: string | null = null
) {
  const add = adding(yield* Repository.make(ChangeRequest.collection), ChangeRequest.ChangeRequest)
  for (const [index, status] of statuses.entries()) {
    yield* add({ ...emptyRequest, id: fresh("q"), space, number: index + 1, status, createdBy })
  }
})
