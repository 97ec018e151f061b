import { assert, describe, it } from "@effect/vitest"
import { type Choices, type Content, merged, type Page, type Write, written } from "./Content.ts"
import type { Answer, History, Kind, Operation, Request, Revision } from "./History.ts"
import { judge, linesOf } from "./Judge.ts"
import { fateOf, wordsOf, writtenIn } from "./Traces.ts"

const page = (title: string): Page => ({ title, parent: "", paragraphs: new Map([["p0", "p0 amber blank"]]) })
const titled = (value: string): Write => ({ type: "set", page: "one", field: "title", value })
const texted = (value: string, page = "one"): Write => ({ type: "set", page, field: "p0", value })
const gone: Write = { type: "delete", page: "one" }
const contentOf = (pages: Content["pages"]): Content => ({ pages, order: new Map([["", [...pages.keys()]]]) })

type Begun = Request & { readonly status: "draft" | "merged" }

/** A history told operation by operation, each after the one before; `instead` is what a broken engine would leave. */
const tale = () => {
  const founding = contentOf(new Map(["one", "two"].map((id) => [id, page("blank")])))
  const revisions = new Map<string, Revision>([["r0", { id: "r0", parents: [], type: "edits", content: founding }]])
  const line = ["r0"]
  const requests = new Map<string, Begun>()
  const operations: Array<Operation> = []
  let now = 0
  const head = () => line.at(-1) ?? ""
  const pagesOf = (id: string): Content => revisions.get(id)?.content ?? founding
  const baseOf = ({ revisionInitial, revisionMergedAncestor }: Begun) => revisionMergedAncestor ?? revisionInitial
  const told = (kind: Kind, answer: Answer, more: Partial<Operation> = {}) =>
    void operations.push({ kind, client: 1, start: ++now, end: ++now, outcome: { type: "done", ...answer }, ...more })
  const put = (
    type: string,
    parents: ReadonlyArray<string>,
    pages: Content["pages"],
    more: Partial<Revision> = {}
  ): string => {
    const id = `r${revisions.size}`
    revisions.set(id, { id, parents, type, content: contentOf(pages), ...more })
    return id
  }
  const known = (id: string): Begun => requests.get(id) ?? assert.fail(`there is no request ${id}`)
  const set = (id: string, more: Partial<Begun>) => requests.set(id, { ...known(id), ...more })

  const request = (): string => {
    const number = requests.size + 1
    const id = `q${number}`
    requests.set(id, { id, number, status: "draft", revision: head(), revisionInitial: head(), outdated: false })
    told("create", { request: id, number })
    return id
  }
  const edit = (id: string | undefined, ...writes: ReadonlyArray<Write>): string => {
    const before = id === undefined ? head() : known(id).revision
    const revision = put("edits", [before], written(pagesOf(before).pages, writes))
    if (id === undefined) line.push(revision)
    else set(id, { revision })
    told("edit", { revision, writes }, id === undefined ? {} : { request: id })
    return revision
  }
  const three = (id: string) => {
    const { revision } = known(id)
    return { base: pagesOf(baseOf(known(id))), primary: pagesOf(head()), changed: pagesOf(revision) }
  }
  const update = (id: string, choices?: Choices, instead?: Content["pages"]): string => {
    const pages = instead ?? merged(three(id), choices ?? new Map()).pages
    const revision = put("update", [known(id).revision, head()], pages)
    set(id, { revision, revisionMergedAncestor: head() })
    const [kind, more]: [Kind, Partial<Operation>] =
      choices === undefined ? ["update", { request: id }] : ["resolve", { request: id, choices }]
    told(kind, { revision, result: "update" }, more)
    return revision
  }
  const merge = (id: string, instead?: Content["pages"]): string => {
    const pages = instead ?? merged(three(id), new Map()).pages
    const revision = put("merge", [head(), known(id).revision], pages, { mergedFrom: id })
    line.push(revision)
    set(id, { status: "merged", revisionMerged: revision })
    told("merge", { revision, result: "merge" }, { request: id })
    return revision
  }
  const rollback = (target: string, instead?: Content["pages"]): string => {
    const revision = put("rollback", [head()], instead ?? pagesOf(target).pages)
    line.push(revision)
    told("rollback", { revision }, { target })
    return revision
  }
  const history = (): History => {
    const all = [...requests.values()].map((each) => ({
      ...each,
      outdated: each.status !== "merged" && baseOf(each) !== head()
    }))
    const holders = new Map<string, Array<string>>(wordsOf(operations).map((word) => [word, []]))
    for (const [id, held] of pagesOf(head()).pages) for (const word of wordsOf(held)) holders.get(word)?.push(id)
    const draft = all.filter(({ status }) => status === "draft").length
    const counters = { all: all.length, open: 0, draft }
    const links = { kept: "[]", anew: "[]" }
    const seen = { head: head(), line, founding: 1, revisions, requests: all, counters, links }
    return { operations, seen: { ...seen, found: holders, indexed: holders } }
  }
  return { request, edit, update, merge, rollback, head, pagesOf, history }
}
type Tale = ReturnType<typeof tale>

const before = (self: Tale) => self.pagesOf("r0").pages

/** A merged request that wrote `w1x1` into a title. */
const withWord = (self: Tale): string => {
  const one = self.request()
  self.edit(one, titled("w1x1"))
  return self.merge(one)
}

/** Histories in which `w1x1` is removed by an operation that may do so: the last operation of a kind so far. */
const taken: ReadonlyArray<readonly [name: string, kind: Kind, tell: (self: Tale) => unknown]> = [
  ["an edit that writes a title twice", "edit", (self) => self.edit(undefined, titled("w1x1"), titled("w1x2"))],
  [
    "an edit that writes a title twice, and then a longer word that begins as the first",
    "edit",
    (self) => self.edit(undefined, titled("w1x1"), titled("w1x2"), texted("w1x10"))
  ],
  ["an edit that deletes the page that it wrote", "edit", (self) => self.edit(undefined, titled("w1x1"), gone)],
  [
    "a live edit of the same title",
    "edit",
    (self) => {
      self.edit(undefined, titled("w1x1"))
      self.edit(undefined, titled("w2x1"))
    }
  ],
  [
    "an edit of the same request",
    "edit",
    (self) => {
      const one = self.request()
      self.edit(one, titled("w1x1"))
      self.edit(one, titled("w1x2"))
      self.merge(one)
    }
  ],
  [
    "a request that began with it",
    "edit",
    (self) => {
      withWord(self)
      const two = self.request()
      self.edit(two, titled("w2x1"))
      self.merge(two)
    }
  ],
  [
    "a request that pulled it, then wrote the title",
    "edit",
    (self) => {
      const two = self.request()
      self.edit(two, texted("p0 amber w2x1"))
      withWord(self)
      self.update(two)
      self.edit(two, titled("w2x2"))
      self.merge(two)
    }
  ],
  [
    "a request that deletes the page",
    "edit",
    (self) => {
      withWord(self)
      const two = self.request()
      self.edit(two, gone)
      self.merge(two)
    }
  ],
  [
    "a choice for the request",
    "resolve",
    (self) => {
      const two = self.request()
      self.edit(two, titled("w2x1"))
      withWord(self)
      self.update(two, new Map([["page/one/title", "changed"]]))
      self.merge(two)
    }
  ],
  [
    "a choice for the primary content",
    "resolve",
    (self) => {
      const two = self.request()
      self.edit(two, titled("w1x1"))
      self.edit(undefined, titled("w2x1"))
      self.update(two, new Map([["page/one/title", "primary"]]))
      self.merge(two)
    }
  ],
  [
    "a choice for the page's end",
    "resolve",
    (self) => {
      const two = self.request()
      self.edit(two, gone)
      withWord(self)
      self.update(two, new Map([["page/one", "changed"]]))
      self.merge(two)
    }
  ],
  [
    "a request of a request's word, in which a third one took it",
    "edit",
    (self) => {
      withWord(self)
      const [two, three] = [self.request(), self.request()]
      self.edit(two, texted("p0 amber w2x1"))
      self.edit(three, titled("w3x1"))
      self.merge(three)
      self.update(two)
      self.merge(two)
    }
  ],
  [
    "a rollback to before it",
    "rollback",
    (self) => {
      withWord(self)
      self.rollback("r0")
    }
  ],
  [
    "a request from before a rollback that brought it back",
    "edit",
    (self) => {
      const merged = withWord(self)
      self.edit(undefined, titled("w2x1"))
      self.rollback(merged)
      self.edit(undefined, titled("w3x1"))
    }
  ]
]

/** Histories that lose a word though others wrote the same title, chose or went back: none of these removed it. */
const lost: ReadonlyArray<readonly [name: string, tell: (self: Tale) => unknown]> = [
  [
    "a merge that leaves it out",
    (self) => {
      const one = self.request()
      self.edit(one, titled("w1x1"))
      self.merge(one, before(self))
    }
  ],
  [
    "a merge over it, of a request that never saw it",
    (self) => {
      const two = self.request()
      const wrote = self.edit(two, titled("w2x1"))
      withWord(self)
      self.merge(two, self.pagesOf(wrote).pages)
    }
  ],
  [
    "a merge of something else, while another request wrote the title",
    (self) => {
      withWord(self)
      const [two, three] = [self.request(), self.request()]
      self.edit(two, titled("w2x1"))
      const wrote = self.edit(three, texted("p0 amber w3x1"))
      self.merge(three, written(self.pagesOf(wrote).pages, [titled("blank")]))
    }
  ],
  [
    "an update that pulls the old title",
    (self) => {
      const two = self.request()
      const wrote = self.edit(two, texted("p0 amber w2x1"))
      withWord(self)
      self.update(two, undefined, self.pagesOf(wrote).pages)
      self.merge(two)
    }
  ],
  [
    "a choice that took the other side than it says",
    (self) => {
      const two = self.request()
      self.edit(two, titled("w2x1"))
      withWord(self)
      const pages = self.pagesOf(self.head()).pages
      self.update(two, new Map([["page/one/title", "changed"]]), pages)
      self.merge(two)
    }
  ],
  [
    "a choice of another field",
    (self) => {
      const two = self.request()
      const wrote = self.edit(two, titled("w2x1"))
      withWord(self)
      self.update(two, new Map([["page/one/p0", "changed"]]), self.pagesOf(wrote).pages)
      self.merge(two)
    }
  ],
  [
    "a rollback to where it was",
    (self) => {
      const merged = withWord(self)
      self.edit(undefined, texted("p0 amber w2x1"))
      self.rollback(merged, before(self))
    }
  ],
  [
    "a merge that lets it vanish, and one that brings it back",
    (self) => {
      const merged = withWord(self)
      const [two, three] = [self.request(), self.request()]
      self.edit(two, texted("p0 amber w2x1"))
      self.edit(three, texted("p0 amber w3x1", "two"))
      self.merge(two, before(self))
      self.merge(three, self.pagesOf(merged).pages)
    }
  ]
]

/** Whether it is no edit, or one of the first page's title or of all of it. */
const isTaking = ({ kind, outcome }: Operation): boolean =>
  kind !== "edit" ||
  (outcome.type === "done" &&
    (outcome.writes ?? []).some(
      (write) => write.type === "delete" || (write.type === "set" && write.field === "title")
    ))

describe("a word that is missing from the head", () => {
  it.each(taken)("finds that it was removed by %s", (_, kind, tell) => {
    const self = tale()
    tell(self)
    const history = self.history()
    assert.deepStrictEqual(judge(history), [])
    const lines = linesOf(history, () => undefined)
    const word = writtenIn(history).find(({ word }) => word === "w1x1") ?? assert.fail("no operation wrote it")
    const taker = history.operations.findLast((each) => each.kind === kind && isTaking(each))
    assert.strictEqual(fateOf(lines, word).at(-1)?.by, taker)
  })

  it.each(lost)("finds that it was lost by %s", (_, tell) => {
    const self = tale()
    tell(self)
    assert.include(
      judge(self.history()).map(({ law }) => law),
      "no edit is lost"
    )
  })
})
