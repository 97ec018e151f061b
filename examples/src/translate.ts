import { Quire } from "@quire/http"

const quire = await Quire.open({
  store: { kind: "memory" },
  baseUrl: "http://localhost:4100",
  // Adds accents to words. A server would use LibreTranslate, or a chat endpoint: `{ kind: "chat", url, model, key }`.
  translator: { kind: "pseudo" },
  upkeep: "off"
})
const ann = await quire.system.users.ensure({ email: "ann@example.com", displayName: "Ann" })
const as = quire.as(ann.id)
const { id: organization } = await as.organizations.create({ title: "Acme" })

const guide = await as.spaces.create(organization, { title: "English", editMode: "live" })
const french = await as.spaces.create(organization, { title: "Français", editMode: "live" })
const edit = (markdown: string) =>
  as.content.edit(
    { space: guide.id },
    { changes: [{ operation: "insert_page", title: "Branches", document: { markdown } }] }
  )
await edit("A **branch** is where work begins: run `git switch -c new`, see [the manual](https://git-scm.com).")

const settings = await as.translations.create(organization, {
  title: "Guide",
  source: { space: guide.id, language: "en" }
})
await as.glossary.update(organization, {
  operations: [{ type: "insert", translations: { en: "branch", fr: "branche" } }]
})
await as.translationLanguages.put(organization, settings.id, "fr", {
  space: french.id,
  instructions: "Address readers as vous."
})

/** A server does this automatically, soon after each change of the source. */
const run = async () => {
  await quire.system.jobs.run()
  const { kept, stats, status } = await as.translationLanguages.get(organization, settings.id, "fr")
  console.log(`${status}: ${stats.lastTexts} texts sent, ${stats.lastPages} pages created, ${kept.length} texts stored`)
}

await run()
const { pages } = await as.content.pages({ space: french.id })
for (const { id } of pages) console.log(JSON.stringify(await as.content.page({ space: french.id }, id, "markdown")))

await as.translations.run(organization, settings.id)
await run()

await edit("Another page.")
await run()

const refused = await as.content
  .edit({ space: french.id }, { changes: [{ operation: "insert_page", title: "Mine" }] })
  .then(String, (error: Error) => error.message)
console.log(refused)

await quire.close()
