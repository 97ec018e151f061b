import { atLeast, type Role } from "../../organizations/access/Role.ts"

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

/** Who may do what to a comment (rule comment-rights). */
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
