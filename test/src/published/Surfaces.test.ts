import { Rounds } from "@quire/core/testing"
import * as fc from "fast-check"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { isDeep, mustMeet } from "../support/depth.ts"
import { engines } from "../support/engine.ts"
import * as Server from "../support/server.ts"
import * as arbitrary from "./arbitrary.ts"
import { elsewhere, listAddresses, wordsIn } from "./asked.ts"
import { type Built, build } from "./build.ts"
import { type Caller, isAdmitted, listCallers } from "./callers.ts"
import type { DescribedPage, DescribedSite } from "./Described.ts"
import * as Model from "./Model.ts"

type Api = Server.Opened<Server.Whole>

/** What was answered so far, so that no run passes without having asked. */
const tally = { answers: 0, refused: 0, pages: 0, elsewhere: 0, listed: 0, found: 0, notFound: 0 }

/** A caller's way to a site over HTTP, and what the model says of both. */
interface Visit {
  readonly site: DescribedSite
  readonly caller: Caller
  readonly get: (path: string) => Promise<Server.Answer>
  readonly variants: ReadonlyArray<Model.SeenVariant>
  readonly texts: ReadonlySet<string>
  readonly names: ReadonlySet<string>
  readonly unseenIds: ReadonlyArray<string>
}

const visitOf = (api: Api, site: DescribedSite, built: Built, caller: Caller): Visit => {
  const { shareKey, token } = caller.request
  const mount = `${new URL(built.url).pathname}${shareKey === undefined ? "" : `~share/${shareKey}/`}`
  const headers: Record<string, string> = token === undefined ? {} : { cookie: `quire-visitor-token=${token}` }
  const variants = isAdmitted(site, caller) ? Model.listVariants(site, caller.visitor) : []
  const seen = new Set(variants.map(({ variant }) => variant.space))
  return {
    site,
    caller,
    variants,
    texts: Model.listTextWords(site),
    names: Model.listNames(site, caller.visitor),
    unseenIds: built.made.flatMap(({ id, pages }, at) => (seen.has(at) ? [] : [id, ...pages])),
    get: async (path) => {
      tally.answers += 1
      return api.send("GET", `${mount}${path}`, { headers })
    }
  }
}

/** Everything that an answer says, its headers included. */
const saidIn = ({ headers, text }: Server.Answer): string => `${text}\n${[...headers].join("\n")}`

/** No answer has a word or an id of what the caller does not see. */
const compare = ({ caller, names, texts, unseenIds }: Visit, path: string, answer: Server.Answer, own: Set<string>) => {
  const said = saidIn(answer)
  const strange = [...wordsIn(said)].filter((word) => (texts.has(word) ? !own.has(word) : !names.has(word)))
  assert.deepStrictEqual(strange, [], `${caller.name}: ${path}`)
  for (const id of unseenIds) assert.notInclude(said, id, `${caller.name}: ${path}`)
}

const isShown = ({ variants }: Visit, space: number) => variants.some(({ variant }) => variant.space === space)

/** Asks for an address in one form. */
const read = async (visit: Visit, path: string, page: DescribedPage, space: number) => {
  const answer = await visit.get(path)
  const expected = Model.wordsOfPage(visit.site, visit.caller.visitor, space, page)
  if (answer.status === 200) {
    assert.isTrue(isShown(visit, space), `${visit.caller.name}: ${path} leads somewhere`)
    const told = wordsIn(answer.text)
    for (const word of expected) assert.isTrue(told.has(word), `${visit.caller.name}: ${word} is on ${path}`)
    compare(visit, path, answer, new Set(expected))
    tally.pages += 1
  } else {
    compare(visit, path, answer, new Set())
    tally.elsewhere += 1
  }
}

/** Searches for a word of a text, which is found where the caller sees it on a page that is listed. */
const search = async (visit: Visit, word: string, seen: ReadonlySet<string>) => {
  const path = `~search.json?q=${word.slice(0, -1)}`
  const answer = await visit.get(path)
  assert.strictEqual(answer.status, 200)
  compare(visit, path, answer, new Set(seen))
  const page = await visit.get(path.replace(".json", ""))
  assert.strictEqual(page.status, 200)
  compare(visit, `${path} as a page`, page, new Set(seen))
  if (!seen.has(word)) {
    assert.notInclude(page.text, word, `${visit.caller.name}: ${word}`)
    assert.notInclude(answer.text, word, `${visit.caller.name}: ${word}`)
    tally.notFound += 1
  } else if (wordsIn(answer.text).has(word)) tally.found += 1
}

/** Asks for all that a site answers as one caller who is let in. */
const browse = async (visit: Visit) => {
  const { caller, site } = visit
  for (const [at, { address, page, variant }] of listAddresses(site).entries()) {
    const form = ["", ".md", ".json"][at % 3] ?? ""
    await read(visit, `${address}${form}`, page, variant.space)
  }
  const seenTexts = new Set(
    visit.variants.flatMap(({ variant }) =>
      (site.spaces[variant.space]?.pages ?? []).flatMap((page) => [
        ...Model.wordsOfPage(site, caller.visitor, variant.space, page)
      ])
    )
  )
  for (const [at, word] of [...visit.texts].entries()) if (at % 4 === 0) await search(visit, word, seenTexts)
  const map = await visit.get("sitemap.xml")
  const maps = Array.from(map.text.matchAll(/sitemap-\w+\.xml/g), ([name]) => name)
  for (const name of ["llms.txt", "robots.txt", ...maps]) {
    const answer = await visit.get(name)
    assert.strictEqual(answer.status, 200)
    compare(visit, name, answer, new Set())
    tally.listed += 1
  }
}

/** Asks for a site as somebody who is not let in: no form of it answers. */
const knock = async (visit: Visit) => {
  for (const path of ["", "llms.txt", "sitemap.xml", "robots.txt", "~search.json?q=zq", "page.json", "page.md"]) {
    const answer = await visit.get(path)
    assert.include([303, 401, 404], answer.status, `${visit.caller.name}: ${path}`)
    compare(visit, path, answer, new Set())
    tally.refused += 1
  }
}

const judge = async (api: Api, site: DescribedSite, share: number) => {
  const [built, other] = [await api.run(build(site)), await api.run(build(elsewhere))]
  const callers = await api.run(listCallers(built, other))
  for (const [at, caller] of callers.entries()) {
    if (at % share !== 0) continue
    const visit = visitOf(api, site, built, caller)
    await (visit.variants.length === 0 ? knock(visit) : browse(visit))
  }
}

describe("what a site answers to each audience over HTTP is what the rules let it see", () => {
  for (const [name, engine] of engines(import.meta.url)) {
    describe(`on ${name}`, () => {
      let api: Api
      beforeAll(async () => {
        api = await Server.open(engine)
      })
      afterAll(() => api.close())

      it(
        "in every form (rules published-forms, published-absence, published-search and search-conditions)",
        async () => {
          const count = name === "memory" ? Rounds.rounds(3, 1_200, 12) : Rounds.rounds(1, 60, 2)
          await Rounds.holds(
            fc.asyncProperty(arbitrary.site, async (site) => {
              const before = tally.answers
              await judge(api, site, name === "memory" && isDeep ? 1 : 5)
              assert.isAbove(tally.answers, before)
            }),
            count
          )
          assert.deepStrictEqual(api.failures, [])
          for (const [what, number] of mustMeet(tally, "answers")) assert.isAbove(number, 0, what)
          if (isDeep) process.stdout.write(`asked over HTTP until now: ${JSON.stringify(tally)}\n`)
        },
        Rounds.patience
      )
    })
  }
})
