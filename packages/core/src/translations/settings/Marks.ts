import { Context, Effect, Layer } from "effect"
import { SpaceId } from "../../foundation/id/Ids.ts"
import { Jobs } from "../../foundation/jobs/Jobs.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import {
  type Space,
  collection as spaceCollection,
  withFrom,
  withInto,
  withTranslation
} from "../../spaces/space/Space.ts"
import { translationRun } from "../run/RunJob.ts"
import { collection, type TranslationLanguage } from "./TranslationLanguage.ts"
import type * as TranslationSettings from "./TranslationSettings.ts"
import { TranslationConflict } from "./TranslationSettings.ts"

/** Marks spaces as translated and as translations. Called with the tree of the organization locked. */
export class Marks extends Context.Service<Marks>()("@quire/core/Marks", {
  make: Effect.gen(function* () {
    const jobs = yield* Jobs
    const spaces = yield* Repository.make(Repository.withoutCounters(spaceCollection))
    const languages = yield* Repository.make(collection)

    /** Whether a space is translated from another, directly or indirectly. */
    const isMadeOf = Effect.fnUntraced(function* (space: Space, other: string) {
      const seen = new Set<string>()
      for (let next: Space | undefined = space; next !== undefined && !seen.has(next.id); ) {
        seen.add(next.id)
        const from: string | null = next.translation?.from ?? null
        if (from === other) return true
        next = from === null ? undefined : (yield* spaces.getMany([from])).get(from)?.value
      }
      return false
    })

    /** Makes `output` a translation of the source (rules translation-source and translation-circle). */
    const mark = Effect.fnUntraced(function* (
      source: TranslationSettings.Source,
      output: string,
      language: TranslationLanguage["language"]
    ) {
      const rows = yield* spaces.lock([source.space, output])
      const [from, to] = [rows.get(source.space), rows.get(output)]
      if (from === undefined || to === undefined) return yield* new TranslationConflict({ reason: "no-source" })
      if (source.space === output || (yield* isMadeOf(from.value, output))) {
        return yield* new TranslationConflict({ reason: "circle" })
      }
      if ((to.value.translation?.from ?? null) !== null)
        return yield* new TranslationConflict({ reason: "space-taken" })
      const known = from.value.translation?.language ?? source.language
      if (known !== source.language) return yield* new TranslationConflict({ reason: "source-language" })
      const next = withInto(from.value.translation, source.language, 1)
      yield* spaces.update(from, withTranslation(from.value, next))
      const made = withFrom(to.value.translation, language, from.value.id)
      yield* spaces.update(to, withTranslation(to.value, made))
    })

    /** Removes languages: their spaces keep their content, and members can edit it again. */
    const release = Effect.fnUntraced(function* (
      source: TranslationSettings.Source | null,
      gone: ReadonlyArray<TranslationLanguage>
    ) {
      const rows = yield* spaces.lock([...gone.map(({ space }) => space), ...(source === null ? [] : [source.space])])
      for (const { language, space } of gone) {
        const row = rows.get(space)
        if (row === undefined) continue
        const left = withFrom(row.value.translation, language, null)
        yield* spaces.update(row, withTranslation(row.value, left))
      }
      const from = source === null ? undefined : rows.get(SpaceId.make(source.space))
      if (source !== null && from !== undefined) {
        const left = withInto(from.value.translation, source.language, -gone.length)
        yield* spaces.update(from, withTranslation(from.value, left))
      }
      yield* languages.remove(gone.map(({ id }) => id))
      yield* Effect.forEach(gone, ({ id }) => jobs.withdraw(translationRun, id), { discard: true })
    })

    return { mark, release } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(Jobs.layer))
}
