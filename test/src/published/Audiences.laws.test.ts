import { assert, describe, it } from "@effect/vitest"
import { Customizations, Publications, PublishedPages, PublishedPdfs, PublishedSettings, Sites } from "@quire/core"
import { Rounds } from "@quire/testing"
import { Effect, Result } from "effect"
import * as fc from "fast-check"
import { isDeep, mustMeet } from "../support/depth.ts"
import { engines, type TestEngine } from "../support/engine.ts"
import type { DescribedPage, DescribedSite, DescribedVariant } from "./ApiSites.ts"
import * as arbitrary from "./arbitrary.ts"
import { type Address, elsewhere, listAddresses, wordsIn } from "./asked.ts"
import { type Built, build } from "./build.ts"
import { type Caller, isAdmitted, listCallers } from "./callers.ts"
import * as Model from "./Model.ts"

/** What was asked and answered so far, so that no run passes without having asked. */
const tally = {
  answers: 0,
  pages: 0,
  refused: 0,
  absent: 0,
  moved: 0,
  hiddenWords: 0,
  listed: 0,
  unseenIds: 0,
  links: 0,
  printed: 0
}

const open = Effect.fnUntraced(function* ({ site }: Built, { request }: Caller) {
  const publications = yield* Publications.Publications
  return yield* publications.open({ _tag: "Site", site }, request)
})

/** What an admitted reader reads: a site, what the model says of it, and the reader. */
interface Visit {
  readonly site: DescribedSite
  readonly caller: Caller
  readonly publication: Publications.Publication
  readonly variants: ReadonlyArray<Model.SeenVariant>
  readonly texts: ReadonlySet<string>
  readonly names: ReadonlySet<string>
  /** Ids of spaces that the caller does not see, and of their pages. */
  readonly unseenIds: ReadonlyArray<string>
}

/** Compares all words of an answer with those of the model. */
const compare = (
  { caller, names, texts, unseenIds }: Visit,
  address: string,
  answer: unknown,
  expected: Iterable<string>
) => {
  const told = [...wordsIn(JSON.stringify(answer))]
  assert.deepStrictEqual(
    told.filter((word) => texts.has(word)).toSorted(),
    [...expected].toSorted(),
    `${caller.name}: ${address}`
  )
  assert.deepStrictEqual(
    told.filter((word) => !texts.has(word) && !names.has(word)),
    [],
    `${caller.name}: ${address}`
  )
  const text = JSON.stringify(answer)
  for (const id of unseenIds) assert.notInclude(text, id, `${caller.name}: ${address}`)
}

/** Asks for an address. True if a page is there. */
const read = Effect.fnUntraced(function* (visit: Visit, { address, page, variant }: Address) {
  const { caller, publication, site, variants } = visit
  const pages = yield* PublishedPages.PublishedPages
  const found = yield* Effect.result(pages.find(publication, address))
  tally.answers += 1
  if (Result.isFailure(found)) {
    tally.absent += 1
    return false
  }
  assert.isTrue(
    variants.some((each) => each.variant === variant),
    `${caller.name}: ${address} leads somewhere`
  )
  if (found.success.object === "moved-page") {
    compare(visit, address, found.success, [])
    tally.moved += 1
    return false
  }
  const expected = Model.wordsOfPage(site, caller.visitor, variant.space, page)
  compare(visit, address, found.success, expected)
  assert.strictEqual(found.success.title, page.title)
  tally.hiddenWords += page.parts.length - expected.size
  tally.pages += 1
  return true
})

const idOf = ({ publication }: Visit, variant: DescribedVariant): string =>
  publication.seen.structure.sections.flatMap((section) => section.siteSpaces).find(({ path }) => path === variant.path)
    ?.id ?? ""

/** Asks for the contents of a site-space, of which the pages that were read are known. */
const list = Effect.fnUntraced(function* (
  visit: Visit,
  variant: DescribedVariant,
  readable: ReadonlySet<DescribedPage>
) {
  const { caller, names, publication, site } = visit
  const pages = yield* PublishedPages.PublishedPages
  const described = site.spaces[variant.space]?.pages ?? []
  const listed = described.filter((page) => Model.isListed(site, variant.space, page))
  const documents = described.filter(({ kind }) => kind === "document")
  const landing = Model.landingOf(site, variant.space)
  for (const page of documents) {
    assert.isTrue(page === landing || readable.has(page), `${caller.name}: ${page.title} is read`)
  }
  const told = wordsIn(JSON.stringify(yield* pages.contents(publication, idOf(visit, variant))))
  tally.answers += 1
  tally.listed += listed.length
  for (const page of described) {
    assert.strictEqual(told.has(page.title), listed.includes(page), `${caller.name}: ${page.title} is listed`)
  }
  for (const each of told) assert.isTrue(names.has(each), `${caller.name}: ${each} is listed`)
})

/** Asks how a site-space looks: its header and its footer link to every page. */
const look = Effect.fnUntraced(function* (visit: Visit, variant: DescribedVariant) {
  const { caller, publication, site, variants } = visit
  const settings = yield* PublishedSettings.PublishedSettings
  const { settings: seen } = yield* settings.read(publication, idOf(visit, variant))
  compare(visit, `settings of ${variant.path}`, seen, [])
  const [header, footer] = [seen.header, seen.footer.groups].map((part) => wordsIn(JSON.stringify(part)))
  const pages = variants.flatMap((each) => site.spaces[each.variant.space]?.pages ?? [])
  for (const { kind, title } of pages) {
    if (kind !== "document") continue
    assert.isTrue(header?.has(title) === true && footer?.has(title) === true, `${caller.name}: ${title} is linked to`)
    tally.links += 1
  }
  tally.answers += 1
})

/** Prints a site-space, of which the pages that are not hidden have all the words that the caller sees. */
const print = Effect.fnUntraced(function* (visit: Visit, variant: DescribedVariant) {
  const { caller, publication, site } = visit
  const pdfs = yield* PublishedPdfs.PublishedPdfs
  const printed = yield* pdfs.book(publication, { siteSpace: idOf(visit, variant) })
  const listed = (site.spaces[variant.space]?.pages ?? []).filter((page) => Model.isListed(site, variant.space, page))
  const words = listed.flatMap((page) => [...Model.wordsOfPage(site, caller.visitor, variant.space, page)])
  compare(visit, `PDF of ${variant.path}`, printed, new Set(words))
  tally.printed += printed.pages.length
  tally.answers += 1
})

/** Links to every page, each with its title, from the header, the footer and an announcement. */
const link = Effect.fnUntraced(function* (site: DescribedSite, { made, mine, organization, site: id }: Built) {
  const customizations = yield* Customizations.Customizations
  const groups = site.spaces.map(({ pages, title }, at) => ({
    title,
    links: pages.map((page, index) => ({
      title: page.title,
      to: { kind: "page" as const, page: made[at]?.pages[index] ?? "", space: made[at]?.id ?? "" }
    }))
  }))
  const links = groups.flatMap((group) => group.links)
  const [first] = links
  const menus = groups.map((group) => ({ ...group, to: null }))
  const announcement = { enabled: true, message: "News", style: "info" as const }
  yield* Effect.orDie(
    mine(
      customizations.put(organization, id, {
        header: { links: [...links.map((each) => ({ ...each, links: [] })), ...menus] },
        footer: { groups },
        announcement: first === undefined ? announcement : { ...announcement, link: first }
      })
    )
  )
})

/** Requests every address as an admitted reader. */
const browse = Effect.fnUntraced(function* (visit: Visit) {
  const readable = new Set<DescribedPage>()
  for (const address of listAddresses(visit.site)) if (yield* read(visit, address)) readable.add(address.page)
  for (const { variant } of visit.variants) {
    yield* list(visit, variant, readable)
    yield* look(visit, variant)
    yield* print(visit, variant)
  }
})

/** Asks for everything as one caller. */
const ask = Effect.fnUntraced(function* (site: DescribedSite, built: Built, caller: Caller) {
  const opened = yield* Effect.result(open(built, caller))
  const variants = Model.listVariants(site, caller.visitor)
  const isLetIn = isAdmitted(site, caller) && variants.length > 0
  assert.strictEqual(Result.isSuccess(opened), isLetIn, caller.name)
  tally.answers += 1
  if (Result.isFailure(opened)) tally.refused += 1
  else {
    const [texts, names] = [Model.listTextWords(site), Model.listNames(site, caller.visitor)]
    const seen = new Set(variants.map(({ variant }) => variant.space))
    const unseenIds = built.made.flatMap(({ id, pages }, at) => (seen.has(at) ? [] : [id, ...pages]))
    tally.unseenIds += unseenIds.length
    yield* browse({ site, caller, publication: opened.success, variants, texts, names, unseenIds })
  }
})

const judge = (engine: TestEngine, site: DescribedSite, share: number) =>
  Effect.gen(function* () {
    const built = yield* build(site)
    yield* link(site, built)
    const other = yield* build(elsewhere)
    const callers = yield* listCallers(built, other)
    for (const [at, caller] of callers.entries()) if (at % share === 0) yield* ask(site, built, caller)
    const sites = yield* Sites.Sites
    yield* Effect.orDie(built.mine(sites.unpublish(built.organization, built.site)))
    for (const caller of callers) {
      assert.isTrue(Result.isFailure(yield* Effect.result(open(built, caller))), `unpublished: ${caller.name}`)
      tally.answers += 1
    }
  }).pipe(Effect.provide(engine), Effect.scoped)

describe("what audiences see of a site", () => {
  for (const [name, engine] of engines(import.meta.url)) {
    it(
      `follows the rules on ${name} (rules publication-capability, document-evaluated, document-references, publication-resolution, customization-links, site-pdf-seen)`,
      async () => {
        const before = tally.answers
        const count = name === "memory" ? Rounds.rounds(1, 2_500, 15) : Rounds.rounds(1, 100, 3)
        const holds = (site: DescribedSite) => Effect.runPromise(judge(engine, site, name === "memory" ? 1 : 7))
        await Rounds.holds(fc.asyncProperty(arbitrary.site, holds), count)
        for (const site of fc.sample(arbitrary.site, 50)) {
          if (mustMeet(tally, "answers").every(([, number]) => number > 0)) break
          await holds(site)
        }
        assert.isAbove(tally.answers, before)
        for (const [what, number] of mustMeet(tally, "answers")) assert.isAbove(number, 0, what)
        if (isDeep) process.stdout.write(`asked until now: ${JSON.stringify(tally)}\n`)
      },
      Rounds.patience
    )
  }
})
