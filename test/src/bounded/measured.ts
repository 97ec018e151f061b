import { readFileSync } from "node:fs"
import { DescriptionAdapter, HtmlAdapter, MarkdownAdapter } from "@quire/adapters"
import { DescriptionReader, Html, Markdown } from "@quire/core"
import { Expression } from "@quire/core/internal"
import { Quire } from "@quire/http"
import { Effect, Layer, Result } from "effect"

/** What a text cost, in milliseconds of processor time. */
export interface Measured {
  readonly cost: number
  /** Why it could not be read at all. */
  readonly failed?: string
}

export interface Asked {
  readonly target: string
  readonly text: string
}

/** Milliseconds of processor time of this thread, which a busy machine does not lengthen. */
const worked = () => Number(readFileSync(`/proc/${process.pid}/schedstat`, "utf8").split(" ")[0]) / 1e6

const { html, markdown } = await Effect.runPromise(
  Effect.provide(
    Effect.all({ html: Html.Html, markdown: Markdown.Markdown }),
    Layer.merge(HtmlAdapter.layer, MarkdownAdapter.layer)
  )
)

const { read } = await Effect.runPromise(
  Effect.provide(DescriptionReader.DescriptionReader, DescriptionAdapter.layerHere)
)

/** Reads a description made of pieces of one; most are refused. */
const readDescription = (pieces: string) => {
  const text = `{${pieces}"openapi":"3.1.0","info":{"title":"a","version":"1"}}`
  return Effect.runPromise(Effect.ignore(read(new TextEncoder().encode(text))))
}

const quire = await Quire.open({ upkeep: "off", store: { kind: "memory" }, baseUrl: "http://quire.test" })
const { id: user } = await quire.system.users.ensure({ email: "a@bounded.test", displayName: "A" })
const face = quire.as(user)
const { token } = await face.tokens.create(user, {})
const organization = (await face.organizations.create({ title: "Bounded" })).id

/** Another space now and then, so that no text pays for those before it. */
const room = async () => {
  const space = (await face.spaces.create(organization, { title: "Bounded", editMode: "live" })).id
  return { space, changeRequest: (await face.changeRequests.create(space, { subject: "Bounded" })).id }
}
let { changeRequest, space } = await room()

const sent = async (method: string, path: string, body?: string) => {
  const request = new Request(`http://quire.test/v1/spaces/${space}/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body })
  })
  const answer = await quire.handler(request)
  const text = await answer.text()
  if (answer.status >= 500) throw new Error(`${answer.status} ${text}`)
}

const roots = {
  changeRequest: { subject: "a".repeat(100), revision: "r", outdated: false, createdBy: { id: "u" } },
  reviews: Array.from({ length: 50 }, () => ({ status: "approved", revision: "r", reviewer: { id: "u" } })),
  actor: { id: "u" }
}

const content = () => `change-requests/${changeRequest}/content`

const run: { readonly [target: string]: (text: string) => unknown } = {
  Markdown: (text) => markdown.parse(text),
  "web page": (text) => html.parse(text),
  description: readDescription,
  "front matter": (text) => markdown.parse(`---\n${text}\n---\n`),
  expression: (text) => Result.map(Expression.parse(text), (parsed) => Expression.evaluate(parsed, roots)),
  query: (text) => sent("GET", `search?query=${encodeURIComponent(text)}`),
  page: (text) =>
    sent(
      "POST",
      content(),
      JSON.stringify({ changes: [{ operation: "insert_page", title: "T", document: { markdown: text } }] })
    ),
  comment: (text) => sent("POST", "comments", JSON.stringify({ body: { markdown: text } })),
  body: (text) => sent("POST", content(), text)
}

/** The longest that the event loop stood still while something ran. */
const longestTurn = async (act: () => unknown): Promise<number> => {
  let [longest, before, isOver] = [0, worked(), false]
  const look = () => {
    const now = worked()
    longest = Math.max(longest, now - before)
    before = now
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  try {
    await act()
  } finally {
    look()
    isOver = true
  }
  return longest
}

let measured = 0

const measure = async ({ target, text }: Asked): Promise<Measured> => {
  if (++measured % 20 === 0) ({ changeRequest, space } = await room())
  try {
    return { cost: await longestTurn(() => run[target]?.(text)) }
  } catch (error) {
    return { cost: 0, failed: String(error).slice(0, 300) }
  }
}

process.on("message", async (asked: Asked) => void process.send?.(await measure(asked)))
process.on("disconnect", () => process.exit())
process.send?.({ cost: 0 } satisfies Measured)
