import * as Id from "./Id.ts"

/** The id of a link invite on the wire. It is the credential itself: 256 bits as 43 characters of base 62. */
export const InviteId = Id.make("InviteId", "Identifier of an invite link.")
export type InviteId = typeof InviteId.Type
