import { Clock, Context, Effect, Layer, Option } from "effect"
import * as Root from "../../content/tree/Root.ts"
import { Events } from "../../foundation/events/Events.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import type { OrganizationId, SpaceId } from "../../foundation/id/Ids.ts"
import { checked } from "../../foundation/input/Input.ts"
import { Jobs } from "../../foundation/jobs/Jobs.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import type { Language } from "../../foundation/text/Language.ts"
import { Access } from "../../people/access/Access.ts"
import { TreeLock } from "../../people/placement/TreeLock.ts"
import { Revisions } from "../../spaces/revision/Revisions.ts"
import { translationRun } from "../run/RunJob.ts"
import { Marks } from "./Marks.ts"
import { SourceSpaces } from "./SourceSpaces.ts"
import {
  collection,
  make as makeLanguage,
  type TranslationLanguage,
  TranslationLanguageId
} from "./TranslationLanguage.ts"
import { TranslationLookup } from "./TranslationLookup.ts"
import {
  LanguagePut,
  TranslationConflict,
  TranslationLanguageNotFound,
  type TranslationSettings
} from "./TranslationSettings.ts"
import { viewLanguage } from "./TranslationView.ts"

const checkPut = checked(LanguagePut)

const announced = ({ instructions, language, settings, space }: TranslationLanguage) => ({
  settings,
  language,
  instructions,
  space
})

/** The languages into which settings translate their source, each with the space that holds the result. */
export class TranslationLanguages extends Context.Service<TranslationLanguages>()("@quire/core/TranslationLanguages", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const { paged } = yield* Paging
    const events = yield* Events
    const jobs = yield* Jobs
    const nextId = yield* IdGenerator
    const revisions = yield* Revisions
    const { decideAndLock } = yield* TreeLock
    const { find, seenBy } = yield* TranslationLookup
    const { mark, release } = yield* Marks
    const { readable, writable } = yield* SourceSpaces
    const languages = yield* Repository.make(collection)

    const decideWrite = (organization: OrganizationId) =>
      access.organization(organization, "organization:create-content")

    /** In the order in which they were added. */
    const list = operation("TranslationLanguages.list")(function* (
      organization: OrganizationId,
      settings: string,
      request: PageRequest
    ) {
      const viewer = yield* access.organization(organization, "organization:list-members")
      yield* find(organization, settings)
      return yield* paged({
        list: "translationLanguages",
        filters: [organization, settings],
        request,
        ...languages.source("ofSettings", { equals: { settings } }),
        view: (rows) => Effect.succeed(rows.map(({ value }) => viewLanguage(value, seenBy(viewer))))
      })
    })

    /** A language of a translation, with the state of its space. */
    const get = operation("TranslationLanguages.get")(function* (
      organization: OrganizationId,
      settings: string,
      language: Language
    ) {
      const viewer = yield* access.organization(organization, "organization:list-members")
      yield* find(organization, settings)
      const found = yield* languages.getBy("language", { settings, language })
      if (Option.isNone(found)) return yield* new TranslationLanguageNotFound({ language })
      return viewLanguage(found.value.value, seenBy(viewer))
    })

    const announce = (
      self: TranslationLanguage,
      payload:
        | { readonly type: "translationLanguages.create"; readonly after: unknown }
        | { readonly type: "translationLanguages.update"; readonly before: unknown; readonly after: unknown }
        | { readonly type: "translationLanguages.delete"; readonly before: unknown }
    ) =>
      events.announce({
        ...payload,
        organization: self.organization,
        subjects: [self.settings, self.language, self.space]
      })

    /** The space that is to hold the result: empty, so that nothing is overwritten (rule translation-source). */
    const findOutput = Effect.fnUntraced(function* (organization: OrganizationId, id: string) {
      const space = yield* writable(organization, id, "space")
      const head = yield* revisions.require(space.revision)
      if (head.value.root !== Root.empty) return yield* new TranslationConflict({ reason: "space-full" })
      return space
    })

    const add = Effect.fnUntraced(function* (
      of: TranslationSettings,
      language: Language,
      instructions: string,
      space: SpaceId | undefined
    ) {
      const { id: settings, organization, source } = of
      if (source === null) return yield* new TranslationConflict({ reason: "no-source" })
      if (source.language === language) return yield* new TranslationConflict({ reason: "same-language" })
      if (space === undefined) return yield* new TranslationConflict({ reason: "space-missing" })
      yield* readable(organization, source.space, "source.space")
      const output = yield* findOutput(organization, space)
      yield* mark(source, output.id, language)
      const id = TranslationLanguageId.make(yield* nextId)
      const now = yield* Clock.currentTimeMillis
      const made = makeLanguage({ id, organization, settings, language, instructions, space: output.id }, now)
      yield* languages.insert(made)
      yield* announce(made, { type: "translationLanguages.create", after: announced(made) })
      yield* jobs.offer(translationRun, id, null, { share: organization })
      return made
    })

    /** Changes the instructions to the translator, which causes everything to be translated again. */
    const instruct = Effect.fnUntraced(function* (
      found: Repository.VersionedValue<TranslationLanguage>,
      { instructions = found.value.instructions, space = found.value.space }: LanguagePut
    ) {
      const seen = (yield* languages.lock([found.value.id])).get(found.value.id) ?? found
      const { value } = seen
      if (space !== value.space) return yield* new TranslationConflict({ reason: "space-fixed" })
      if (instructions === value.instructions) return value
      const next: TranslationLanguage = {
        ...value,
        instructions,
        status: "pending",
        updatedAt: yield* Clock.currentTimeMillis
      }
      yield* languages.update(seen, next)
      yield* announce(next, { type: "translationLanguages.update", before: announced(value), after: announced(next) })
      yield* jobs.offer(translationRun, value.id, null, { share: value.organization })
      return next
    })

    /** Adds a language or changes its instructions; a run is requested in both cases. */
    const put = operation("TranslationLanguages.put")(function* (
      organization: OrganizationId,
      settings: string,
      language: Language,
      given: LanguagePut
    ) {
      const input = yield* checkPut(given)
      return yield* decideAndLock(organization, decideWrite(organization), (viewer) =>
        Effect.gen(function* () {
          const { value: of } = yield* find(organization, settings)
          const found = yield* languages.getBy("language", { settings, language })
          const isNew = Option.isNone(found)
          const value = isNew
            ? yield* add(of, language, input.instructions ?? "", input.space)
            : yield* instruct(found.value, input)
          return { value: viewLanguage(value, seenBy(viewer)), isNew }
        })
      )
    })

    /** Removes a language; its space keeps its content (rule translation-released). */
    const remove = operation("TranslationLanguages.remove")(function* (
      organization: OrganizationId,
      settings: string,
      language: Language
    ) {
      return yield* decideAndLock(organization, decideWrite(organization), () =>
        Effect.gen(function* () {
          const { value: of } = yield* find(organization, settings)
          const found = yield* languages.getBy("language", { settings, language })
          if (Option.isNone(found)) return false
          yield* release(of.source, [found.value.value])
          yield* announce(found.value.value, {
            type: "translationLanguages.delete",
            before: announced(found.value.value)
          })
          return true
        })
      )
    })

    return { list, get, put, remove } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      Access.layer,
      Events.layer,
      Jobs.layer,
      Marks.layer,
      Paging.layer,
      Revisions.layer,
      SourceSpaces.layer,
      TranslationLookup.layer,
      TreeLock.layer
    ])
  )
}
