import { Glossary, Language, TranslationLanguages, Translations } from "@quire/core"
import { Effect } from "effect"
import { as } from "../../support/engine.ts"
import { nothing } from "../nothing.ts"
import { newNumber } from "../numbers.ts"
import type { Make, Scenario } from "../scenarios.ts"
import type { World } from "../world.ts"

const viewing = { by: "reader", refused: { who: "guest", status: 403 } } as const
const translating = { by: "creator", refused: { who: "reviewer", status: 403 } } as const

const by = <A, R>(world: World, made: Effect.Effect<A, unknown, R>) => Effect.orDie(as(world.people.admin.id)(made))

/** New settings of the organization; of a space in English unless `source` is false. */
export const settings = async (world: World, source = true) => {
  const space = await world.space({ title: "Source" })
  const id = await world.api.run(
    Effect.flatMap(Translations.Translations, (translations) =>
      Effect.map(
        by(
          world,
          translations.create(world.organization, {
            title: `Settings ${newNumber()}`,
            ...(source ? { source: { space, language: "en" } } : {})
          })
        ),
        (made) => made.id
      )
    )
  )
  return { organizationId: world.organization, translationSettingsId: id }
}

/** Settings that translate into French. */
export const french = async (world: World) => {
  const path = await settings(world)
  const space = await world.space({ title: "Source (fr)" })
  await world.api.run(
    Effect.flatMap(TranslationLanguages.TranslationLanguages, (languages) =>
      by(world, languages.put(world.organization, path.translationSettingsId, "fr", { instructions: "Vous.", space }))
    )
  )
  return { ...path, language: "fr" }
}

/** A new entry of the glossary. */
export const entry = async (world: World) => {
  const translations = { en: `branch ${newNumber()}`, fr: "branche" }
  const items = await world.api.run(
    Effect.flatMap(Glossary.Glossary, (glossary) =>
      by(
        world,
        Effect.andThen(
          glossary.update(world.organization, { operations: [{ type: "insert", translations }] }),
          glossary.list(world.organization, { limit: 1000 })
        )
      )
    )
  )
  return { organizationId: world.organization, glossaryEntryId: items.items.at(-1)?.id ?? "" }
}

const inOrganization =
  (body?: () => unknown): Make =>
  async (world) => ({ path: { organizationId: world.organization }, body: body?.() })

const ofSettings =
  (body?: unknown): Make =>
  async (world) => ({ path: await settings(world, false), ...(body === undefined ? {} : { body }) })

const ofLanguage =
  (body?: unknown): Make =>
  async (world) => ({ path: await french(world), ...(body === undefined ? {} : { body }) })

const german = async (world: World) => ({ ...(await settings(world)), language: "de" })

export const translations: Readonly<Record<string, Scenario>> = {
  listTranslations: {
    ...viewing,
    calls: { 200: inOrganization() },
    items: async (world, count) => {
      const organizationId = await world.club()
      for (let at = 0; at < count; at++) {
        await world.send("admin", "POST", `/v1/orgs/${organizationId}/translations`, { body: { title: `T ${at}` } })
      }
      return [{ path: { organizationId } }]
    }
  },
  createTranslation: {
    ...translating,
    event: "translations.create",
    calls: { 201: inOrganization(() => ({ title: "Guide" })) },
    idle: [{ status: 400, call: inOrganization(() => ({ title: "" })) }]
  },
  getTranslation: { ...viewing, calls: { 200: ofSettings() } },
  updateTranslation: {
    ...translating,
    event: "translations.update",
    calls: { 200: ofSettings({ title: "Renamed" }) },
    idle: [
      { status: 400, call: ofSettings({ title: "x".repeat(101) }) },
      {
        status: 409,
        call: async (world) => {
          const { language: _, ...path } = await french(world)
          return { path, body: { title: "Other", source: { space: await world.space(), language: "en" } } }
        }
      }
    ]
  },
  deleteTranslation: {
    ...translating,
    event: "translations.delete",
    calls: {
      205: ofSettings(),
      204: async (world) => ({ path: { organizationId: world.organization, translationSettingsId: nothing } })
    }
  },
  runTranslation: { ...translating, event: "translations.run", calls: { 204: ofSettings() } },
  listTranslationLanguages: {
    ...viewing,
    calls: { 200: ofSettings() },
    items: async (world, count) => {
      const path = await settings(world)
      const codes = Language.Language.literals.filter((code) => code !== "en").slice(0, count)
      for (const code of codes) {
        const at = `/v1/orgs/${path.organizationId}/translations/${path.translationSettingsId}/languages/${code}`
        await world.send("admin", "PUT", at, { body: { space: await world.space() } })
      }
      return [{ path }]
    }
  },
  getTranslationLanguage: { ...viewing, calls: { 200: ofLanguage() }, unknown: { language: "sl" } },
  putTranslationLanguage: {
    ...translating,
    event: "translationLanguages.update",
    eventOfNew: "translationLanguages.create",
    calls: {
      200: ofLanguage({ instructions: "Tu." }),
      201: async (world) => ({ path: await german(world), body: { space: await world.space() } })
    },
    free: ["language"],
    idle: [{ status: 409, call: async (world) => ({ path: await german(world), body: { instructions: "" } }) }]
  },
  deleteTranslationLanguage: {
    ...translating,
    event: "translationLanguages.delete",
    calls: { 205: ofLanguage(), 204: async (world) => ({ path: await german(world) }) },
    unknown: { language: "sl" }
  },
  listGlossaryEntries: {
    ...viewing,
    calls: { 200: inOrganization() },
    items: async (world, count) => {
      const organizationId = await world.club()
      const operations = Array.from({ length: count }, (_, at) => ({ type: "insert", translations: { en: `t${at}` } }))
      await world.send("admin", "PUT", `/v1/orgs/${organizationId}/translations-glossary`, { body: { operations } })
      return [{ path: { organizationId } }]
    }
  },
  updateGlossaryEntries: {
    ...translating,
    event: "glossaryEntries.update",
    calls: { 204: inOrganization(() => ({ operations: [{ type: "insert", translations: { en: "merge" } }] })) },
    idle: [{ status: 400, call: inOrganization(() => ({ operations: [] })) }]
  },
  getGlossaryEntry: { ...viewing, calls: { 200: async (world) => ({ path: await entry(world) }) } }
}
