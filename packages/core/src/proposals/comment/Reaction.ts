import { Schema } from "effect"
import { UserId } from "../../foundation/id/UserId.ts"
import { characters } from "../../foundation/text/Emoji.ts"
import { Instant } from "../../foundation/time/Instant.ts"

/** One emoji of one user, as stored: the emoji in the form in which it was sent, null for the host. */
export const Reaction = Schema.Struct({
  emoji: Schema.String,
  user: Schema.NullOr(UserId),
  reactedAt: Instant
})
export type Reaction = typeof Reaction.Type

/** Emojis to add and to remove; one that is in both is removed (rule comment-reactions). */
export interface Wish {
  readonly added: ReadonlyArray<string>
  readonly removed: ReadonlyArray<string>
}

/** Two emojis are the same when these are. */
const form = (emoji: string): string => characters(emoji) ?? emoji

/**
 * The reactions after a user's wish, in the order of reacting: a set of (user, emoji), where what is there already
 * keeps its moment. The same array when nothing changes.
 */
export const react = (
  self: ReadonlyArray<Reaction>,
  { added, removed }: Wish,
  user: UserId | null,
  reactedAt: Instant
): ReadonlyArray<Reaction> => {
  const gone = new Set(removed.map(form))
  const kept = self.filter((each) => each.user !== user || !gone.has(form(each.emoji)))
  const present = new Set(kept.flatMap((each) => (each.user === user ? [form(each.emoji)] : [])))
  const fresh = added.flatMap((emoji): ReadonlyArray<Reaction> => {
    if (gone.has(form(emoji)) || present.has(form(emoji))) return []
    present.add(form(emoji))
    return [{ emoji, user, reactedAt }]
  })
  return fresh.length === 0 && kept.length === self.length ? self : [...kept, ...fresh]
}

/** All reactions with one emoji. */
export interface Group {
  /** As the first of them was sent. */
  readonly emoji: string
  readonly reactions: ReadonlyArray<Reaction>
}

/** By emoji, the one that was reacted with first before the others. */
export const grouped = (self: ReadonlyArray<Reaction>): ReadonlyArray<Group> => {
  const groups = new Map<string, Array<Reaction>>()
  for (const each of self) {
    const group = groups.get(form(each.emoji))
    if (group === undefined) groups.set(form(each.emoji), [each])
    else group.push(each)
  }
  return Array.from(groups.values(), (reactions) => ({ emoji: reactions[0]?.emoji ?? "", reactions }))
}
