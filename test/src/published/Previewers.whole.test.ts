import { Merging, type Site, SiteSpaces, Sites, Spaces, type UserId } from "@quire/core"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { engines } from "../support/engine.ts"
import { edit, previewAs, propose } from "./previews.ts"
import { build, isNothing, neverOf, type PreviewWorld, pageOf, words } from "./previewWorld.ts"
import { type Answer, comparable } from "./reader.ts"
import * as Stage from "./stage.ts"

const paths = [
  "",
  words.open,
  `${words.open}.md`,
  words.proposed,
  `${words.proposed}.json`,
  `${words.closed}/${words.closed}`,
  `${words.closed}/${words.closed}.md`,
  `${words.closed}/${words.closedProposed}`,
  "llms.txt",
  "sitemap.xml",
  "robots.txt",
  "~search?q=zq",
  "~search.json?q=zq",
  "~search.json?q=title",
  "guide/install.json",
  "never-was-zq"
]

const shown = ({ headers, status, text }: Answer): string => JSON.stringify([status, headers["etag"], text])

const found = (answers: ReadonlyMap<string, Answer>): ReadonlyArray<string> => {
  const all = [...answers.values()].map(({ headers, text }) => `${JSON.stringify(headers)}${text}`).join("\n")
  return Object.values(words).filter((word) => all.replaceAll(/q=zq|never-was-zq/g, "").includes(word))
}

describe.each(engines(import.meta.url))("a person who previews change requests on %s", (name, engine) => {
  let stage: Stage.Stage
  let world: PreviewWorld
  beforeAll(async () => {
    stage = await Stage.open(engine)
    world = await build(stage)
  })
  afterAll(() => stage.close())

  const surfaces = async (mount: string): Promise<ReadonlyMap<string, Answer>> => {
    const answers = new Map<string, Answer>()
    for (const path of paths) answers.set(path, await stage.ask(`${mount}${path}`))
    return answers
  }

  const update = (changes: Site.SitePatch) => Stage.update(stage, world, changes)

  const set = (isPublished: boolean) =>
    Stage.asAdmin(
      stage,
      world
    )(
      Effect.flatMap(Sites.Sites, (sites) =>
        isPublished ? sites.publish(world.organization, world.site) : sites.unpublish(world.organization, world.site)
      )
    )

  /** What each may read, by rule: whether they view the site, and the closed space. */
  const people = (): ReadonlyArray<readonly [who: string, user: UserId, site: boolean, closed: boolean]> => [
    ["admin", world.admin, true, true],
    ["invited", world.invited, true, true],
    ["reader", world.reader, true, false],
    ["known", world.known, true, false],
    ["stranger", world.stranger, false, false]
  ]

  const states: ReadonlyArray<readonly [isPublished: boolean, changes: Site.SitePatch, isOpen: boolean]> = [
    [false, { visibility: "public" }, false],
    [true, { visibility: "public" }, true],
    [true, { visibility: "unlisted", adaptiveContent: { enabled: true } }, false],
    [true, { visibility: "share-link", adaptiveContent: { enabled: false } }, false]
  ]

  it("sees what they may read, on every surface (rules publication-preview and publication-preview-request)", async () => {
    let looked = 0
    for (const [isPublished, changes, isOpen] of states) {
      await update(changes)
      await set(isPublished)
      const at = JSON.stringify([isPublished, changes])
      for (const [who, user, seesSite, seesClosed] of people()) {
        const plain = await previewAs(stage, world, user, {})
        if (!seesSite) {
          assert.match(plain, /^SiteNotFound/, `${who} ${at}`)
          continue
        }
        const closed = seesClosed || isOpen
        const visible = (proposed: boolean, secret: boolean) =>
          Object.values(words).filter(
            (word) =>
              word === words.open ||
              (word === words.proposed && proposed) ||
              (word === words.closed && closed) ||
              (word === words.closedProposed && secret)
          )
        assert.deepStrictEqual(found(await surfaces(plain)), visible(false, false), `${who} ${at}`)
        const open = await previewAs(stage, world, user, { siteSpace: world.first, changeRequest: world.open.id })
        assert.deepStrictEqual(found(await surfaces(open)), visible(true, false), `${who} ${at}`)
        const siteSpace = world.closedSpace
        const secret = await previewAs(stage, world, user, { siteSpace, changeRequest: `${world.secret.number}` })
        if (seesClosed) {
          assert.deepStrictEqual(
            found(await surfaces(secret.replace(/[^/]+\/$/, ""))),
            visible(false, true),
            `${who} ${at}`
          )
        } else {
          const never = await previewAs(stage, world, user, { siteSpace: "never", changeRequest: "99" })
          assert.strictEqual(secret, never, `${who} ${at}`)
        }
        looked += 1
      }
    }
    assert.strictEqual(looked, 4 * states.length)
    await update({ visibility: "public" })
    await set(false)
  })

  it("gets the same response for an unreadable request and a nonexistent one (rule request-absence)", async () => {
    const ask = (changeRequest: string) => previewAs(stage, world, world.reader, { changeRequest })
    const never = await ask("never")
    assert.match(never, /^ReferenceNotFound: changeRequest: never /)
    for (const id of [world.secret.id, "99", "0", "-1", "1e3", ""]) {
      assert.strictEqual(await ask(id), never.replace(": never ", `: ${id} `))
    }
  })

  it("opens with their token what it names, and nothing else (rule publication-preview-request)", async () => {
    const look = await previewAs(stage, world, world.invited, { changeRequest: world.open.id, siteSpace: world.first })
    const other = await propose(stage, world, world.id, [pageOf("zqother")])
    const never = neverOf(look)
    const changes = `~changes/${world.id}`
    const wrong: ReadonlyArray<readonly [string, string]> = [
      ["another number", look.replace(/\/\d+\/$/, `/${other.number}/`)],
      ["another space", look.replace(/~changes\/.*$/, `~changes/${world.closed}/${world.secret.number}/`)],
      ["no token", look.replace(/~preview\/[^/]+/, "~preview/none")],
      ["another signature", look.replace(/(~preview\/[^/]+)\//, "$1x/")],
      ["another site", look.replace(world.mount, `${world.mount.replace(/[^/]+\/$/, "")}other/`)]
    ]
    assert.strictEqual((await stage.ask(look)).status, 200)
    for (const [why, path] of wrong) await isNothing(stage, path, never, why)
    for (const path of [`${world.mount}${changes}/${world.open.number}/`, look.replace(/~changes\/.*$/, "")]) {
      assert.strictEqual((await stage.ask(path)).status, 404)
    }
    const plain = await previewAs(stage, world, world.invited, {})
    assert.strictEqual((await stage.ask(plain)).status, 200)
    await isNothing(stage, `${plain}${changes}/${world.open.number}/`, never, "a token for no request")
  })

  it("sees no effect of content that they may not read (rules publication-preview and published-cache)", async () => {
    const looks = [
      await previewAs(stage, world, world.reader, {}),
      await previewAs(stage, world, world.known, { changeRequest: world.open.id, siteSpace: world.first })
    ]
    const bytes = async () => {
      const all = await Promise.all(looks.map(surfaces))
      return all.map((answers) => [...answers].map(([path, answer]) => [path, shown(answer), comparable(answer)]))
    }
    const before = await bytes()
    const mine = Stage.asAdmin(stage, world)
    const edits: ReadonlyArray<() => Promise<unknown>> = [
      () => edit(stage, world, world.secret, [pageOf("zqmore")]),
      async () => {
        const { id } = await propose(stage, world, world.closed, [pageOf("zqnew")])
        await mine(Effect.flatMap(Merging.Merging, (merging) => merging.merge(world.closed, id)))
      },
      () => mine(Effect.flatMap(Spaces.Spaces, (spaces) => spaces.update(world.closed, { title: "zqrenamed" }))),
      () => propose(stage, world, world.id, [pageOf("zqothers")]),
      () =>
        mine(
          Effect.flatMap(SiteSpaces.SiteSpaces, (all) =>
            all.update(world.organization, world.site, world.closedSpace, { path: "zqpath" })
          )
        )
    ]
    for (const [at, apply] of edits.entries()) {
      await apply()
      assert.deepStrictEqual(await bytes(), before, `${name}: edit ${at}`)
    }
  })
})
