import type * as Permission from "./Permission.ts"

const refusing = { viewing: 403, blind: 404 } as const
const hiding = { blind: 404 } as const
const inOrganization: Permission.Rule = { permission: "organization:view", without: hiding }
const belonging: Permission.Rule = { permission: "organization:list-members", without: refusing }
const administering: Permission.Rule = { permission: "organization:admin", without: refusing }

/** The permissions of the people of an organization: members, teams, and who may become one of them. */
export const peoplePermissions = {
  listMembers: belonging,
  getMember: { permission: "member:view", without: hiding },
  deleteMember: { permission: "member:remove", without: { viewing: 403, blind: 204 } },
  updateMember: { permission: "member:manage", without: refusing },
  pingOrganization: inOrganization,
  setMemberSso: { permission: "member:manage", without: refusing },
  listMemberSpaces: { permission: "member:inspect", without: refusing },

  listTeams: belonging,
  createTeam: administering,
  getTeam: { permission: "team:view", without: hiding },
  deleteTeam: { permission: { all: ["team:view", "organization:admin"] }, without: { viewing: 403, blind: 204 } },
  updateTeam: { permission: { all: ["team:view", "organization:admin"] }, without: refusing },
  listTeamMembers: { permission: "team:view", without: hiding },
  updateTeamMembers: { permission: "team:manage", without: refusing },
  putTeamMember: { permission: "team:manage", without: refusing },
  removeTeamMember: { permission: "team:manage", without: refusing },
  listTeamsOfMember: { permission: "member:inspect", without: refusing },

  sendInvites: administering,
  useInvite: { permission: "invite-secret", without: hiding },
  joinOrganization: { permission: { any: ["organization:view", "email-domain"] }, without: hiding },
  listLinkInvites: administering,
  listContentLinkInvites: administering,
  createLinkInvite: { permission: { all: ["invite:manage", "own-role"] }, without: refusing },
  getLinkInvite: { permission: { all: ["invite:manage", "own-role"] }, without: hiding },
  updateLinkInvite: {
    permission: { all: ["invite:manage", "own-role"] },
    fields: { level: "own-role" },
    without: hiding
  },
  deleteLinkInvite: { permission: { all: ["invite:manage", "own-role"] }, without: { blind: 204 } }
} as const satisfies { readonly [endpoint: string]: Permission.Rule }
