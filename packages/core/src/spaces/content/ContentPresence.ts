import { Schema } from "effect"
import { SpaceId, UserId } from "../../foundation/id/Ids.ts"
import { closed, describeFields, optional } from "../../foundation/input/Input.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { singleLine } from "../../foundation/text/Text.ts"
import { Instant } from "../../foundation/time/Instant.ts"
import { UserView } from "../../people/user/User.ts"

export const limits = {
  /** Milliseconds after which a presence expires, unless it is announced again. */
  lifetime: 30_000,
  /** People, or tabs of one person, that may be present in one content at the same time. */
  perContent: 100,
  /** Characters of the id of a page, and of the key of a block. */
  idLength: 100,
  /** Largest offset of a selection in a block, in UTF-16 code units. */
  offset: 1_000_000
} as const

/** Chosen by the client, different for each editor of a person. */
export const PresenceSession = Schema.String.pipe(
  Schema.check(
    Schema.isPattern(/^[\w-]{8,64}$/, { message: "must be 8 to 64 letters, digits, underscores and hyphens" })
  )
)

const key = singleLine(1, limits.idLength)

const Offset = Schema.Int.pipe(
  Schema.check(
    Schema.isBetween({ minimum: 0, maximum: limits.offset }, { expected: `an integer from 0 to ${limits.offset}` })
  )
)

const pointTexts = {
  block: "Key of the block.",
  offset: "Number of UTF-16 code units of the block's text before the point."
}
const selectionTexts = { anchor: "Where the selection begins.", head: "Where the cursor is." }

const Point = closed("PresencePoint", { block: key, offset: Offset }, pointTexts)
const Selection = closed("PresenceSelection", { anchor: Point, head: Point }, selectionTexts)

const PointView = Schema.Struct(describeFields({ block: Schema.String, offset: Schema.Int }, pointTexts))
const SelectionView = Schema.Struct(describeFields({ anchor: PointView, head: PointView }, selectionTexts))

const texts = {
  page: "Identifier of the page that the person reads or edits. Absent if it is none.",
  selection: "What the person has selected in the page. A cursor has the same anchor and head."
}

const Seconds = Schema.Int.pipe(
  Schema.check(
    Schema.isBetween(
      { minimum: 0, maximum: limits.lifetime / 1_000 },
      { expected: `an integer from 0 to ${limits.lifetime / 1_000}` }
    )
  )
)

export const PresenceUpdate = closed(
  "PresenceUpdate",
  { page: optional(key), selection: optional(Selection), seconds: optional(Seconds) },
  {
    ...texts,
    seconds: "Seconds after which the presence ends unless it is announced again. Defaults to 30; 0 ends it at once."
  }
)
export type PresenceUpdate = typeof PresenceUpdate.Type

/** An editor of a person who is in some content. */
export const Presence = Schema.Struct({
  /** Digest of content, user and session. */
  id: Schema.String,
  /** Kind and id of the content, as `keyOf` returns them. */
  content: Schema.String,
  space: SpaceId,
  user: UserId,
  session: Schema.String,
  page: optional(Schema.String),
  selection: optional(SelectionView),
  expiresAt: Instant
})
export type Presence = typeof Presence.Type

export const collection = Repository.collection({
  name: "content_presences",
  schema: Presence,
  columns: {
    content: { kind: "text", of: (self) => self.content },
    space: { kind: "text", of: (self) => self.space },
    expiresAt: { kind: "instant", of: (self) => self.expiresAt }
  },
  indexes: {
    ofContent: { on: ["content"], order: ["expiresAt"] },
    expiry: { on: [], order: ["expiresAt"] }
  },
  unique: {},
  references: [{ column: "space", to: "spaces", onDelete: "cascade" }],
  counters: [],
  rank: 3
})

/** Content in which people are present: the primary content of a space, or a change request. */
export interface ContentKey {
  readonly kind: "space" | "changeRequest"
  readonly id: string
}

export const keyOf = ({ id, kind }: ContentKey): string => `${kind}/${id}`

export const PresenceView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("presence"),
      session: Schema.String,
      user: UserView,
      page: Schema.optionalKey(Schema.String),
      selection: Schema.optionalKey(SelectionView)
    },
    {
      session: "Identifier that the client has chosen for the editor.",
      user: "Person who is present.",
      ...texts
    }
  )
).annotate({ identifier: "Presence" })
export type PresenceView = typeof PresenceView.Type

export const view = ({ page, selection, session }: Presence, user: UserView): PresenceView => ({
  object: "presence",
  session,
  user,
  ...(page === undefined ? {} : { page }),
  ...(selection === undefined ? {} : { selection })
})

/** As many editors are in the content as can be shown. */
export class TooManyPresences extends Schema.TaggedError<TooManyPresences>()("TooManyPresences", {}) {
  readonly kind = "limit" as const
  override get message() {
    return `at most ${limits.perContent} editors can be present in one content at the same time`
  }
}
