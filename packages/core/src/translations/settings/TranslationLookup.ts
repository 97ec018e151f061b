import { Context, Effect, Layer, Option } from "effect"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { atLeast } from "../../people/access/Role.ts"
import type { Viewer } from "../../people/access/Viewer.ts"
import * as Languages from "./TranslationLanguage.ts"
import { collection, type TranslationSettings, TranslationSettingsNotFound } from "./TranslationSettings.ts"
import type * as TranslationView from "./TranslationView.ts"
import { view } from "./TranslationView.ts"

/** Finds settings with their languages, and creates their views. */
export class TranslationLookup extends Context.Service<TranslationLookup>()("@quire/core/TranslationLookup", {
  make: Effect.gen(function* () {
    const { base } = yield* Addresses
    const settings = yield* Repository.make(collection)
    const languages = yield* Repository.make(Languages.collection)

    const seenBy = (viewer: Viewer): TranslationView.ViewContext => ({
      base,
      mayEdit: viewer.isHost || (!viewer.member.disabled && atLeast(viewer.member.role, "create"))
    })

    const find = Effect.fnUntraced(function* (organization: OrganizationId, id: string) {
      const found = yield* settings.get(id)
      if (Option.isNone(found) || found.value.value.organization !== organization) {
        return yield* new TranslationSettingsNotFound({ id })
      }
      return found.value
    })

    /** The languages of settings, in the order in which they were added. */
    const languagesOf = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
      const of = new Map<string, Array<Repository.VersionedValue<Languages.TranslationLanguage>>>()
      if (ids.length === 0) return of
      const rows = yield* languages.list("ofSettings", { equals: { settings: { in: ids } }, limit: noLimit })
      for (const row of rows) {
        const others = of.get(row.value.settings)
        if (others === undefined) of.set(row.value.settings, [row])
        else others.push(row)
      }
      return of
    })

    const views = Effect.fnUntraced(function* (
      viewer: Viewer,
      rows: ReadonlyArray<Repository.VersionedValue<TranslationSettings>>
    ) {
      const of = yield* languagesOf(rows.map(({ value }) => value.id))
      const seen = seenBy(viewer)
      return rows.map(({ value }) => view(value, Repository.values(of.get(value.id) ?? []), seen))
    })

    return { find, languagesOf, seenBy, views } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
