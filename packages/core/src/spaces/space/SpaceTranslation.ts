import { Schema } from "effect"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import * as JobKind from "../../foundation/jobs/JobKind.ts"
import { Language } from "../../foundation/text/Language.ts"

/** The translation state of a space. */
export const SpaceTranslation = Schema.Struct({
  /** The language of its content. */
  language: Language,
  /** The space from which its content is translated; only translation runs write it (rule translation-output). */
  from: Schema.NullOr(SpaceId),
  /** Number of spaces that are translated from its content: each new head requests a run for them. */
  into: Schema.Int
})
export type SpaceTranslation = typeof SpaceTranslation.Type

type Mark = SpaceTranslation | undefined

const kept = (self: SpaceTranslation): Mark => (self.from === null && self.into === 0 ? undefined : self)

/** The mark of a space after this number of further spaces is translated from it. */
export const withInto = (self: Mark, language: Language, more: number): Mark =>
  kept({ language: self?.language ?? language, from: self?.from ?? null, into: (self?.into ?? 0) + more })

/** The mark of a space whose content is translated from another one from now on; null removes it. */
export const withFrom = (self: Mark, language: Language, from: SpaceId | null): Mark =>
  kept({ language, from, into: self?.into ?? 0 })

/** The mark of a space that is no longer a translation, but may still be the source of translations. */
export const released = (self: Mark): Mark => (self === undefined ? undefined : kept({ ...self, from: null }))

/** The output of a translation changes with its source only (rule translation-output). */
export class SpaceTranslated extends Schema.TaggedError<SpaceTranslated>()("SpaceTranslated", {
  space: Schema.String,
  source: Schema.String
}) {
  readonly kind = "precondition" as const
  override get message() {
    return `space ${this.space} is a translation of ${this.source}: edit the source or remove the language`
  }
}

/** Job for a new head of a space that is translated; the key is the space. */
export const sourceChanged = JobKind.make({
  name: "translation-sources",
  deadline: 60_000,
  payload: Schema.Null,
  isShared: true
})
