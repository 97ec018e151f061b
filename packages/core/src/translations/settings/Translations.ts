import { Clock, Context, Effect, Layer } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import { checked } from "../../foundation/input/Input.ts"
import { Jobs } from "../../foundation/jobs/Jobs.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import { Access } from "../../people/access/Access.ts"
import { TreeLock } from "../../people/placement/TreeLock.ts"
import { translationRun } from "../run/RunJob.ts"
import { Marks } from "./Marks.ts"
import { SourceSpaces } from "./SourceSpaces.ts"
import * as Languages from "./TranslationLanguage.ts"
import { TranslationLookup } from "./TranslationLookup.ts"
import * as TranslationSettings from "./TranslationSettings.ts"
import {
  collection,
  limits,
  TooManyTranslations,
  TranslationConflict,
  TranslationPut,
  TranslationSettingsId
} from "./TranslationSettings.ts"
import { view } from "./TranslationView.ts"

const checkCreate = checked(TranslationSettings.Create)
const checkPut = checked(TranslationPut)

const announced = ({ id, source, title }: TranslationSettings.TranslationSettings) => ({ id, title, source })

/** The translations of an organization. */
export class Translations extends Context.Service<Translations>()("@quire/core/Translations", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const { paged } = yield* Paging
    const events = yield* Events
    const jobs = yield* Jobs
    const nextId = yield* IdGenerator
    const { decideAndLock } = yield* TreeLock
    const { find, languagesOf, seenBy, views } = yield* TranslationLookup
    const { release } = yield* Marks
    const { readable } = yield* SourceSpaces
    const settings = yield* Repository.make(collection)
    const languages = yield* Repository.make(Languages.collection)

    const decideWrite = (organization: OrganizationId) =>
      access.organization(organization, "organization:create-content")

    /** By id, which is the order of creation. */
    const list = operation("Translations.list")(function* (organization: OrganizationId, request: PageRequest) {
      const viewer = yield* access.organization(organization, "organization:list-members")
      return yield* paged({
        list: "translations",
        filters: organization,
        request,
        ...settings.source("inOrganization", { equals: { organization } }),
        view: (rows) => views(viewer, rows)
      })
    })

    /** The settings of a translation. */
    const get = operation("Translations.get")(function* (organization: OrganizationId, id: string) {
      const viewer = yield* access.organization(organization, "organization:list-members")
      const found = yield* find(organization, id)
      const of = yield* languagesOf([id])
      return view(found.value, Repository.values(of.get(id) ?? []), seenBy(viewer))
    })

    /** Starts to translate a space into the given languages. */
    const create = operation("Translations.create")(function* (
      organization: OrganizationId,
      given: TranslationSettings.Create
    ) {
      const { source, title } = yield* checkCreate(given)
      return yield* decideAndLock(organization, decideWrite(organization), (viewer) =>
        Effect.gen(function* () {
          if (source !== undefined) yield* readable(organization, source.space, "source.space")
          const count = yield* settings.count("inOrganization", { equals: { organization } })
          if (count >= limits.settingsPerOrganization) return yield* new TooManyTranslations({ organization })
          const now = yield* Clock.currentTimeMillis
          const id = TranslationSettingsId.make(yield* nextId)
          const made = { id, organization, title, source: source ?? null, createdAt: now, updatedAt: now }
          yield* settings.insert(made)
          yield* events.announce({
            type: "translations.create",
            organization,
            subjects: [id],
            after: announced(made)
          })
          return view(made, [], seenBy(viewer))
        })
      )
    })

    /** Renames settings, or sets their source while they have no languages (rule translation-source). */
    const put = operation("Translations.put")(function* (
      organization: OrganizationId,
      id: string,
      given: TranslationPut
    ) {
      const { source, title } = yield* checkPut(given)
      return yield* decideAndLock(organization, decideWrite(organization), (viewer) =>
        Effect.gen(function* () {
          const seen = yield* find(organization, id)
          const of = Repository.values((yield* languagesOf([id])).get(id) ?? [])
          const isOther = source !== undefined && !CanonicalJson.equals(source, seen.value.source)
          if (isOther && of.length > 0) return yield* new TranslationConflict({ reason: "source-fixed" })
          if (isOther) yield* readable(organization, source.space, "source.space")
          const renamed = { ...seen.value, title, source: source ?? seen.value.source }
          if (CanonicalJson.equals(renamed, seen.value)) return view(seen.value, of, seenBy(viewer))
          const next = { ...renamed, updatedAt: yield* Clock.currentTimeMillis }
          yield* settings.update(seen, next)
          yield* events.announce({
            type: "translations.update",
            organization,
            subjects: [id],
            before: announced(seen.value),
            after: announced(next)
          })
          return view(next, of, seenBy(viewer))
        })
      )
    })

    /** Deletes settings with their languages; what was translated stays in its spaces (rule translation-released). */
    const remove = operation("Translations.remove")(function* (organization: OrganizationId, id: string) {
      return yield* decideAndLock(organization, decideWrite(organization), () =>
        Effect.gen(function* () {
          const found = (yield* settings.getMany([id])).get(TranslationSettingsId.make(id))
          if (found === undefined || found.value.organization !== organization) return false
          const of = Repository.values((yield* languagesOf([id])).get(id) ?? [])
          if (of.length > 0) yield* release(found.value.source, of)
          yield* settings.remove([id])
          yield* events.announce({
            type: "translations.delete",
            organization,
            subjects: [id],
            before: announced(found.value)
          })
          return true
        })
      )
    })

    /** Requests a run for all languages, which also retries texts whose translation was not usable. */
    const run = operation("Translations.run")(function* (organization: OrganizationId, id: string) {
      yield* decideAndLock(organization, decideWrite(organization), () =>
        Effect.gen(function* () {
          yield* find(organization, id)
          const ids = ((yield* languagesOf([id])).get(id) ?? []).map(({ value }) => value.id)
          const rows = [...(yield* languages.lock(ids)).values()]
          yield* languages.updateAll(rows.map((seen) => ({ seen, next: { ...seen.value, status: "pending" } })))
          yield* events.announce({ type: "translations.run", organization, subjects: [id] })
          yield* jobs.offerAll(
            translationRun,
            ids.map((each) => [each, null, organization])
          )
        })
      )
    })

    return { list, get, create, put, remove, run } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      Access.layer,
      Events.layer,
      Jobs.layer,
      Marks.layer,
      Paging.layer,
      SourceSpaces.layer,
      TranslationLookup.layer,
      TreeLock.layer
    ])
  )
}
