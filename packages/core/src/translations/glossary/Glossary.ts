import { Clock, Context, Effect, Layer, Option } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import { checked } from "../../foundation/input/Input.ts"
import { Jobs } from "../../foundation/jobs/Jobs.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { noLimit, type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import { Access, ReferenceNotFound } from "../../people/access/Access.ts"
import { TreeLock } from "../../people/placement/TreeLock.ts"
import { translationRun } from "../run/RunJob.ts"
import * as Languages from "../settings/TranslationLanguage.ts"
import {
  collection,
  GlossaryBatch,
  type GlossaryEntry,
  GlossaryEntryId,
  GlossaryEntryNotFound,
  limits,
  TooManyGlossaryEntries,
  view
} from "./GlossaryEntry.ts"

const checkBatch = checked(GlossaryBatch)

type Entries = Map<string, GlossaryEntry>

/** Translations of terms in the languages of an organization. */
export class Glossary extends Context.Service<Glossary>()("@quire/core/Glossary", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const { base } = yield* Addresses
    const { paged } = yield* Paging
    const events = yield* Events
    const jobs = yield* Jobs
    const nextId = yield* IdGenerator
    const { decideAndLock } = yield* TreeLock
    const entries = yield* Repository.make(collection)
    const languages = yield* Repository.make(Languages.collection)

    /** By id, which is the order of creation. */
    const list = operation("Glossary.list")(function* (organization: OrganizationId, request: PageRequest) {
      yield* access.organization(organization, "organization:list-members")
      return yield* paged({
        list: "glossary",
        filters: organization,
        request,
        ...entries.source("inOrganization", { equals: { organization } }),
        view: (rows) => Effect.succeed(rows.map(({ value }) => view(value, base)))
      })
    })

    /** An entry of an organization's glossary. */
    const get = operation("Glossary.get")(function* (organization: OrganizationId, id: string) {
      yield* access.organization(organization, "organization:list-members")
      const found = yield* entries.get(id)
      if (Option.isNone(found) || found.value.value.organization !== organization) {
        return yield* new GlossaryEntryNotFound({ id })
      }
      return view(found.value.value, base)
    })

    /** The entries as a batch leaves them. */
    const applyTo = Effect.fnUntraced(function* (
      before: ReadonlyMap<string, GlossaryEntry>,
      organization: OrganizationId,
      { operations }: GlossaryBatch
    ) {
      const now = yield* Clock.currentTimeMillis
      const after: Entries = new Map(before)
      for (const [at, each] of operations.entries()) {
        if (each.type === "insert") {
          const id = GlossaryEntryId.make(yield* nextId)
          after.set(id, { id, organization, translations: each.translations, createdAt: now, updatedAt: now })
          continue
        }
        const found = after.get(each.id)
        if (found === undefined) return yield* new ReferenceNotFound({ field: `operations.${at}.id`, id: each.id })
        if (each.type === "delete") after.delete(each.id)
        else if (!CanonicalJson.equals(found.translations, each.translations)) {
          after.set(each.id, { ...found, translations: each.translations, updatedAt: now })
        }
      }
      return after
    })

    const store = Effect.fnUntraced(function* (
      rows: ReadonlyMap<string, Repository.VersionedValue<GlossaryEntry>>,
      after: ReadonlyMap<string, GlossaryEntry>
    ) {
      const updated = [...rows.values()].flatMap((seen) => {
        const next = after.get(seen.value.id)
        return next === undefined || next === seen.value ? [] : [{ seen, next }]
      })
      const made = [...after.values()].filter(({ id }) => !rows.has(id))
      const gone = [...rows.keys()].filter((id) => !after.has(id))
      yield* entries.updateAll(updated)
      yield* entries.insertAll(made)
      yield* entries.remove(gone)
      return [...updated.map(({ next }) => next.id), ...made.map(({ id }) => id), ...gone]
    })

    /**
     * Applies a batch, all of it or nothing, and requests new translations of texts that use the terms (rule
     * glossary-batch).
     */
    const update = operation("Glossary.update")(function* (organization: OrganizationId, given: GlossaryBatch) {
      const batch = yield* checkBatch(given)
      yield* decideAndLock(organization, access.organization(organization, "organization:create-content"), () =>
        Effect.gen(function* () {
          const found = yield* entries.list("inOrganization", { equals: { organization }, limit: noLimit })
          const rows = new Map(found.map((row) => [row.value.id, row] as const))
          const before = new Map(found.map(({ value }) => [value.id, value] as const))
          const after = yield* applyTo(before, organization, batch)
          if (after.size > limits.entries) return yield* new TooManyGlossaryEntries({ organization })
          const changed = yield* store(rows, after)
          if (changed.length === 0) return
          yield* events.announce({ type: "glossaryEntries.update", organization, subjects: changed })
          const of = yield* languages.list("inOrganization", { equals: { organization }, limit: noLimit })
          yield* jobs.offerAll(
            translationRun,
            of.map(({ value }) => [value.id, null, organization])
          )
        })
      )
    })

    return { list, get, update } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, Events.layer, Jobs.layer, Paging.layer, TreeLock.layer])
  )
}
