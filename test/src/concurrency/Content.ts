/** A page as far as it is judged: its paragraphs by their first word, `""` is the top of the tree. */
export interface Page {
  readonly title: string
  readonly parent: string
  readonly paragraphs: ReadonlyMap<string, string>
}

/** The pages of one revision by id, and the children of each parent in order. */
export interface Content {
  readonly pages: ReadonlyMap<string, Page>
  readonly order: ReadonlyMap<string, ReadonlyArray<string>>
}

export type Side = "primary" | "changed"

/**
 * How conflicts were settled. Keys are `page/{id}`, `page/{id}/title`, `page/{id}/parent`, `page/{id}/{paragraph}` and
 * `order/{parent}`.
 */
export type Choices = ReadonlyMap<string, Side>

/** What one change of an edit writes: a page with all its fields, one field of a page, or a page's end. */
export type Write =
  | ({ readonly type: "insert"; readonly page: string } & Page)
  | { readonly type: "set"; readonly page: string; readonly field: string; readonly value: string }
  | { readonly type: "delete"; readonly page: string }
  /** Another place among the same siblings. */
  | { readonly type: "reorder"; readonly page: string }

export const empty: Content = { pages: new Map(), order: new Map() }

export const fieldsOf = ({ paragraphs, parent, title }: Page): ReadonlyMap<string, string> =>
  new Map([["title", title], ["parent", parent], ...paragraphs])

const pageOf = (fields: ReadonlyMap<string, string>): Page => ({
  title: fields.get("title") ?? "",
  parent: fields.get("parent") ?? "",
  paragraphs: new Map([...fields].filter(([name]) => name !== "title" && name !== "parent"))
})

const texts = new WeakMap<Page, string>()
const textOf = (page: Page): string => {
  const text = texts.get(page) ?? JSON.stringify([...fieldsOf(page)].sort())
  texts.set(page, text)
  return text
}

/** Pages in one text, by which two contents can be compared. */
export const shown = (pages: Content["pages"]): string =>
  [...pages]
    .map(([id, page]) => `${id} ${textOf(page)}`)
    .sort()
    .join("\n")

/** The pages after an edit. */
export const written = (before: Content["pages"], writes: ReadonlyArray<Write>): Content["pages"] => {
  const pages = new Map(before)
  for (const write of writes) {
    const page = pages.get(write.page)
    if (write.type === "insert") pages.set(write.page, write)
    else if (write.type === "delete") pages.delete(write.page)
    else if (write.type === "set" && page !== undefined)
      pages.set(write.page, pageOf(new Map([...fieldsOf(page), [write.field, write.value]])))
  }
  return pages
}

/** The truth table: the side whose value stands, undefined where both changed it and not to the same. */
const standing = (base: string | undefined, primary: string | undefined, changed: string | undefined) => {
  if (primary === changed || base === changed) return "primary"
  return base === primary ? "changed" : undefined
}

/** Words that the sides changed, where they changed different ones. */
const words = (base: string, primary: string, changed: string): string | undefined => {
  const [old, own, others] = [base, primary, changed].map((text) => text.split(" "))
  if (old === undefined || own?.length !== old.length || others?.length !== old.length) return undefined
  const merged: Array<string | undefined> = []
  for (const [index, word] of old.entries()) {
    const side = standing(word, own[index], others[index])
    if (side === undefined) return undefined
    merged.push((side === "primary" ? own : others)[index])
  }
  return merged.join(" ")
}

export interface Sides {
  readonly base: Content
  readonly primary: Content
  readonly changed: Content
}

/** The pages of a merge, and the keys of conflicts that no choice settled. */
export const merged = ({ base, changed, primary }: Sides, choices: Choices) => {
  const pages = new Map<string, Page>()
  const conflicts: Array<string> = []
  const decide = (key: string): Side => {
    const choice = choices.get(key)
    if (choice === undefined) conflicts.push(key)
    return choice ?? "primary"
  }
  for (const id of new Set([...primary.pages.keys(), ...changed.pages.keys()])) {
    const [old, own, others] = [base.pages.get(id), primary.pages.get(id), changed.pages.get(id)]
    const single = own === undefined ? others : others === undefined ? own : undefined
    if (single !== undefined) {
      const holder = own === undefined ? "changed" : "primary"
      const isKept =
        old === undefined ||
        (shown(new Map([["", old]])) !== shown(new Map([["", single]])) &&
          (choices.has(`page/${id}`) ? choices.get(`page/${id}`) === holder : (conflicts.push(`page/${id}`), true)))
      if (isKept) pages.set(id, single)
      continue
    }
    if (own === undefined || others === undefined) continue
    if (others === own || others === old) {
      pages.set(id, own)
      continue
    }
    const [before, mine, theirs] = [old, own, others].map((page) => (page === undefined ? new Map() : fieldsOf(page)))
    const fields = new Map<string, string>()
    for (const name of mine?.keys() ?? []) {
      const values = { base: before?.get(name), primary: mine?.get(name), changed: theirs?.get(name) }
      const side = standing(values.base, values.primary, values.changed)
      const isText = name !== "title" && name !== "parent"
      const text =
        isText && side === undefined ? words(values.base ?? "", values.primary, values.changed ?? "") : undefined
      fields.set(name, text ?? values[side ?? decide(`page/${id}/${name}`)] ?? "")
    }
    pages.set(id, pageOf(fields))
  }
  return { pages, conflicts: conflicts.sort() }
}

const isBefore = (list: ReadonlyArray<string>) => {
  const places = new Map(list.map((id, index) => [id, index]))
  return (one: string, other: string) => (places.get(one) ?? -1) < (places.get(other) ?? -1)
}

const isSame = (left: ReadonlyArray<string>, right: ReadonlyArray<string>) =>
  left.length === right.length && left.every((id, index) => id === right[index])

/** Parents whose children a merge put in an order that neither the sides nor a choice give. */
export const disordered = (sides: Sides, result: Content, choices: Choices): ReadonlyArray<string> => {
  const wrong: Array<string> = []
  for (const [parent, children] of result.order) {
    const listOf = (content: Content) => content.order.get(parent) ?? []
    const [own, others] = [new Set(listOf(sides.primary)), new Set(listOf(sides.changed))]
    const isCommon = (id: string) => own.has(id) && others.has(id)
    const order = children.filter(isCommon)
    const common = new Set(order)
    const [base, primary, changed] = [sides.base, sides.primary, sides.changed].map((content) =>
      listOf(content).filter((id) => common.has(id))
    )
    if (base === undefined || primary === undefined || changed === undefined) continue
    const choice = choices.get(`order/${parent}`)
    if (choice !== undefined) {
      if (!isSame(order, choice === "primary" ? primary : changed)) wrong.push(parent)
      continue
    }
    if (isSame(primary, changed) || isSame(base, changed)) {
      if (!isSame(order, primary)) wrong.push(parent)
      continue
    }
    const [first, firstOfPrimary, firstOfChanged] = [isBefore(base), isBefore(primary), isBefore(changed)]
    const known = new Set(base)
    const stands = (one: string, other: string) => {
      const [mine, theirs] = [firstOfPrimary(one, other), firstOfChanged(one, other)]
      if (mine === theirs) return mine
      return known.has(one) && known.has(other) && !first(one, other)
    }
    if (order.some((one, at) => order.slice(at + 1).some((other) => !stands(one, other)))) wrong.push(parent)
  }
  return wrong
}

/** Parents whose other children an edit put in another order. */
export const disturbed = (before: Content, after: Content, writes: ReadonlyArray<Write>): ReadonlyArray<string> => {
  const touched = new Set(
    writes.flatMap((write) => (write.type === "set" && write.field !== "parent" ? [] : [write.page]))
  )
  return [...after.order].flatMap(([parent, children]) => {
    const old = before.order.get(parent) ?? []
    const left = (ids: ReadonlyArray<string>) => ids.filter((id) => !touched.has(id))
    return isSame(left(old), left(children)) ? [] : [parent]
  })
}
