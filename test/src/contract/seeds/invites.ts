import { nothing } from "../nothing.ts"
import { address, code, link } from "../scenarios/invites.ts"
import type { Aimed } from "../seeds.ts"
import type { World } from "../world.ts"

const roles = ["", "guest", "owner", "Admin", "inherit", "null"]
const ids = ["", "a b", "é", "x".repeat(65), nothing]
const addresses = [
  "",
  " ",
  "unknown",
  "@",
  "a@",
  "@b.test",
  "a@b@c.test",
  "a b@c.test",
  "a@b.test,c@d.test",
  "a@b.test;c@d.test",
  "A <a@b.test>",
  "a@b.test\r\nBcc: c@d.test",
  '"a"@b.test',
  `${"x".repeat(250)}@b.test`
]

export const invites: Readonly<Record<string, (world: World) => Promise<ReadonlyArray<Aimed>>>> = {
  sendInvites: async (world) => [
    {
      path: { organizationId: world.organization },
      body: { emails: [address(world), { email: address(world), role: "edit" }], role: "read", sso: false },
      nullable: ["role", "emails.1.role"],
      nonsense: {
        emails: [[], [{}], [[]], Array.from({ length: 101 }, (_, at) => `many-${at}@${world.domain}`)],
        "emails.0": [...addresses, { email: "a@b.test" }, { email: "a@b.test", role: "edit", sso: true }],
        "emails.1.email": addresses,
        "emails.1.role": roles,
        role: roles
      }
    }
  ],
  createLinkInvite: async (world) => {
    const path = { organizationId: world.organization }
    return [
      { path, body: { role: "read" }, nullable: ["role"], nonsense: { role: roles } },
      {
        path,
        body: { level: "edit", space: await world.space() },
        nullable: ["level"],
        nonsense: { level: roles, space: ids, collection: [await world.collection()] }
      },
      {
        path,
        body: { level: "edit", collection: await world.collection() },
        nullable: ["level"],
        nonsense: { level: roles, collection: ids, role: ["edit"] }
      }
    ]
  },
  updateLinkInvite: async (world) => [
    {
      path: await link(world, { role: "read" }),
      body: { role: "edit" },
      nullable: ["role"],
      nonsense: { role: roles, level: ["edit"] }
    },
    {
      path: await link(world, { level: "read", space: await world.space() }),
      body: { level: "edit" },
      nullable: ["level"],
      nonsense: { level: roles, role: ["edit"] }
    }
  ],
  exchangeSignInCode: async (world) => [
    { body: { code: await code(world) }, nonsense: { code: ["", " ", "x", "x".repeat(43), "x".repeat(101)] } }
  ]
}
