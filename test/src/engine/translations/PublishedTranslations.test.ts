import { Quire } from "@quire/http"
import { Effect, Exit, Redacted, Scope } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { described, sourceOf } from "../../support/computed.ts"
import * as Database from "../../support/database.ts"

const timeout = 300_000

const addressOf = ({ database, host, password, port, username }: Database.Config) =>
  `postgres://${encodeURIComponent(username)}:${encodeURIComponent(Redacted.value(password))}@${host}:${port}/${database}`

const stores = ["memory", "postgres"] as const

describe.each(stores)("published translations on %s", (store) => {
  const scope = Effect.runSync(Scope.make())
  let quire: Quire.Quire
  let published = ""

  beforeAll(async () => {
    const opened = async () => addressOf(await Effect.runPromise(Scope.provide(Database.migrated, scope)))
    quire = await Quire.open({
      upkeep: "off",
      store: store === "memory" ? { kind: store } : { kind: store, url: await opened() },
      baseUrl: "http://quire.test",
      translator: { kind: "pseudo" }
    })
    const { id: ann } = await quire.system.users.ensure({ email: "ann@quire.test", displayName: "Ann" })
    const as = quire.as(ann)
    const { id: organization } = await as.organizations.create({ title: "Acme" })
    const space = async (title: string) => (await as.spaces.create(organization, { title, editMode: "live" })).id
    const [guide, french, other] = [await space("English"), await space("Français"), await space("Old")]
    const insert = (to: typeof guide, titles: ReadonlyArray<string>) =>
      as.content.edit(
        { space: to },
        { changes: titles.map((title) => ({ operation: "insert_page", title, document: { markdown: "Words." } })) }
      )
    await insert(guide, ["Start", "Setup"])
    await insert(other, ["Start"])
    await as.openApiSpecs.put(organization, "shop", { source: { text: described({ Pets: ["pets"] }) } })
    const computed = sourceOf("shop")
    await as.content.edit(
      { space: guide },
      { changes: [{ operation: "insert_page", type: "computed", title: "API", computed }] }
    )
    const settings = await as.translations.create(organization, {
      title: "Guide",
      source: { space: guide, language: "en" }
    })
    await as.glossary.update(organization, {
      operations: [{ type: "insert", translations: { en: "words", "pt-br": "palavras" } }]
    })
    await as.translationLanguages.put(organization, settings.id, "pt-br", { space: french })
    await quire.system.jobs.run()
    for (const id of [guide, french, other]) await as.spaces.update(id, { editMode: "locked" })
    const site = await as.sites.create(organization, { title: "Acme", visibility: "public" })
    await as.siteSpaces.create(organization, site.id, { spaceId: guide })
    await as.siteSpaces.create(organization, site.id, { spaceId: french })
    await as.siteSpaces.create(organization, site.id, { spaceId: other })
    const { urls } = await as.sites.publish(organization, site.id)
    published = urls.published ?? ""
  }, timeout)
  afterAll(async () => {
    await quire.close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  }, timeout)

  const read = async (path: string) => {
    const answer = await quire.handler(new Request(`${published}${path}`))
    const text = await answer.text()
    return {
      status: answer.status,
      languages: Array.from(text.matchAll(/<link rel="alternate" hreflang="([^"]*)" href="([^"]*)">/g), (found) => [
        found[1],
        found[2]?.replace(published, "")
      ]),
      interface: /<html lang="([^"]*)"/.exec(text)?.[1],
      search: /data-search><button[^>]*aria-label="([^"]*)"/.exec(text)?.[1],
      text,
      article: /<article[^>]*>/.exec(text)?.[0],
      switcher: /<div class="switcher[\s\S]*?<\/ul>/.exec(text)?.[0] ?? text
    }
  }

  it("names the same page in each language, and no substitute (rule publication-languages)", async () => {
    const english = await read("setup")
    assert.deepStrictEqual(
      [english.status, english.languages, english.article],
      [
        200,
        [
          ["en", "setup"],
          ["pt-BR", "fran%C3%A7ais/setup"]
        ],
        '<article lang="en">'
      ]
    )
    const portuguese = await read("fran%C3%A7ais/setup")
    assert.deepStrictEqual(
      [portuguese.status, portuguese.languages, portuguese.article],
      [
        200,
        [
          ["pt-BR", "fran%C3%A7ais/setup"],
          ["en", "setup"]
        ],
        '<article lang="pt-BR">'
      ]
    )
    const old = await read("old")
    assert.deepStrictEqual([old.status, old.languages, old.article], [200, [], "<article>"])
  })

  it("addresses readers in the language of the page (rule publication-languages)", async () => {
    const [english, portuguese] = [await read("setup"), await read("fran%C3%A7ais/setup")]
    assert.deepStrictEqual([english.interface, portuguese.interface], ["en", "pt-BR"])
    assert.deepStrictEqual([english.search, portuguese.search], ["Search", "Pesquisar"])
    assert.strictEqual((await read("fran%C3%A7ais/nothing-here")).interface, "pt-BR")
  })

  it("stays on the page when the reader switches the language (rule publication-languages)", async () => {
    assert.include((await read("setup")).switcher, "fran%C3%A7ais/setup")
    assert.match((await read("fran%C3%A7ais/setup")).switcher, /href="(\.\.\/)?setup"/)
  })

  it("finds them by their own words (rule published-search)", async () => {
    const found = async (query: string) => {
      const answer = await quire.handler(new Request(`${published}~search.json?q=${query}`))
      return (await answer.text()).match(/"path":"[^"]*"/g)?.sort() ?? []
    }
    const [english, portuguese] = [await found("words"), await found("palavras")]
    assert.isTrue(english.length > 0 && english.every((path) => !path.includes("fran")))
    assert.isTrue(portuguese.length > 0 && portuguese.every((path) => path.includes("fran")))
    assert.deepStrictEqual(await found("palavras&language=pt-br&section="), portuguese)
    for (const filter of ["language=en", "language=none", "section=none"]) {
      assert.deepStrictEqual(await found(`palavras&${filter}`), [], filter)
    }
    assert.include((await read("~search?language=pt-br")).text, '<option value="pt-br" lang="pt-BR" selected>')
  })

  it("omits the language of computed pages, which are not translated (rule publication-languages)", async () => {
    for (const path of ["pets", "fran%C3%A7ais/pets"]) {
      const { article, languages, status } = await read(path)
      assert.deepStrictEqual([status, languages, article], [200, [], "<article>"], path)
    }
  })
})
