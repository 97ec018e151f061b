import { ofDocument } from "../../content/document/DocumentText.ts"
import * as PersonalRows from "../../foundation/personal-data/PersonalRows.ts"
import { toTimestamp } from "../../foundation/time/Instant.ts"
import {
  type Comment,
  type CommentReply,
  collection as comments,
  commentReplyCollection as replies,
  statusOf
} from "./Comment.ts"

const shared = ({ body, changeRequest, editedAt, id, postedAt, space }: Comment | CommentReply) => ({
  space,
  changeRequest: changeRequest ?? null,
  id,
  text: ofDocument(body),
  postedAt: toTimestamp(postedAt),
  editedAt: editedAt === undefined ? null : toTimestamp(editedAt)
})

/** Comments that a person has written to others. */
export const personalRows = [
  PersonalRows.source(
    "comments",
    comments,
    "ofPerson",
    ({ user }) => ({ equals: { postedBy: user } }),
    (self) => ({ ...shared(self), page: self.target.page?.id ?? null, status: statusOf(self) })
  ),
  PersonalRows.source(
    "replies",
    replies,
    "ofPerson",
    ({ user }) => ({ equals: { postedBy: user } }),
    (self) => ({ ...shared(self), comment: self.comment })
  )
]
