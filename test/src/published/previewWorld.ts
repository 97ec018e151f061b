import { Grants, Merging, type SpaceId, Spaces, type UserId } from "@quire/core"
import { Effect } from "effect"
import { assert } from "vitest"
import { type Changes, type Proposed, propose } from "./previews.ts"
import { comparable } from "./reader.ts"
import * as Stage from "./stage.ts"

/** Words that stand in one place alone: what everybody in the organization reads, and what few do. */
export const words = { open: "zqopen", proposed: "zqproposed", closed: "zqclosed", closedProposed: "zqsecret" } as const

export const pageOf = (word: string): Changes[number] => ({
  operation: "insert_page",
  title: `Title ${word}`,
  slug: word,
  document: { markdown: `Text ${word}.\n\n## Part ${word}` }
})

/** A site of three spaces, of which the last is for administrators and those who were let in. */
export interface PreviewWorld extends Stage.Served {
  readonly closed: SpaceId
  readonly closedSpace: string
  /** A guest with a role on the site, and a member with one on the closed space. */
  readonly known: UserId
  readonly invited: UserId
  readonly open: Proposed
  readonly secret: Proposed
}

export const build = async (stage: Stage.Stage): Promise<PreviewWorld> => {
  const site = await Stage.site(stage)
  const { organization } = site
  const mine = Stage.asAdmin(stage, site)
  const closed = await mine(
    Effect.gen(function* () {
      const spaces = yield* Spaces.Spaces
      const { id } = yield* spaces.create(organization, { title: words.closed })
      yield* spaces.update(id, { defaultLevel: null })
      return id
    })
  )
  const merged = async (space: SpaceId, word: string) => {
    const { id } = await propose(stage, site, space, [pageOf(word)])
    await mine(Effect.flatMap(Merging.Merging, (merging) => merging.merge(space, id)))
  }
  await merged(site.id, words.open)
  await merged(closed, words.closed)
  const closedSpace = await Stage.addSpace(stage, site, closed)
  const grant = (user: UserId, on: Grants.GrantTarget) =>
    mine(Effect.flatMap(Grants.Grants, (grants) => grants.invite(on, { users: [user], role: "read" })))
  await grant(site.guest, { kind: "site", organization, id: site.site })
  await grant(site.editor, { kind: "space", id: closed })
  return {
    ...site,
    closed,
    closedSpace,
    known: site.guest,
    invited: site.editor,
    open: await propose(stage, site, site.id, [pageOf(words.proposed)]),
    secret: await propose(stage, site, closed, [pageOf(words.closedProposed)])
  }
}

/** The path of a preview of a request that never was. */
export const neverOf = (path: string) => path.replace(/~changes\/([^/]+)\/\d+\//, "~changes/$1/99/")

/** Whatever is below it, a path is answered as one is that names a request that never was. */
export const isNothing = async (stage: Stage.Stage, mount: string, like: string, why: string) => {
  for (const path of ["", words.proposed, `${words.proposed}.md`, "~search.json?q=zq", "never-was-zq"]) {
    const [answer, never] = [await stage.ask(`${mount}${path}`), await stage.ask(`${like}${path}`)]
    assert.deepStrictEqual([answer.status, answer.text], [404, never.text], `${why}: ${path}`)
    assert.deepStrictEqual(comparable(answer), comparable(never), `${why}: ${path}`)
  }
}
