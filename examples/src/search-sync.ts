import { Quire } from "@quire/http"

const quire = await Quire.open({ store: { kind: "memory" }, baseUrl: "http://localhost:4100" })
const ann = await quire.system.users.ensure({ email: "ann@example.com", displayName: "Ann" })
const as = quire.as(ann.id)
const acme = await as.organizations.create({ title: "Acme" })

/**
 * The search index of the host application: the text of each page, by space. It could just as well be a separate search
 * engine.
 */
const index = new Map<string, ReadonlyMap<string, string>>()

/** Titles of spaces, taken from event payloads, so that no extra request is needed. */
const titles = new Map<string, string>()

const readPages = async (space: string) => {
  const found = new Map<string, string>()
  const { pages } = await quire.system.content.pages({ space })
  for (const { id, title, type } of pages) {
    if (type !== "document") continue
    const page = await quire.system.content.page({ space }, id, "markdown")
    found.set(title, page.type === "document" ? (page.markdown ?? "") : "")
  }
  return found
}

/**
 * Indexes the current state of a space. It is idempotent, and tolerates events of spaces that were deleted in the
 * meantime.
 */
const indexSpace = async (space: string) => {
  try {
    index.set(space, await readPages(space))
  } catch (error) {
    const isGone = error instanceof Error && "kind" in error && error.kind === "not-found"
    if (!isGone) throw error
    index.delete(space)
  }
}

const search = (word: string) =>
  [...index].flatMap(([space, pages]) =>
    [...pages].flatMap(([title, text]) => (text.includes(word) ? [`${titles.get(space) ?? space}: ${title}`] : []))
  )

const sync = await quire.events.subscribe(
  "search-sync",
  async (event) => {
    if (event.space === null) return
    switch (event.type) {
      case "spaces.create":
      case "spaces.duplicate":
      case "spaces.update":
        if (event.after !== null) titles.set(event.after.id, event.after.title)
        return
      case "content.edit":
      case "content.import":
      case "content.rollBack":
      case "changeRequests.merge":
      case "spaces.restore":
        return indexSpace(event.space)
      case "spaces.delete":
        index.delete(event.space)
    }
  },
  { from: "beginning" }
)

const write = (space: string, title: string, markdown: string) =>
  as.content.edit({ space }, { changes: [{ operation: "insert_page", title, document: { markdown } }] })

/** Until the index has taken everything that has happened. */
const caughtUp = async () => {
  for (;;) {
    const [standing] = await quire.events.subscriptions()
    if (standing?.lag.events === 0) return
    await new Promise((again) => setTimeout(again, 50))
  }
}

const guide = await as.spaces.create(acme.id, { title: "Guide", editMode: "live" })
const recipes = await as.spaces.create(acme.id, { title: "Recipes", editMode: "live" })
await write(guide.id, "Install", "Unpack it, and read the **manual**.")
await write(recipes.id, "Bread", "Flour, water, salt, and a manual oven.")
await caughtUp()
console.log("manual:", search("manual"))

await as.spaces.remove(recipes.id)
await caughtUp()
console.log("manual:", search("manual"), "after the recipes were deleted")

await sync.close()
await quire.close()
