import { entry, french, settings } from "../scenarios/translations.ts"
import type { Aimed } from "../seeds.ts"
import type { World } from "../world.ts"

const titles = ["", " ", "a\nb", "a\u0000", "x".repeat(101), 1]
const languages = ["", "EN", "english", "xx", 1]
const sources = [{}, "en", { language: "en" }, ...languages.map((language) => ({ space: "s", language }))]
const terms = [{ xx: "a" }, { en: "" }, { en: "a\nb" }, { en: "x".repeat(101) }, { en: 1 }, "en"]
const instructions = ["a\u0000", "x".repeat(5001), 1, {}]

export const translations: Readonly<Record<string, (world: World) => Promise<ReadonlyArray<Aimed>>>> = {
  createTranslation: async (world) => [
    {
      path: { organizationId: world.organization },
      body: { title: "Guide", source: { space: await world.space(), language: "en" } },
      nonsense: { title: titles, source: sources }
    }
  ],
  updateTranslation: async (world) => [
    { path: await settings(world), body: { title: "Guide" }, nonsense: { title: titles, source: sources } }
  ],
  putTranslationLanguage: async (world) => [
    {
      path: { ...(await settings(world)), language: "es" },
      body: { instructions: "Formal.", space: await world.space() },
      nonsense: { instructions, space: ["", "a b", 1] },
      prose: ["instructions"]
    },
    {
      path: await french(world),
      body: { instructions: "Formal." },
      nonsense: { instructions },
      prose: ["instructions"]
    }
  ],
  updateGlossaryEntries: async (world) => {
    const { glossaryEntryId: id, organizationId } = await entry(world)
    const operations = [
      [],
      [{ type: "insert" }],
      [{ type: "delete" }],
      [{ type: "replace", id }],
      [{ type: "insert", id, translations: {} }],
      ...terms.map((translations) => [{ type: "insert", translations }]),
      Array.from({ length: 501 }, () => ({ type: "insert", translations: { en: "a" } }))
    ]
    return [
      {
        path: { organizationId },
        body: { operations: [{ type: "update", id, translations: { en: "branch", de: "Zweig" } }] },
        nonsense: { operations },
        maps: ["operations.0.translations"]
      }
    ]
  }
}
