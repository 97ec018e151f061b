import { CanonicalJson } from "@quire/core"
import type { WholeTree } from "@quire/core/internal"
import { Page, Slug } from "@quire/core/internal"

type Tree = WholeTree.WholeTree
type Side = "primary" | "changed"

/** Three trees, and the lines of documents by hash. */
export interface Family {
  readonly base: Tree
  readonly primary: Tree
  readonly changed: Tree
  readonly lines: ReadonlyMap<string, ReadonlyArray<string>>
}

export type Choices = ReadonlyMap<string, Side>

const same = CanonicalJson.equals

/** The merge table: the side whose value wins; none if both changed it differently. */
const winner = (base: unknown, primary: unknown, changed: unknown): Side | undefined => {
  if (same(primary, changed) || same(base, changed)) return "primary"
  return same(base, primary) ? "changed" : undefined
}

const idsOf = ({ base, primary, changed }: Family): ReadonlyArray<string> => [
  ...new Set([base, primary, changed].flatMap(({ pages }) => [...pages.keys()]))
]

/** The side that deleted a page which the base and the other side have. */
const deleterOf = ({ base, primary, changed }: Family, id: string): readonly [Side, Side] | undefined => {
  if (!base.pages.has(id) || primary.pages.has(id) === changed.pages.has(id)) return undefined
  return primary.pages.has(id) ? ["changed", "primary"] : ["primary", "changed"]
}

const parentIn = (tree: Tree, id: string) => tree.pages.get(id)?.parent

/** The ancestors of a page in the tree that keeps it, up to the first that the other tree has. */
const aboveOnly = (keeping: Tree, lacking: Tree, id: string): ReadonlyArray<string> => {
  const above: Array<string> = []
  for (let at = parentIn(keeping, id); typeof at === "string" && !lacking.pages.has(at); at = parentIn(keeping, at)) {
    above.push(at)
  }
  return above
}

/** Pages that one side deleted although the other edited them or moved others below them. */
const contestedIn = (family: Family, parents: ReadonlyMap<string, string | null>) => {
  const touched = idsOf(family).filter((id) => {
    const sides = deleterOf(family, id)
    const [before, kept] = [family.base.pages.get(id), sides && family[sides[1]].pages.get(id)]
    return before !== undefined && kept !== undefined && Page.changedFields(before, kept).length > 0
  })
  const kept = new Set(touched)
  for (const id of touched) {
    const sides = deleterOf(family, id)
    if (sides !== undefined) for (const above of aboveOnly(family[sides[1]], family[sides[0]], id)) kept.add(above)
  }
  const holding = [...parents].flatMap(([id, parent]) => {
    const isStray = parent !== null && !kept.has(parent) && deleterOf(family, parent) !== undefined
    return isStray && deleterOf(family, id) === undefined ? [parent] : []
  })
  return new Set([...touched, ...holding])
}

/** The parents of pages that no side deleted; null for those that the sides moved to two places. */
const parentsOf = (family: Family) => {
  const parents = new Map<string, string | null>()
  const open: Array<string> = []
  for (const id of idsOf(family)) {
    const [base, primary, changed] = [family.base, family.primary, family.changed].map((tree) => parentIn(tree, id))
    if (primary === undefined && changed === undefined) continue
    if (primary === undefined || changed === undefined) {
      if (base === undefined) parents.set(id, primary ?? changed ?? null)
      continue
    }
    const side = winner(base, primary, changed)
    if (side === undefined) open.push(id)
    parents.set(id, side === undefined ? null : (parentIn(family[side], id) ?? null))
  }
  return { parents, open }
}

const cyclesIn = (parents: ReadonlyMap<string, string | null>): ReadonlyArray<string> =>
  [...parents.keys()].filter((id) => {
    const seen = new Set<string>()
    let at = parents.get(id) ?? null
    for (; at !== null && at !== id && !seen.has(at); at = parents.get(at) ?? null) seen.add(at)
    return at === id
  })

const fieldsOf = (page: Page.Page): ReadonlyMap<string, unknown> => {
  const { id: _, parent: __, createdAt: ___, updatedAt: ____, ...fields } = page
  const all = new Map<string, unknown>(Object.entries(fields))
  if (page.type !== "document") return all
  for (const name of ["layout", "document", "slug", "slugByHand"]) all.delete(name)
  for (const [name, value] of Object.entries(page.layout)) all.set(`layout.${name}`, value)
  all.set("slug", page.slugByHand ? page.slug : null)
  return all
}

/** The slug as a user wrote it: a number added by a move is ignored. */
const slugLetter = (base: Page.Page | undefined, page: Page.Page): unknown => {
  const [old, now] = [base && fieldsOf(base).get("slug"), fieldsOf(page).get("slug")]
  const isNumber = typeof old === "string" && typeof now === "string" && now.replace(/-\d+$/, "") === old
  return isNumber && base?.parent !== page.parent ? old : now
}

const linesIn = ({ lines }: Family, page: Page.Page): ReadonlyArray<string> =>
  (page.type === "document" && page.document !== undefined && lines.get(page.document)) || []

/** Every field and line of a page that all three have, or two created, with its conflict key. */
const lettersOf = (family: Family, id: string) => {
  const trees = [family.base, family.primary, family.changed]
  const [base, primary, changed] = trees.map((tree) => tree.pages.get(id))
  if (primary === undefined || changed === undefined) return []
  const fields = [base, primary, changed].map((page) =>
    page === undefined ? new Map<string, unknown>() : new Map([...fieldsOf(page), ["slug", slugLetter(base, page)]])
  )
  const names = new Set(fields.flatMap((each) => [...each.keys()]))
  const lines = [base, primary, changed].map((page) => (page === undefined ? [] : linesIn(family, page)))
  return [
    ...Array.from(names, (name) => ({ key: `page/${id}/${name}`, letters: fields.map((each) => each.get(name)) })),
    ...[0, 1].map((at) => ({ key: `page/${id}/document/block/k${at}/text`, letters: lines.map((each) => each[at]) }))
  ]
}

/** The order of two siblings on the side that changed it; none if both did, or if no base decides. */
const pairOf = (lists: ReadonlyArray<ReadonlyArray<string>>, left: string, right: string): boolean | undefined => {
  const [base, primary, changed] = lists.map((ids) =>
    ids.includes(left) && ids.includes(right) ? ids.indexOf(left) < ids.indexOf(right) : undefined
  )
  const side = winner(base, primary, changed)
  return side === undefined ? undefined : side === "primary" ? primary : changed
}

const listsOf = (family: Family, parent: string) =>
  [family.base, family.primary, family.changed].map((tree) => tree.children.get(parent) ?? [])

/** Children that both sides have below a parent. */
const commonOf = (family: Family, parent: string) => {
  const [, primary = [], changed = []] = listsOf(family, parent)
  return primary.filter((id) => changed.includes(id))
}

/** Whether no order of the siblings satisfies every pair. */
const isTangled = (family: Family, parent: string, ids: ReadonlyArray<string>): boolean => {
  const lists = listsOf(family, parent)
  const before = ids.map((id) => ids.filter((each) => each !== id && pairOf(lists, each, id) === true).length)
  const isOpen = ids.some((id, at) => ids.slice(at + 1).some((each) => pairOf(lists, id, each) === undefined))
  return isOpen || new Set(before).size < ids.length
}

/** The keys of the conflicts that the merge table requires, sorted. */
export const conflictsOf = (family: Family): ReadonlyArray<string> => {
  const { parents, open } = parentsOf(family)
  const contested = contestedIn(family, parents)
  for (const id of contested) {
    const sides = deleterOf(family, id)
    if (sides === undefined) continue
    const [lacking, keeping] = [family[sides[0]], family[sides[1]]]
    for (const kept of [id, ...aboveOnly(keeping, lacking, id)]) parents.set(kept, parentIn(keeping, kept) ?? null)
  }
  const isMoved = (id: string) =>
    new Set([family.base, family.primary, family.changed].map((tree) => parentIn(tree, id) ?? null)).size > 1
  const circling = cyclesIn(parents).filter((id) => isMoved(id) && family.primary.pages.has(id))
  const tangled = ["", ...parents.keys()].filter((parent) => {
    const ids = commonOf(family, parent).filter((id) => (parents.get(id) ?? "") === parent && parents.has(id))
    return isTangled(family, parent, ids)
  })
  const doubles = idsOf(family).flatMap((id) =>
    lettersOf(family, id).flatMap(({ key, letters: [base, primary, changed] }) =>
      winner(base, primary, changed) === undefined ? [key] : []
    )
  )
  return [
    ...Array.from(contested, (id) => `page/${id}`),
    ...[...open, ...circling].map((id) => `page/${id}/parent`),
    ...tangled.map((parent) => `order/${parent}`),
    ...doubles
  ].toSorted()
}

const isPresent = (family: Family, choices: Choices, result: Tree, id: string): boolean => {
  const [isOwn, isOthers] = [family.primary.pages.has(id), family.changed.pages.has(id)]
  if (isOwn === isOthers) return isOwn
  const [keeping, lacking] = isOwn
    ? ([family.primary, family.changed] as const)
    : ([family.changed, family.primary] as const)
  const isOrphan = aboveOnly(keeping, lacking, id).some((above) => !result.pages.has(above))
  const chosen = choices.get(`page/${id}`)
  if (chosen !== undefined) return family[chosen].pages.has(id) && !isOrphan
  if (!family.base.pages.has(id)) return !isOrphan
  return [...keeping.pages.keys()].some(
    (below) =>
      choices.has(`page/${below}`) && result.pages.has(below) && aboveOnly(keeping, lacking, below).includes(id)
  )
}

const placeFault = (family: Family, choices: Choices, result: Tree, id: string): string | undefined => {
  const [base, primary, changed] = [family.base, family.primary, family.changed].map((tree) => parentIn(tree, id))
  const found = parentIn(result, id)
  const chosen = choices.get(`page/${id}/parent`)
  const side =
    chosen ?? (primary === undefined ? "changed" : changed === undefined ? "primary" : winner(base, primary, changed))
  const wanted = side === undefined ? undefined : parentIn(family[side], id)
  if (found === wanted) return undefined
  const isHomeless = typeof wanted === "string" && !result.pages.has(wanted)
  const elsewhere = side === undefined ? undefined : parentIn(family[side === "primary" ? "changed" : "primary"], id)
  if (isHomeless && (found === null || found === elsewhere)) return undefined
  return `${id} stands below ${found}, not ${wanted}`
}

const valueIn = (family: Family, page: Page.Page, key: string): unknown => {
  const line = /block\/k(\d)\/text$/.exec(key)
  return line === null ? fieldsOf(page).get(key.split("/")[2] ?? "") : linesIn(family, page)[Number(line[1])]
}

const slugFault = (result: Tree, page: Page.Page, wanted: unknown): string | undefined => {
  if (!Page.isPlaced(page)) return undefined
  if (page.slugByHand !== (typeof wanted === "string")) return `the slug of ${page.id} is ${page.slug}, not ${wanted}`
  const stem = typeof wanted === "string" ? wanted : Slug.make(page.title)
  if (page.slug === stem) return undefined
  const isNumbered = page.slug.startsWith(`${stem}-`) && /^\d+$/.test(page.slug.slice(stem.length + 1))
  const isFreed = typeof wanted === "string" && !result.slugs.has(Slug.keyOf(page.parent, stem))
  return isNumbered && !isFreed ? undefined : `the slug of ${page.id} is ${page.slug}, not ${stem}`
}

const fieldFaults = (family: Family, choices: Choices, result: Tree, page: Page.Page): ReadonlyArray<string> =>
  lettersOf(family, page.id).flatMap(({ key, letters: [base, primary, changed] }) => {
    const side = winner(base, primary, changed) ?? choices.get(key)
    const wanted = side === undefined ? undefined : side === "primary" ? primary : changed
    if (key.endsWith("/slug")) return slugFault(result, page, wanted) ?? []
    return same(valueIn(family, page, key), wanted) ? [] : [`${key} is ${valueIn(family, page, key)}, not ${wanted}`]
  })

const orderFaults = (family: Family, choices: Choices, result: Tree): ReadonlyArray<string> =>
  [...result.children].flatMap(([parent, ids]) => {
    const lists = listsOf(family, parent)
    const chosen = choices.get(`order/${parent}`)
    const common = ids.filter((id) => commonOf(family, parent).includes(id))
    return common.flatMap((left, at) =>
      common.slice(at + 1).flatMap((right) => {
        const own = lists[chosen === "changed" ? 2 : 1] ?? []
        const stays = chosen === undefined ? pairOf(lists, left, right) : own.indexOf(left) < own.indexOf(right)
        return stays === true ? [] : [`${right} has to stand before ${left}`]
      })
    )
  })

/** Where a result deviates from the merge table and the choices. */
export const faultsOf = (family: Family, choices: Choices, result: Tree): ReadonlyArray<string> => [
  ...idsOf(family).flatMap((id) => {
    const page = result.pages.get(id)
    const isDemanded = isPresent(family, choices, result, id)
    if (isDemanded !== (page !== undefined)) return [`${id} ${isDemanded ? "is missing" : "is there"}`]
    if (page === undefined) return []
    return [placeFault(family, choices, result, id) ?? [], fieldFaults(family, choices, result, page)].flat()
  }),
  ...[...result.pages.keys()].filter((id) => !idsOf(family).includes(id)).map((id) => `${id} belongs to no side`),
  ...orderFaults(family, choices, result)
]
