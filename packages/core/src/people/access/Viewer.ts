import type { Member } from "../member/Member.ts"

/** A permitted caller: the host, who is not a member, or a member of the organization. */
export type Viewer =
  | { readonly isHost: true; readonly isAdmin: true; readonly member: null }
  | { readonly isHost: false; readonly isAdmin: boolean; readonly member: Member }

export const host: Viewer = { isHost: true, isAdmin: true, member: null }

export const ofMember = (member: Member): Viewer => ({
  isHost: false,
  isAdmin: member.role === "admin" && !member.disabled,
  member
})
