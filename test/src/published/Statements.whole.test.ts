import {
  ChangeRequests,
  ContentEdits,
  Engine,
  Imports,
  PublishingAuths,
  SitePreviews,
  Sites,
  Spaces,
  VisitorSignIns,
  VisitorToken
} from "@quire/core"
import { Effect, Exit, Layer, Scope } from "effect"
import { zipSync } from "fflate"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { makeKeys } from "../sso/certificates.ts"
import * as Hall from "../sso/samlServer.ts"
import { as, capabilities, impatientPorts } from "../support/engine.ts"
import * as Server from "../support/server.ts"
import { type Sited, sited } from "../support/sited.ts"
import * as Statements from "../support/statements.ts"
import { drawing, untilDrawn } from "./drawing.ts"

/** The path of a site of a space with so many pages at its top level. */
const mountOf = ({ admin, organization }: Sited, pages: number) =>
  Effect.gen(function* () {
    const run = as(admin)
    const spaces = yield* Spaces.Spaces
    const sites = yield* Sites.Sites
    const imports = yield* Imports.Imports
    const { id } = yield* run(spaces.create(organization, { title: `Of ${pages}`, editMode: "live" }))
    const files = Array.from({ length: pages }, (_, at) => [`page-${at}.md`, new TextEncoder().encode(`# Page ${at}`)])
    yield* run(
      imports.bytesIntoSpace(id, {
        source: "zip",
        bytes: zipSync(Object.fromEntries(files), { level: 0 }),
        contentType: undefined,
        url: "file:///docs.zip",
        name: "docs.zip"
      })
    )
    yield* run(spaces.update(id, { editMode: "locked" }))
    const site = yield* run(sites.create(organization, { title: `Of ${pages}`, spaces: [id] }))
    return new URL((yield* run(sites.publish(organization, site.id))).urls.published ?? "").pathname
  })

/** The path of a preview of a change request, by a person who may read its space. */
const previewOf = ({ editor, first, id: space, organization, reader, site }: Sited) =>
  Effect.gen(function* () {
    const requests = yield* ChangeRequests.ChangeRequests
    const edits = yield* ContentEdits.ContentEdits
    const previews = yield* SitePreviews.SitePreviews
    const { id } = yield* as(editor)(requests.create(space, {}))
    const changes = [{ operation: "insert_page", title: "New", document: { markdown: "New." } }] as const
    yield* as(editor)(edits.apply({ space, changeRequest: id }, { changes }))
    const { url } = yield* as(reader)(previews.get(organization, site, { siteSpace: first, changeRequest: id }))
    return new URL(url).pathname
  })

/** A site for visitors with a token, and a token of its host and one of a visitor whom its provider signed in. */
const visited = (made: Sited) =>
  Effect.gen(function* () {
    const auths = yield* PublishingAuths.PublishingAuths
    const visitors = yield* VisitorSignIns.VisitorSignIns
    const sites = yield* Sites.Sites
    const admin = as(made.admin)
    const provider = yield* Hall.makeProvider(made, makeKeys().certificate)
    yield* admin(sites.update(made.organization, made.other, { visibility: "visitor-auth" }))
    const { urls } = yield* admin(sites.publish(made.organization, made.other))
    const { privateKey } = yield* admin(auths.update(made.organization, made.other, { provider: provider.id }))
    const visit = yield* visitors.begin(provider.id, { site: made.other, location: "/" })
    const { url } = yield* visitors.admitVisitor(visit, provider, { attributes: {} })
    return {
      path: new URL(urls.published ?? "").pathname,
      ofHost: VisitorToken.sign({ exp: Math.floor(Date.now() / 1000) + 600 }, privateKey),
      ofProvider: new URL(url).searchParams.get("jwt_token") ?? ""
    }
  })

describe("statements per answer of a published site", () => {
  const scope = Effect.runSync(Scope.make())
  const statements = Statements.listen()
  let open: () => Promise<Server.Opened<Server.Whole>>
  let mount: string
  let preview: string
  let mounts: ReadonlyMap<number, string>
  let visit: Effect.Success<ReturnType<typeof visited>>

  beforeAll(async () => {
    const ports = await Effect.runPromise(Scope.provide(Layer.build(impatientPorts(capabilities)), scope))
    open = () =>
      Server.open(
        Layer.provideMerge(Engine.layer, Layer.succeedContext(ports)),
        undefined,
        undefined,
        undefined,
        Server.undisturbed
      )
    const api = await open()
    const made = await api.run(sited)
    mount = new URL(made.published).pathname
    preview = await api.run(previewOf(made))
    mounts = new Map(
      await api.run(
        Effect.forEach([200, 600], (pages) => Effect.map(mountOf(made, pages), (path) => [pages, path] as const))
      )
    )
    visit = await api.run(Effect.orDie(visited(made)))
    await api.close()
  })
  afterAll(async () => {
    await Effect.runPromise(Scope.close(scope, Exit.void))
    statements.close()
  })

  const cases: ReadonlyArray<readonly [path: string, status: number, first: number, again: number]> = [
    ["", 200, 2, 1],
    ["guide/install.md", 200, 2, 1],
    ["guide/install.json", 200, 2, 1],
    ["llms.txt", 200, 2, 1],
    ["robots.txt", 200, 1, 1],
    ["sitemap.xml", 200, 1, 1],
    ["never-was", 404, 7, 6],
    ["never-was.md", 404, 2, 2],
    ["~other", 404, 1, 1]
  ]

  const inPreview: typeof cases = [
    ["", 200, 2, 1],
    ["new", 200, 2, 1],
    ["guide/install.md", 200, 2, 1],
    ["new.json", 200, 2, 1],
    ["llms.txt", 200, 2, 1],
    ["~other", 404, 1, 1],
    ["never-was", 404, 8, 6]
  ]

  it.each(inPreview)(
    "stays within the limit of a published page for %s of a preview (rule publication-preview)",
    async (path, status, first, again) => {
      const api = await open()
      const ask = async () => assert.strictEqual((await api.send("GET", `${preview}${path}`)).status, status)
      const cold = await statements.during(ask)
      const warm = await statements.during(ask)
      assert.isAtMost(warm.statements.length, again, warm.statements.join("\n\n"))
      assert.isAtMost(cold.statements.length, first, cold.statements.join("\n\n"))
      await api.close()
    }
  )

  it.each(cases)(
    "reads once what decides access to %s, and content once until it changes (rule published-cache)",
    async (path, status, first, again) => {
      const api = await open()
      let etag = ""
      const ask = async (headers = {}) => {
        const answer = await api.send("GET", `${mount}${path}`, { headers })
        assert.strictEqual(answer.status, status)
        etag = answer.headers.get("etag") ?? ""
      }
      const cold = await statements.during(ask)
      const warm = await statements.during(ask)
      assert.isAtMost(warm.statements.length, again, warm.statements.join("\n\n"))
      assert.isAtMost(cold.statements.length, first, cold.statements.join("\n\n"))
      if (etag !== "") {
        const known = await statements.during(async () => {
          const answer = await api.send("GET", `${mount}${path}`, { headers: { "if-none-match": etag } })
          assert.strictEqual(answer.status, 304)
        })
        assert.strictEqual(known.statements.length, 1)
      }
      await api.close()
    }
  )

  it("takes the same for a visitor from a provider as for one of the host (rule visitor-provider)", async () => {
    const api = await open()
    const count = async (token: string) => {
      const ask = async () => {
        const headers = { cookie: `quire-visitor-token=${token}` }
        const { status } = await api.send("GET", `${visit.path}guide/install`, { headers })
        assert.strictEqual(status, 200)
      }
      await ask()
      return (await statements.during(ask)).statements.length
    }
    const [ofHost, ofProvider] = [await count(visit.ofHost), await count(visit.ofProvider)]
    assert.deepStrictEqual([ofHost, ofProvider], [1, 1])
    await api.close()
  })

  it("takes no more for blocks of integrations, however many a page has (rule page-block-drawn)", async () => {
    const blocks = (count: number) => (name: string) =>
      Array.from({ length: count }, (_, at) => `{% @${name}/sketch name="${at}" %}`).join("\n\n")
    const drawer = await open()
    const { mount: of } = await drawer.run(drawing({ Start: () => "Start.", One: blocks(1), Many: blocks(8) }))
    for (const path of ["one", "many"]) {
      await untilDrawn(async () => ({ text: (await drawer.send("GET", `${of}${path}`)).text }))
    }
    await drawer.close()
    const api = await open()
    const count = async (path: string) =>
      (await statements.during(() => api.send("GET", `${of}${path}`))).statements.length
    await count("")
    const [one, many] = [await count("one"), await count("many")]
    assert.isAtMost(one, 6)
    assert.strictEqual(many, one)
    assert.deepStrictEqual([await count("one"), await count("many")], [1, 1])
    await api.close()
  })

  /** A rendered page contains the table of contents: the whole tree, level by level where it is large. */
  const sizes: ReadonlyArray<readonly [form: string, pages: number, first: number, next: number]> = [
    ["data", 200, 2, 2],
    ["data", 600, 2, 5],
    ["drawn", 200, 2, 2],
    ["drawn", 600, 5, 3]
  ]

  it.each(sizes)(
    "reads the same for %s of %i pages: prefetched content once, the rest level by level",
    async (form, pages, first, next) => {
      const api = await open()
      const count = (page: number) =>
        statements.during(async () => {
          const { status } = await api.send("GET", `${mounts.get(pages)}page-${page}${form === "data" ? ".json" : ""}`)
          assert.strictEqual(status, 200)
        })
      const cold = await count(pages / 2 + 7)
      const other = await count(pages - 2)
      assert.isAtMost(cold.statements.length, first, cold.statements.join("\n\n"))
      assert.isAtMost(other.statements.length, next, other.statements.join("\n\n"))
      await api.close()
    }
  )
})
