import { assert, describe, it } from "@effect/vitest"
import { Publications, type PublishedPage, PublishedPages } from "@quire/core"
import { Rounds } from "@quire/testing"
import { Effect, Result } from "effect"
import * as fc from "fast-check"
import { mustMeet } from "../support/depth.ts"
import { engines } from "../support/engine.ts"
import type { DescribedSite } from "./ApiSites.ts"
import * as arbitrary from "./arbitrary.ts"
import { build } from "./build.ts"
import { listCallers } from "./callers.ts"

const met = { pages: 0, links: 0, moved: 0, absent: 0, long: 0 }

type Entry = PublishedPage.Entry

const flatten = (entries: ReadonlyArray<Entry>): ReadonlyArray<Entry> =>
  entries.flatMap((entry) => [entry, ...flatten(entry.pages)])

/** The addresses that a page tells of, its own among them; those of groups have none. */
const linksOf = (page: PublishedPage.PublishedPage): ReadonlyArray<string> =>
  [
    page.path,
    ...page.breadcrumbs.flatMap(({ path }) => (path === undefined ? [] : [path])),
    ...[page.previous, page.next].flatMap((link) => (link === undefined ? [] : [link.path])),
    ...Object.values(page.references).flatMap(({ kind, path }) => (kind === "page" ? [path] : []))
  ].map((path) => path.split("#")[0] ?? "")

/** Every address of up to three of a site's words. */
const words = ["a", "b", "c"]
const addresses = ["", ...words, ...words.flatMap((one) => words.map((other) => `${one}/${other}`))].flatMap((start) =>
  start === "" ? [""] : [start, `${start}/a`, `${start}/b-2`]
)

const follow = Effect.fnUntraced(function* (publication: Publications.Publication) {
  const pages = yield* PublishedPages.PublishedPages
  const mustBePage = Effect.fnUntraced(function* (path: string, form: "page" | "text" = "page") {
    const found = yield* Effect.orDie(pages.find(publication, path, form))
    return found.object === "published-page" ? found : assert.fail(`${path} leads on to ${found.path}`)
  })
  for (const section of publication.seen.structure.sections) {
    for (const { id } of section.siteSpaces) {
      for (const entry of flatten(yield* Effect.orDie(pages.contents(publication, id)))) {
        if (entry.path === undefined || entry.textPath === undefined) continue
        const page = yield* mustBePage(entry.path)
        assert.strictEqual(page.id, entry.id)
        assert.strictEqual((yield* mustBePage(entry.textPath, "text")).id, entry.id)
        for (const link of linksOf(page)) assert.strictEqual((yield* mustBePage(link)).path, link)
        met.pages += 1
        met.links += linksOf(page).length
        if (entry.path.split("/").length > 2) met.long += 1
      }
    }
  }
  for (const address of addresses) {
    const found = yield* Effect.result(pages.find(publication, address))
    if (Result.isFailure(found)) met.absent += 1
    else if (found.success.object === "published-page") assert.strictEqual(found.success.path, address)
    else {
      met.moved += 1
      assert.strictEqual((yield* mustBePage(found.success.path)).path, found.success.path)
    }
  }
})

const judge = Effect.fnUntraced(function* (site: DescribedSite) {
  const built = yield* build({ ...site, visibility: "public" })
  const other = yield* build({ ...site, visibility: "public" })
  const publications = yield* Publications.Publications
  for (const { request, token } of yield* listCallers(built, other)) {
    if (request.shareKey !== undefined || token === "refused") continue
    const opened = yield* Effect.result(publications.open({ _tag: "Site", site: built.site }, request))
    if (Result.isSuccess(opened)) yield* follow(opened.success)
  }
})

describe("addresses of published pages", () => {
  for (const [name, engine] of engines(import.meta.url)) {
    it(
      `redirects to the address of their page in at most one hop, on ${name} (rules publication-canonical and publication-resolution)`,
      async () => {
        const count = name === "memory" ? Rounds.rounds(3, 1_000, 10) : Rounds.rounds(1, 50, 2)
        const follows = (site: DescribedSite) =>
          Effect.runPromise(judge(site).pipe(Effect.provide(engine), Effect.scoped))
        await Rounds.holds(fc.asyncProperty(arbitrary.clashing, follows), count)
        for (const site of fc.sample(arbitrary.clashing, 50)) {
          if (mustMeet(met, "absent").every(([, number]) => number > 0)) break
          await follows(site)
        }
        for (const [what, number] of mustMeet(met, "absent")) assert.isAbove(number, 0, what)
      },
      Rounds.patience
    )
  }
})
