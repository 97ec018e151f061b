import { Schema } from "effect"
import { UserId } from "../../foundation/id/Ids.ts"
import { characters } from "../../foundation/text/Emoji.ts"
import { Instant } from "../../foundation/time/Instant.ts"

/** One emoji of one user, as stored; the user is null for the host. */
export const Reaction = Schema.Struct({
  emoji: Schema.String,
  user: Schema.NullOr(UserId),
  reactedAt: Instant
})
export type Reaction = typeof Reaction.Type

/** Emojis to add and to remove; one in both lists is removed (rule comment-reactions). */
export interface ReactionChange {
  readonly added: ReadonlyArray<string>
  readonly removed: ReadonlyArray<string>
}

/** The canonical form: emojis are the same when their forms are equal. */
const canonical = (emoji: string): string => characters(emoji) ?? emoji

/**
 * The reactions after a user's change, in the order they were added. Reactions are a set of (user, emoji); existing
 * ones keep their time. Returns `self` when nothing changes.
 */
export const react = (
  self: ReadonlyArray<Reaction>,
  { added, removed }: ReactionChange,
  user: UserId | null,
  reactedAt: Instant
): ReadonlyArray<Reaction> => {
  const gone = new Set(removed.map(canonical))
  const kept = self.filter((each) => each.user !== user || !gone.has(canonical(each.emoji)))
  const present = new Set(kept.flatMap((each) => (each.user === user ? [canonical(each.emoji)] : [])))
  const fresh = added.flatMap((emoji): ReadonlyArray<Reaction> => {
    if (gone.has(canonical(emoji)) || present.has(canonical(emoji))) return []
    present.add(canonical(emoji))
    return [{ emoji, user, reactedAt }]
  })
  return fresh.length === 0 && kept.length === self.length ? self : [...kept, ...fresh]
}

/** All reactions with one emoji. */
export interface ReactionGroup {
  /** The emoji as it was first sent. */
  readonly emoji: string
  readonly reactions: ReadonlyArray<Reaction>
}

/** Groups reactions by emoji, in the order in which each emoji was first used. */
export const groupByEmoji = (self: ReadonlyArray<Reaction>): ReadonlyArray<ReactionGroup> => {
  const groups = new Map<string, Array<Reaction>>()
  for (const each of self) {
    const group = groups.get(canonical(each.emoji))
    if (group === undefined) groups.set(canonical(each.emoji), [each])
    else group.push(each)
  }
  return Array.from(groups.values(), (reactions) => ({ emoji: reactions[0]?.emoji ?? "", reactions }))
}
