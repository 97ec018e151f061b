import { assert, describe, it } from "@effect/vitest"
import { Contents, Document, Publications, PublishedPages, SiteAccess } from "@quire/core"
import { SiteStructureEdits, SiteStructures } from "@quire/core/internal"
import { Reader } from "@quire/reader"
import { Rounds } from "@quire/testing"
import { Effect, Layer, Result, Schema } from "effect"
import * as fc from "fast-check"
import { mustMeet } from "../support/depth.ts"
import { enginesByTier, type TestEngine } from "../support/engine.ts"
import type { DescribedSite, DescribedVariant } from "./ApiSites.ts"
import * as arbitrary from "./arbitrary.ts"
import { type Built, build, type Change, editMerged } from "./build.ts"
import { type Caller, listCallers } from "./callers.ts"
import * as Model from "./Model.ts"

/** What was changed, and how often a reader could see the change. */
const tally = { parts: 0, spaces: 0, paths: 0, seenByOthers: 0, answers: 0 }

const decodeDocument = Schema.decodeUnknownEffect(Document.Document)

/** The status, every header and every byte that a browser gets. */
const readOver = Effect.fnUntraced(function* (built: Built, { request }: Caller, path: string) {
  const reader = yield* Reader.Reader
  const { shareKey, token } = request
  const mount = `${new URL(built.url).pathname}${shareKey === undefined ? "" : `~share/${shareKey}/`}`
  const cookie = token === undefined ? {} : { cookie: `quire-visitor-token=${token}` }
  const asked = { method: "GET", url: `${mount}${path}`, headers: { host: "docs.test", ...cookie } }
  const answer = yield* Effect.result(reader.handle(asked))
  if (Result.isFailure(answer)) return answer.failure._tag
  const { body, headers, status } = answer.success
  return JSON.stringify([status, headers, body === undefined ? "" : new TextDecoder().decode(body)])
})

/** Everything that a caller is answered, by address. */
const answersOf = Effect.fnUntraced(function* (site: DescribedSite, built: Built, caller: Caller) {
  const { request } = caller
  const publications = yield* Publications.Publications
  const pages = yield* PublishedPages.PublishedPages
  const opened = yield* Effect.result(publications.open({ _tag: "Site", site: built.site }, request))
  if (Result.isFailure(opened)) return new Map([["", opened.failure._tag]])
  const publication = opened.success
  const answers = new Map<string, string>()
  for (const section of site.sections) {
    for (const variant of section.variants) {
      for (const page of site.spaces[variant.space]?.pages ?? []) {
        const path = Model.pathOf(site, variant.space, page)
        for (const address of [
          path,
          `${variant.path}/${path}`,
          `${section.path}/${variant.path}/${path}`,
          variant.path
        ]) {
          const found = yield* Effect.result(pages.find(publication, address))
          answers.set(address, Result.isFailure(found) ? found.failure._tag : JSON.stringify(found.success))
          answers.set(`${address} drawn`, yield* readOver(built, caller, address))
        }
      }
    }
  }
  for (const { id } of publication.seen.structure.sections.flatMap(({ siteSpaces }) => siteSpaces)) {
    answers.set(id, JSON.stringify(yield* Effect.orDie(pages.contents(publication, id))))
  }
  for (const form of ["~search?q=zq", "sitemap.xml", "llms.txt", "never-was"]) {
    answers.set(form, yield* readOver(built, caller, form))
  }
  tally.answers += answers.size
  return answers
})

/** A change, and the site as it is afterwards for the readers who see a difference. */
interface Edit {
  readonly apply: Effect.Effect<void, never, Effect.Services<ReturnType<typeof build>>>
  /** Whether a caller may see what is changed. */
  readonly isSeenBy: (caller: Caller) => boolean
  readonly kind: "parts" | "spaces" | "paths"
}

const variantsOf = (site: DescribedSite): ReadonlyArray<DescribedVariant> =>
  site.sections.flatMap(({ variants }) => variants)

/** Another text in each part that has conditions: a reader who does not see the part sees no change. */
const changesOfParts = (site: DescribedSite, built: Built): ReadonlyArray<Edit> =>
  variantsOf(site).flatMap(({ space: own }) =>
    (site.spaces[own]?.pages ?? []).flatMap((page, at) =>
      page.parts.flatMap((part): ReadonlyArray<Edit> => {
        if (part.conditions.length === 0 || part.kind === "file" || part.kind === "card" || part.kind === "include")
          return []
        const [space, id] = [built.made[own]?.id, built.made[own]?.pages[at]]
        if (space === undefined || id === undefined) return []
        const apply = Effect.gen(function* () {
          const contents = yield* Contents.Contents
          const shown = yield* built.mine(contents.page({ space }, id, "document"))
          const text = JSON.stringify(shown.type === "document" ? shown.document : undefined)
          const document = yield* decodeDocument(JSON.parse(text.replaceAll(part.word, `${part.word}more`)))
          yield* editMerged(built, space, [{ operation: "update_page", page: id, document: { document } }])
        }).pipe(Effect.orDie)
        const isSeenBy = ({ visitor }: Caller) => Model.wordsOfPage(site, visitor, own, page).has(part.word)
        return [{ apply, isSeenBy, kind: "parts" }]
      })
    )
  )

const isShown = (site: DescribedSite, variant: DescribedVariant) => (caller: Caller) =>
  Model.listVariants(site, caller.visitor).some((each) => each.variant === variant)

/** A new page and a new title in each space: a reader who does not see the space sees no change. */
const changesOfSpaces = (site: DescribedSite, built: Built): ReadonlyArray<Edit> =>
  variantsOf(site).flatMap((variant): ReadonlyArray<Edit> => {
    const made = built.made[variant.space]
    const [page] = made?.pages ?? []
    if (made === undefined || page === undefined) return []
    const changes: ReadonlyArray<Change> = [
      { operation: "insert_page", title: "Another", at: 0 },
      { operation: "update_page", page, title: "Renamed", slug: "renamed" }
    ]
    return [{ apply: editMerged(built, made.id, changes), isSeenBy: isShown(site, variant), kind: "spaces" }]
  })

/** Another path for each site-space: a reader who does not see it sees no change. */
const changesOfPaths = (site: DescribedSite, built: Built): ReadonlyArray<Edit> =>
  variantsOf(site).map((variant) => ({
    apply: Effect.gen(function* () {
      const structures = yield* SiteStructures.SiteStructures
      const { withSite } = yield* SiteAccess.SiteAccess
      const { value } = yield* structures.load(built.site)
      const all = [
        ...value.root.siteSpaces,
        ...value.items.flatMap((item) => (item.kind === "section" ? item.siteSpaces : []))
      ]
      const id = all.find(({ path }) => path === variant.path)?.id ?? ""
      yield* built.mine(
        withSite(built.organization, built.site, ({ row }) =>
          structures.edit(row, (self) => SiteStructureEdits.changeSiteSpace(self, id, { path: `${variant.path}-new` }))
        )
      )
    }).pipe(Effect.orDie),
    isSeenBy: isShown(site, variant),
    kind: "paths"
  }))

/** Makes one change after the other; those who may not see it are answered the same bytes before and after. */
const judge = (engine: TestEngine, site: DescribedSite, order: number) =>
  Effect.gen(function* () {
    const built = yield* build({ ...site, isAdaptive: true })
    const adaptive = { ...site, isAdaptive: true }
    const other = yield* build({ ...site, isAdaptive: false })
    const callers = (yield* listCallers(built, other)).filter(({ key }) => key === "none" || key === "active")
    const edits = [
      ...changesOfParts(adaptive, built),
      ...changesOfSpaces(adaptive, built),
      ...changesOfPaths(adaptive, built)
    ]
    for (const [at, edit] of edits.entries()) {
      const blind = callers.filter((caller) => !edit.isSeenBy(caller))
      const caller = blind[(at + order) % Math.max(blind.length, 1)]
      if (caller === undefined) {
        tally.seenByOthers += 1
        continue
      }
      const before = yield* answersOf(adaptive, built, caller)
      yield* edit.apply
      assert.deepStrictEqual(yield* answersOf(adaptive, built, caller), before, `${edit.kind}: ${caller.name}`)
      tally[edit.kind] += 1
    }
  }).pipe(Effect.provide(Layer.provideMerge(Reader.Reader.layer, engine)), Effect.scoped)

describe("responses to an audience that does not see some content", () => {
  for (const [name, engine] of enginesByTier) {
    it(
      `contains no trace of that content on ${name} (rules document-evaluated, publication-structure, publication-times and published-cache)`,
      async () => {
        await Rounds.holds(
          fc.asyncProperty(arbitrary.site, fc.nat(20), (site, order) => Effect.runPromise(judge(engine, site, order))),
          name === "memory" ? Rounds.rounds(1, 800, 10) : Rounds.rounds(1, 40, 2)
        )
        for (const site of fc.sample(arbitrary.site, 50)) {
          if (mustMeet(tally, "answers").every(([, number]) => number > 0)) break
          await Effect.runPromise(judge(engine, site, 0))
        }
        for (const [what, number] of mustMeet(tally, "answers")) assert.isAbove(number, 0, what)
      },
      Rounds.patience
    )
  }
})
