import { Effect } from "effect"
import * as fc from "fast-check"
import { type Command, pathOf, person, pickActive, pickNamed, type Run, step, command as toCommand } from "./Step.ts"

const who = fc.noBias(fc.constantFrom(0, 0, 0, 1, 1, 2, 3, 3, 4, 5))
const which = fc.noBias(fc.integer({ min: 0, max: 63 }))
const title = fc.noBias(fc.constantFrom("Install it", "Configure it", "Merge it"))

const propose = (who: number, which: number): Command =>
  step(`propose ${who} ${which}`, (on) => {
    const by = person(on, who)
    const item = pickActive(on, "space", which)
    return {
      person: by,
      call: { method: "POST", path: `${pathOf("space", item.id)}/change-requests`, body: {} },
      expected: () => on.model.requests.create(by, item.key),
      shape: "request",
      makes: `request:${on.model.requests.all.size}`
    }
  })

type Verb = "look" | "add" | "draft" | "open" | "archived" | "merge"

/** What is done to a request of the model; nothing where there is none. */
const act = (verb: Verb, who: number, title: string, keyOf: (on: Run) => number): Command =>
  step(`${verb} ${who} ${title}`, (on) => {
    const by = person(on, who)
    const { requests } = on.model
    const key = keyOf(on)
    const space = requests.all.get(key)?.space
    if (space === undefined) return undefined
    const path = `${pathOf("space", on.ids.get(space) ?? "")}/change-requests/${on.named.get(`request:${key}`)}`
    switch (verb) {
      case "look":
        return { person: by, call: { method: "GET", path }, expected: () => requests.get(by, key), shape: "request" }
      case "add": {
        const body = { changes: [{ operation: "insert_page", title }] }
        return {
          person: by,
          call: { method: "POST", path: `${path}/edits`, body },
          expected: () => requests.addPage(by, key, title),
          shape: "nothing"
        }
      }
      case "merge":
        return {
          person: by,
          call: { method: "POST", path: `${path}/merge` },
          expected: () => requests.merge(by, key),
          shape: "merge"
        }
      default:
        return {
          person: by,
          call: { method: "PATCH", path, body: { status: verb } },
          expected: () => requests.setStatus(by, key, verb),
          shape: "request"
        }
    }
  })

const verbs = fc.noBias(fc.constantFrom<Verb>("look", "add", "add", "draft", "open", "archived", "merge"))

const worked = fc
  .record({ who, which, verb: verbs, title })
  .map((it) =>
    act(it.verb, it.who, it.title, (on) => pickNamed(on, "request", on.model.requests.all.keys(), it.which).key)
  )

/** One user proposes a page, another merges it, and a third one reads it. */
const story = fc.record({ who, other: who, third: who, which, title }).map((it) =>
  toCommand(`story ${JSON.stringify(it)}`, (on) => {
    const made = on.model.requests.all.size
    const steps = [
      propose(it.who, it.which),
      act("add", it.who, it.title, () => made),
      act("merge", it.other, it.title, () => made),
      act("look", it.third, it.title, () => made)
    ]
    return Effect.forEach(steps, ({ run }) => run(on), { discard: true })
  })
)

/** Change requests that add pages: proposed, edited, opened, archived, merged. */
export const command = fc.oneof(
  { weight: 2, arbitrary: story },
  { weight: 1, arbitrary: fc.record({ who, which }).map((it) => propose(it.who, it.which)) },
  { weight: 3, arbitrary: worked }
)
