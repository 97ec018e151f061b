import {
  type ContentRef,
  Contents,
  type Customization,
  Customizations,
  Publications,
  PublishedLookups,
  PublishedSettings
} from "@quire/core"
import { SiteStructures } from "@quire/core/internal"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { png } from "../support/docs.ts"
import { as, engines } from "../support/engine.ts"
import { outcome } from "../support/sited.ts"
import { editMerged } from "./build.ts"
import * as Stage from "./stage.ts"

const put = (on: Stage.Served, settings: Customization.CustomizationPut) =>
  Effect.flatMap(Customizations.Customizations, (all) => all.put(on.organization, on.site, settings))

/** Settings of a site-space as everybody sees them. */
const look = (stage: Stage.Stage, on: Stage.Served, siteSpace: string) =>
  stage.api.run(
    Effect.gen(function* () {
      const publications = yield* Publications.Publications
      const publication = yield* publications.open({ _tag: "Site", site: on.site }, {})
      return yield* (yield* PublishedSettings.PublishedSettings).read(publication, siteSpace)
    })
  )

/** The address of a file of the documents. */
const addressOf = (stage: Stage.Stage, on: Stage.Served, name = "logo.png"): Promise<string> =>
  Stage.asAdmin(
    stage,
    on
  )(
    Effect.map(
      Effect.flatMap(Contents.Contents, (contents) => contents.files({ space: on.id }, { limit: 10 })),
      ({ items }) => items.find((file) => file.name === name)?.downloadURL ?? ""
    )
  )

/** The settings of a site and of its site-spaces as the bearer of a content token of it gets them. */
const profileOf = async (stage: Stage.Stage, on: Stage.Served) => {
  const found = await stage.api.run(
    Effect.flatMap(PublishedLookups.PublishedLookups, (lookups) => lookups.find({ url: on.published }))
  )
  const token = "apiToken" in found ? found.apiToken : undefined
  const { json, status } = await stage.api.send("GET", `/v1/orgs/${on.organization}/sites/${on.site}/published`, {
    token
  })
  assert.strictEqual(status, 200)
  return JSON.parse(JSON.stringify(json["customizations"]))
}

const hidden = "visitor.claims.beta"
const elsewhere = "https://acme.test/logo.png"

describe.each(engines(import.meta.url))("settings of published sites on %s", (_, engine) => {
  let stage: Stage.Stage
  beforeAll(async () => {
    stage = await Stage.open(engine)
  })
  afterAll(() => stage.close())

  it("serves images that are files of the site's spaces (rule customization-images)", async () => {
    const site = await Stage.site(stage)
    const url = await addressOf(stage, site)
    const pair = { light: url, dark: url }
    const images = { header: { logo: pair }, favicon: { icon: pair }, socialPreview: { url } }
    await Stage.asAdmin(stage, site)(put(site, { ...images, footer: { logo: { light: url, dark: elsewhere } } }))
    const shown = await look(stage, site, site.second)
    assert.deepInclude(shown.settings, { favicon: { icon: pair }, socialPreview: { url } })
    assert.deepStrictEqual(shown.settings.header.logo, pair)
    assert.deepStrictEqual(shown.settings.footer.logo, { light: url, dark: elsewhere })
    assert.deepStrictEqual(Object.keys(shown.images), [url])
    const file = `${site.mount}${shown.images[url]}`
    const answer = await stage.ask(file)
    assert.deepStrictEqual([answer.status, answer.headers["content-type"]], [200, "image/png"])
    assert.deepStrictEqual([...answer.bytes], [...png])

    await Stage.setCondition(stage, site, site.first, hidden)
    const { settings, ...rest } = await look(stage, site, site.second)
    assert.deepStrictEqual(rest, { references: {}, images: {} })
    assert.deepInclude(settings, { favicon: {}, socialPreview: {}, footer: { groups: [] } })
    assert.notProperty(settings.header, "logo")
    assert.strictEqual((await stage.ask(file)).status, 404)
    const profile = await profileOf(stage, site)
    assert.deepStrictEqual(profile, { site: settings, siteSpaces: { [site.second]: settings } })
  })

  it("refuses other files of the server and files that are not images (rule customization-images)", async () => {
    const [site, other] = [await Stage.site(stage), await Stage.site(stage)]
    const [url, theirs] = [await addressOf(stage, site), await addressOf(stage, other)]
    const [key = ""] = url.split("/").slice(-2)
    await stage.api.run(
      editMerged({ mine: as(site.admin) }, site.id, [
        { operation: "insert_files", files: [{ name: "notes.txt", base64: "YQ==", contentType: "text/plain" }] }
      ])
    )
    const notes = await addressOf(stage, site, "notes.txt")
    const refusal = (settings: Customization.CustomizationPut) =>
      Stage.asAdmin(stage, site)(Effect.flip(put(site, settings))).then(({ message }) => message)
    const rule = "must be an image of a space of this site"
    const pair = (image: string) => ({ light: elsewhere, dark: image })
    assert.strictEqual(await refusal({ header: { logo: pair(theirs) } }), `header.logo.dark: ${rule}`)
    assert.strictEqual(await refusal({ footer: { logo: pair(notes) } }), `footer.logo.dark: ${rule}`)
    assert.strictEqual(await refusal({ favicon: { icon: pair(theirs) } }), `favicon.icon.dark: ${rule}`)
    const wrong = url.replace(key, `${key}x`)
    assert.strictEqual(await refusal({ socialPreview: { url: wrong } }), `socialPreview.url: ${rule}`)
    const patched = await Stage.asAdmin(
      stage,
      site
    )(
      Effect.gen(function* () {
        const all = yield* Customizations.Customizations
        const patch = (light: string) =>
          outcome(
            all.patchOfSiteSpace(site.organization, site.site, site.first, { header: { logo: { light, dark: light } } })
          )
        return [yield* patch(theirs), yield* patch(url), yield* patch(elsewhere)]
      })
    )
    assert.deepStrictEqual(patched, ["ReferenceNotFound", "done", "done"])
    const kept = await Stage.asAdmin(
      stage,
      site
    )(Effect.flatMap(Customizations.Customizations, (all) => all.get(site.organization, site.site)))
    assert.deepInclude(kept, { favicon: {}, socialPreview: {} })
  })
  it("contains links that the reader sees only (rule customization-links)", async () => {
    const site = await Stage.site(stage)
    const empty = await stage.api.run(
      Effect.map(
        Effect.flatMap(SiteStructures.SiteStructures, (structures) => structures.load(site.site)),
        ({ value }) => value.root.siteSpaces[1]?.space ?? ""
      )
    )
    const page = { kind: "page", page: site.install, space: site.id } as const
    const gone = { kind: "page", page: "gone", space: site.id } as const
    const url = { kind: "url", url: elsewhere } as const
    const items = (to: ContentRef.ContentRef | null, ...more: ReadonlyArray<ContentRef.ContentRef>) => ({
      title: ["to", ...[to, ...more].map((each) => each?.kind ?? "nothing")].join(" "),
      to,
      links: more.map((each) => ({ title: each.kind, to: each }))
    })
    const anchor = { kind: "anchor", anchor: "on-linux", page: site.install, space: site.id } as const
    const header = {
      links: [
        items(page),
        items(null, anchor, gone),
        items(page, url),
        items(null),
        items({ kind: "user", user: site.admin }),
        items({ kind: "space", space: site.id }),
        items({ kind: "space", space: empty }),
        { ...items(url), condition: hidden }
      ]
    }
    const footer = {
      groups: [
        { title: "About", links: items(null, gone, page).links },
        { title: "Empty", links: [] }
      ]
    }
    const announcement = { enabled: true, message: "News", style: "info", link: { title: "Read", to: page } } as const
    await Stage.asAdmin(stage, site)(put(site, { header, footer, announcement }))
    const all = await look(stage, site, site.second)
    assert.deepStrictEqual(all.settings.header.links, [
      items(page),
      { ...items(null, anchor, gone), links: items(null, anchor).links },
      items(page, url),
      items(null),
      items({ kind: "space", space: site.id })
    ])
    assert.deepStrictEqual(all.settings.footer.groups, [
      { title: "About", links: items(null, page).links },
      { title: "Empty", links: [] }
    ])
    assert.deepStrictEqual(all.settings.announcement, announcement)
    assert.deepStrictEqual(
      Object.values(all.references).map(({ path, title }) => [title, path]),
      [
        ["Install it", "guide/install"],
        ["Install it", "guide/install#on-linux"],
        ["Docs", ""]
      ]
    )
    assert.deepStrictEqual(await profileOf(stage, site), {
      site: all.settings,
      siteSpaces: { [site.first]: all.settings, [site.second]: all.settings }
    })

    await Stage.setCondition(stage, site, site.first, hidden)
    const { references, settings } = await look(stage, site, site.second)
    assert.deepStrictEqual(references, {})
    assert.deepStrictEqual(settings.header.links, [{ ...items(page, url), to: null }, items(null)])
    assert.deepStrictEqual(settings.footer.groups, [{ title: "Empty", links: [] }])
    assert.deepStrictEqual(settings.announcement, { enabled: true, message: "News", style: "info" })
    assert.strictEqual((await profileOf(stage, site)).site.announcement.link, undefined)
    const unseen = await stage.api.run(
      Effect.gen(function* () {
        const publication = yield* (yield* Publications.Publications).open({ _tag: "Site", site: site.site }, {})
        const settings = yield* PublishedSettings.PublishedSettings
        return yield* outcome(settings.read(publication, site.first))
      })
    )
    assert.strictEqual(unseen, "SiteSpaceNotFound")
  })
})
