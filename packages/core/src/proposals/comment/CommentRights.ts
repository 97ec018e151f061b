import { atLeast, type Role } from "../../people/access/Role.ts"

/** The caller: their effective role on the space, and whether the comment or reply is theirs. */
export interface Party {
  readonly role: Role
  readonly isAuthor: boolean
}

/** Permissions of a party on a comment or reply. `edit` covers its text; `reply` covers reactions and resolving too. */
export interface CommentRights {
  readonly view: boolean
  readonly edit: boolean
  readonly reply: boolean
  readonly delete: boolean
}

/** The rights on a comment or reply (rule comment-rights). */
export const rightsOf = ({ isAuthor, role }: Party): CommentRights => {
  const mayComment = atLeast(role, "comment")
  const isTheirs = isAuthor && mayComment
  return {
    view: atLeast(role, "read"),
    edit: isTheirs,
    reply: mayComment,
    delete: isTheirs || atLeast(role, "create")
  }
}
