import { atLeast, type Role } from "../access/Role.ts"

/** Who looks at a comment or reply: the effective role on the space, and whether the comment is theirs. */
export interface Party {
  readonly role: Role
  readonly isAuthor: boolean
}

/** What a party may do with a comment or reply: `edit` speaks of its text, `reply` of reactions and resolving too. */
export interface CommentRights {
  readonly view: boolean
  readonly edit: boolean
  readonly reply: boolean
  readonly delete: boolean
}

/** The table of api.md 2.2 `permissions` (rules.md 2.3.4). */
export const rights = ({ isAuthor, role }: Party): CommentRights => {
  const mayComment = atLeast(role, "comment")
  const isTheirs = isAuthor && mayComment
  return {
    view: atLeast(role, "read"),
    edit: isTheirs,
    reply: mayComment,
    delete: isTheirs || atLeast(role, "create")
  }
}
