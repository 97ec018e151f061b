import { proposed } from "../scenarios/reviews.ts"
import type { Aimed } from "../seeds.ts"
import type { World } from "../world.ts"

const ids = ["", "a b", "é", "x".repeat(65), "a99999999999999999999999999"]
const sources = [
  "",
  " ",
  "a b",
  "x = 1",
  "true;",
  "tr\u0000ue",
  "'a\nb'",
  "() => 1",
  "subject",
  "visitor.claims.x",
  "`a`",
  "'".repeat(3),
  "'\u0000'",
  "'\ud800'"
]

const rulesOf = ({ people }: World) => [
  { kind: "reviewed" },
  { kind: "approved" },
  { kind: "up-to-date" },
  { kind: "subject" },
  { kind: "reviewed-by-all", users: [people.reviewer.id] },
  { kind: "reviewed-by-one", users: [people.reviewer.id, people.creator.id] },
  { kind: "expression", expression: "reviews.length > 0 || actor.id !== ''", message: "A review is required." },
  { kind: "bypass", users: [people.admin.id] }
]

const wrongRules = {
  "rules.0.kind": ["", "Reviewed", "description", "bypass"],
  "rules.4.users": [[], "x"],
  "rules.4.users.0": ids,
  "rules.5.users.1": ids,
  "rules.6.expression": [...sources, `'${"x".repeat(1023)}'`],
  "rules.6.message": ["", " ", "x".repeat(257)],
  "rules.7.users.0": ids
}

export const reviews: Readonly<Record<string, (world: World) => Promise<ReadonlyArray<Aimed>>>> = {
  submitReview: async (world) => [
    {
      path: await proposed(world),
      body: { status: "approved", comment: { markdown: "Text" } },
      prose: ["comment.markdown"],
      nonsense: {
        status: ["", "requested", "Approved", "open"],
        comment: [{}, "text", { markdown: "" }, { markdown: " " }, { markdown: "x".repeat(20_001) }, { document: {} }]
      }
    }
  ],
  requestReviewers: async (world) => [
    {
      path: await proposed(world),
      body: { users: [world.people.reviewer.id], subject: "Words" },
      nonsense: { users: [[], "x"], "users.0": [...ids, world.people.reader.id, world.people.stranger.id] }
    }
  ],
  putSpaceMergeRules: async (world) => [
    {
      path: { spaceId: await world.space() },
      body: { mode: "custom", rules: rulesOf(world), strictness: "page" },
      prose: ["rules.6.expression"],
      nonsense: { ...wrongRules, mode: ["", "Custom", "none"], strictness: ["", "Block", "word"] }
    }
  ],
  putOrganizationMergeRules: async (world) => [
    {
      path: { organizationId: world.organization },
      body: { rules: rulesOf(world) },
      prose: ["rules.6.expression"],
      nonsense: wrongRules
    }
  ]
}
