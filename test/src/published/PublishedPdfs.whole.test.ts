import { AdaptiveSchemas, Contents, Customizations, Document, JobControl, ShareLinks } from "@quire/core"
import { SitePdf } from "@quire/core/internal"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { apiSite, models, operation } from "../reading/apiSite.ts"
import { leaf } from "../reading/nodes.ts"
import { pets } from "../reading/petsDescription.ts"
import { png } from "../support/docs.ts"
import { as, asSystem, engines } from "../support/engine.ts"
import { readPdf } from "../support/pdf.ts"
import { editMerged } from "./build.ts"
import type { Asked } from "./reader.ts"
import * as Stage from "./stage.ts"

describe.each(engines(import.meta.url))("PDFs of published sites on %s", (_, engine) => {
  let stage: Stage.Stage
  beforeAll(async () => {
    stage = await Stage.open(engine)
  })
  afterAll(() => stage.close())

  const run = () => stage.api.run(asSystem(Effect.flatMap(JobControl.JobControl, (control) => control.run())))

  /** Asks until the file is there. */
  const made = async (path: string, asked?: Asked) => {
    const first = await stage.ask(path, asked)
    if (first.status !== 202) return first
    await run()
    return stage.ask(path, asked)
  }

  const read = async (path: string, asked?: Asked) => {
    const answer = await made(path, asked)
    assert.strictEqual(answer.status, 200, answer.text.slice(0, 500))
    return readPdf(answer.bytes)
  }

  const write = (site: Stage.Served, title: string, markdown: string) =>
    Stage.asAdmin(
      stage,
      site
    )(
      Effect.gen(function* () {
        const contents = yield* Contents.Contents
        const { pages } = yield* contents.pages({ space: site.id })
        const page = pages.find((each) => each.title === title)?.id ?? ""
        const changes = [{ operation: "update_page", page, document: { markdown } }] as const
        yield* editMerged({ mine: as(site.admin) }, site.id, changes)
        return page
      })
    )

  it("creates them on request, of all pages or some (rules site-pdf-seen and site-pdf-same)", async () => {
    const site = await Stage.site(stage)
    const pending = await stage.ask(`${site.mount}~pdf`)
    assert.deepStrictEqual(
      [pending.status, pending.headers["retry-after"], pending.headers["refresh"], pending.headers["cache-control"]],
      [202, "2", "2", "no-store"]
    )
    assert.include(pending.text, "The PDF is being generated")
    await run()
    const answer = await stage.ask(`${site.mount}~pdf`)
    assert.strictEqual(answer.status, 200)
    assert.strictEqual(answer.headers["content-type"], "application/pdf")
    assert.strictEqual(answer.headers["content-disposition"], "attachment; filename*=UTF-8''site.pdf")
    assert.strictEqual(answer.headers["cache-control"], "public, max-age=0, must-revalidate")
    assert.strictEqual(answer.headers["x-robots-tag"], "noindex")
    const known = { headers: { "if-none-match": answer.headers["etag"] ?? "" } }
    assert.strictEqual((await stage.ask(`${site.mount}~pdf`, known)).status, 304)
    const whole = await readPdf(answer.bytes)
    assert.deepStrictEqual(
      whole.bookmarks.map(([title]) => title),
      ["Home", "Guide", "Install it", "On Linux"]
    )
    assert.deepStrictEqual((await stage.ask(`${site.mount}~pdf/${site.first}`)).bytes, answer.bytes)
    const page = `${site.mount}~pdf/${site.first}?page=${site.install}`
    assert.deepStrictEqual((await read(page)).bookmarks[0], ["Install it", 1])
    assert.strictEqual((await read(`${page}&only=yes`)).bookmarks.length, 2)
    for (const path of ["~pdf/never", "~pdf/", "~pdf/a/b", "~pdf?page=never"]) {
      assert.strictEqual((await stage.ask(`${site.mount}${path}`)).status, 404, path)
    }
  })

  it("links to them from pages, if the site offers them (rule site-pdf-offered)", async () => {
    const site = await Stage.site(stage)
    const link = `~pdf/${site.first}?page=${site.install}`
    assert.include((await stage.ask(`${site.mount}guide/install`)).text, `href="../${link}" rel="nofollow"`)
    await Stage.asAdmin(
      stage,
      site
    )(
      Effect.flatMap(Customizations.Customizations, (each) =>
        each.put(site.organization, site.site, { pdf: { enabled: false } })
      )
    )
    assert.notInclude((await stage.ask(`${site.mount}guide/install`)).text, "~pdf")
    assert.strictEqual((await stage.ask(`${site.mount}${link}`)).status, 404)
  })

  it("contains what the reader sees, unaffected by hidden content (rules site-pdf-seen and site-pdf-same)", async () => {
    const site = await Stage.site(stage)
    const unsigned = {
      type: "object",
      properties: { isBeta: { type: "boolean" } },
      additionalProperties: false
    } as const
    await Stage.asAdmin(
      stage,
      site
    )(
      Effect.flatMap(AdaptiveSchemas.AdaptiveSchemas, (schemas) =>
        schemas.update(site.organization, site.site, {
          jsonSchema: { type: "object", properties: { unsigned }, additionalProperties: false }
        })
      )
    )
    await Stage.update(stage, site, { adaptiveContent: { enabled: true } })
    const secret = (word: string) =>
      `Open.\n\n{% if visitor.claims.unsigned.isBeta %}\n${word} for beta.\n{% endif %}\n`
    await write(site, "Home", secret("Hidden"))
    const beta = { headers: { cookie: `quire-visitor-public=${encodeURIComponent(JSON.stringify({ isBeta: true }))}` } }
    assert.include((await read(`${site.mount}~pdf`, beta)).body, "Hiddenforbeta")
    const others = await made(`${site.mount}~pdf`)
    assert.include((await readPdf(others.bytes)).body, "HomeOpen.Guide")
    assert.strictEqual(others.headers["cache-control"], "private, no-cache")
    await write(site, "Home", secret("Changed"))
    const after = await stage.ask(`${site.mount}~pdf`)
    assert.deepStrictEqual([after.status, after.headers["etag"]], [200, others.headers["etag"]])
    assert.deepStrictEqual(after.bytes, others.bytes)
    assert.include((await read(`${site.mount}~pdf`, beta)).body, "Changedforbeta")
  })

  it("links files to their addresses (rule site-pdf-seen)", async () => {
    const site = await Stage.site(stage)
    const admin = Stage.asAdmin(stage, site)
    const { items } = await admin(
      Effect.flatMap(Contents.Contents, (contents) => contents.files({ space: site.id }, { limit: 10 }))
    )
    const page = await write(site, "Home", "To be replaced.")
    const document = Document.make([leaf("file", { ref: { kind: "file", file: items[0]?.id ?? "" } })])
    const changes = [{ operation: "update_page", page, document: { document } }] as const
    await admin(editMerged({ mine: as(site.admin) }, site.id, changes))
    const { body, urls } = await read(`${site.mount}~pdf?page=${page}&only=yes`)
    assert.strictEqual(body, `Homelogo.png${png.length}B`)
    const [url = ""] = urls
    const { bytes } = await stage.ask(new URL(url).pathname)
    assert.deepStrictEqual([...bytes], [...png])
  })

  it("prints what descriptions say of operations, in the versions of the site (rules pdf-operations and site-pdf-same)", async () => {
    const page = { slug: "list", nodes: [operation("pets", "get", "/pets"), models("pets", ["Pet"])] }
    const site = await apiSite(stage, { pets }, [page])
    const { body } = await read(`${site.mount}~pdf`)
    for (const part of ["GET/pets", "Howmanyatmost.", "Response200", "Whatitiscalled."]) assert.include(body, part)
    const { info, openapi } = pets
    await site.put("pets", { openapi, info, paths: { "/pets": { get: { summary: "Find pets", responses: {} } } } })
    const after = await read(`${site.mount}~pdf`)
    assert.include(after.body, "Findpets")
    assert.notInclude(after.body, "Howmanyatmost.")
  })

  it("allows only readers with access (rule site-pdf-seen)", async () => {
    const site = await Stage.site(stage)
    await read(`${site.mount}~pdf`)
    await Stage.update(stage, site, { visibility: "share-link" })
    assert.strictEqual((await stage.ask(`${site.mount}~pdf`)).status, 404)
    const admin = Stage.asAdmin(stage, site)
    const links = await admin(ShareLinks.ShareLinks)
    const { id, urls } = await admin(links.create(site.organization, site.site, { name: "Press" }))
    const shared = `${new URL(urls.published ?? "").pathname}~pdf`
    const { urls: outside } = await read(shared)
    for (const url of outside) assert.notInclude(url, "~share")
    await admin(links.update(site.organization, site.site, id, { active: false }))
    assert.strictEqual((await stage.ask(shared)).status, 404)
    await Stage.update(stage, site, { visibility: "visitor-auth" })
    assert.strictEqual((await stage.ask(`${site.mount}~pdf`)).status, 401)
  })

  it("creates a limited number at a time (rule site-pdf-bounded)", async () => {
    const site = await Stage.site(stage)
    for (let at = 0; at < SitePdf.limits.waiting; at++) {
      await write(site, "Home", `Version ${at}.`)
      assert.strictEqual((await stage.ask(`${site.mount}~pdf`)).status, 202)
    }
    await write(site, "Home", "One more.")
    const busy = await stage.ask(`${site.mount}~pdf`)
    assert.deepStrictEqual([busy.status, busy.headers["retry-after"]], [429, "60"])
  })
})
