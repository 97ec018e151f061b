import { Clock, Context, Effect, Layer, Option, Result } from "effect"
import * as Root from "../../content/tree/Root.ts"
import type { JobRun } from "../../foundation/jobs/JobRun.ts"
import { Jobs } from "../../foundation/jobs/Jobs.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { isActive, collection as placementCollection } from "../../people/placement/Placement.ts"
import { ContentBase } from "../../spaces/commit/ContentBase.ts"
import { ContentCommits } from "../../spaces/commit/ContentCommits.ts"
import { Revisions } from "../../spaces/revision/Revisions.ts"
import { type Space, sourceChanged, collection as spaceCollection } from "../../spaces/space/Space.ts"
import * as GlossaryEntry from "../glossary/GlossaryEntry.ts"
import * as Languages from "../settings/TranslationLanguage.ts"
import * as Settings from "../settings/TranslationSettings.ts"
import type { TranslationFailed } from "../translator/Translator.ts"
import { translationRun } from "./RunJob.ts"
import * as TranslationWork from "./TranslationWork.ts"

type Row = Repository.VersionedValue<Languages.TranslationLanguage>

/** Whether asking again may help. */
const isPassing = ({ reason }: TranslationFailed): boolean => reason === "unavailable" || reason === "malformed"

export const limits = {
  /** Maximum number of listed texts that were left in the language of the source. */
  kept: 1000
} as const

/** Runs translations as jobs. */
export class TranslationRuns extends Context.Service<TranslationRuns>()("@quire/core/TranslationRuns", {
  make: Effect.gen(function* () {
    const jobs = yield* Jobs
    const base = yield* ContentBase
    const commits = yield* ContentCommits
    const revisions = yield* Revisions
    const { forget, isIdle, translate } = yield* TranslationWork.TranslationWork
    const settings = yield* Repository.make(Settings.collection)
    const languages = yield* Repository.make(Languages.collection)
    const entries = yield* Repository.make(GlossaryEntry.collection)
    const spaces = yield* Repository.make(spaceCollection)
    const placements = yield* Repository.make(placementCollection)

    /** Requests a run of each translation of a space. */
    const spread = Effect.fnUntraced(function* ({ key, write }: JobRun<null>) {
      const of = yield* settings.list("ofSource", { equals: { source: key }, limit: noLimit })
      if (of.length === 0) return
      const ids = of.map(({ value }) => value.id)
      const found = yield* languages.list("ofSettings", { equals: { settings: { in: ids } }, limit: noLimit })
      yield* write(
        jobs.offerAll(
          translationRun,
          found.map(({ value }) => [value.id, null, value.organization])
        )
      )
    })

    /** Changes a language under its lock, if it still exists. */
    const change = (id: string, next: (self: Languages.TranslationLanguage) => Languages.TranslationLanguage) =>
      Effect.gen(function* () {
        const seen: Row | undefined = (yield* languages.lock([id])).get(id)
        if (seen !== undefined) yield* languages.update(seen, next(seen.value))
        return seen !== undefined
      })

    /** The two spaces, if both still exist and one is still translated from the other (rule translation-moved). */
    const findSpaces = Effect.fnUntraced(function* (language: Languages.TranslationLanguage, source: string) {
      const ids = [source, language.space]
      const placed = yield* placements.getMany(ids)
      const rows = yield* spaces.getMany(ids)
      const [from, to] = ids.flatMap((id) => {
        const [placement, space] = [placed.get(id), rows.get(id)]
        const isThere = placement !== undefined && isActive(placement.value)
        const isOurs = space?.value.organization === language.organization
        return isThere && isOurs && space !== undefined ? [space.value] : []
      })
      const isMade = from !== undefined && to?.translation?.from === from.id
      return isMade ? { from, to } : undefined
    })

    const rootOf = Effect.fnUntraced(function* (space: string, revision: string | undefined) {
      const reader = base.reader(space)
      const found = revision === undefined ? Option.none() : yield* revisions.get(revision)
      return yield* Root.open(reader, Option.isSome(found) ? found.value.value.root : Root.empty)
    })

    const prepare = Effect.fnUntraced(function* (
      language: Languages.TranslationLanguage,
      source: Settings.Source,
      { from, to }: { readonly from: Space; readonly to: Space }
    ) {
      const { organization } = language
      const rows = yield* entries.list("inOrganization", { equals: { organization }, limit: noLimit })
      const glossary = GlossaryEntry.pairsOf(Repository.values(rows), source.language, language.language)
      const known = language.basis
      return {
        language,
        basis: {
          source: from.id,
          revision: from.revision,
          language: source.language,
          instructions: language.instructions,
          glossary: glossary.map(([term, translated]) => [term, translated] as const)
        },
        before: yield* rootOf(from.id, known?.revision),
        after: yield* rootOf(from.id, from.revision),
        output: yield* rootOf(to.id, to.revision)
      } satisfies TranslationWork.Work
    })

    const commit = Effect.fnUntraced(function* (
      write: JobRun<null>["write"],
      work: TranslationWork.Work,
      head: Space,
      made: Effect.Success<ReturnType<typeof translate>>
    ) {
      const { basis, language, output } = work
      const proposal = {
        space: head.id,
        head: head.revision,
        before: output.hash,
        draft: made.draft,
        root: made.root,
        type: "computed" as const,
        parents: [head.revision]
      }
      const prepared = yield* commits.prepare(proposal)
      yield* write(
        Effect.gen(function* () {
          if (made.root !== output.hash) {
            yield* commits.commit(proposal, prepared, { type: "spaces.translate", subjects: [basis.source] })
          }
          const now = yield* Clock.currentTimeMillis
          const kept = made.kept.slice(0, limits.kept)
          yield* change(language.id, (self) =>
            Languages.complete(self, { basis, kept, texts: made.texts, pages: made.pages }, now)
          )
          yield* forget(language.id)
        })
      )
    })

    const failWith = (write: JobRun<null>["write"], id: string, reason: string) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => write(change(id, (self) => Languages.fail(self, reason, now))))

    /** One run of one language. */
    const run = Effect.fnUntraced(function* ({ key, write }: JobRun<null>) {
      const found = yield* languages.get(key)
      if (Option.isNone(found)) return
      const language = found.value.value
      const of = yield* settings.get(language.settings)
      const source = Option.isNone(of) ? null : of.value.value.source
      const both = source === null ? undefined : yield* findSpaces(language, source.space)
      if (source === null || both === undefined) {
        return yield* Effect.asVoid(failWith(write, key, "the source or the space of the language does not exist"))
      }
      const work = yield* prepare(language, source, both)
      if (isIdle(work)) {
        const [now, done] = [yield* Clock.currentTimeMillis, { basis: work.basis, kept: [], texts: 0, pages: 0 }]
        yield* write(change(key, (self) => Languages.complete(self, done, now)))
        return
      }
      yield* write(change(key, (self) => ({ ...self, status: "running" })))
      const made = yield* Effect.result(translate(work))
      if (Result.isSuccess(made)) return yield* commit(write, work, both.to, made.success)
      yield* failWith(write, key, made.failure.message)
      if (isPassing(made.failure)) return yield* made.failure
    })

    yield* jobs.handle(sourceChanged, spread)
    yield* jobs.handle(translationRun, run)
    return {} as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      ContentBase.layer,
      ContentCommits.layer,
      Jobs.layer,
      Revisions.layer,
      TranslationWork.TranslationWork.layer
    ])
  )
}
