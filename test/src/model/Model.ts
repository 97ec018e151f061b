import { Requests } from "./Requests.ts"
import { Society } from "./Society.ts"

/**
 * What organizations, collections, spaces and imports do, said a second time and more simply: lists and loops over
 * everything, no stored inheritance, no indexes. The engine must answer as this does.
 */

export const week = 604_800_000

export type Role = "read" | "comment" | "edit" | "review" | "create" | "admin"
export type Level = Role | "inherit" | null

const order: ReadonlyArray<Role> = ["read", "comment", "edit", "review", "create", "admin"]
const atLeast = (role: Role | null, needed: Role) => role !== null && order.indexOf(role) >= order.indexOf(needed)

export interface Person {
  readonly name: string
  /** Role by organization; absent is a stranger, null a guest. */
  readonly roles: Map<number, Role | null>
}

export interface Item {
  readonly key: number
  readonly kind: "space" | "collection"
  organization: number
  parent: number | null
  level: Level
  title: string
  creator: string | null
  deletedAt: number | null
  deletion: number | null
  /** Where among its siblings it stood when it was deleted. */
  place: number
  editMode: "live" | "locked"
  pages: Array<string>
}

/** An answer: what can be compared, or the reason of a refusal. */
export type Answer = { readonly ok: unknown } | { readonly refused: string }

const refused = (reason: string): Answer => ({ refused: reason })

export interface Where {
  readonly parent?: number | null
  readonly sibling?: { readonly side: "before" | "after"; readonly key: number }
}

export class Model {
  now = 0
  readonly items = new Map<number, Item>()
  /** Everything active below a parent of an organization, in order: `organization/parent`. */
  private readonly orders = new Map<string, Array<number>>()
  private deletions = 0
  private next = 0
  readonly people: ReadonlyArray<Person>
  readonly society = new Society(this)
  readonly requests = new Requests(this)

  constructor(people: ReadonlyArray<Person>) {
    this.people = people.map(({ name, roles }) => ({ name, roles: new Map(roles) }))
  }

  private siblings(organization: number, parent: number | null): Array<number> {
    const key = `${organization}/${parent ?? ""}`
    const list = this.orders.get(key) ?? []
    this.orders.set(key, list)
    return list
  }

  private active(key: number | null | undefined, kind?: "space" | "collection"): Item | undefined {
    const item = key === null || key === undefined ? undefined : this.items.get(key)
    return item !== undefined && item.deletedAt === null && (kind === undefined || item.kind === kind)
      ? item
      : undefined
  }

  role(person: Person, item: Item): Role | null {
    const own = person.roles.get(item.organization)
    if (own === undefined) return null
    if (own === "admin") return "admin"
    const given = this.society.given(person, item)
    if (given !== null) return given
    if (item.level === null) return item.creator === person.name ? "create" : null
    if (item.level !== "inherit") return own === null ? null : item.level
    const parent = item.parent === null ? undefined : this.items.get(item.parent)
    return parent === undefined ? own : this.role(person, parent)
  }

  /** Whether the person may do it: undefined when yes, else the refusal. */
  private asks(person: Person, item: Item | undefined, needed: Role, notFound: string): Answer | undefined {
    const role = item === undefined ? null : this.role(person, item)
    if (!atLeast(role, "read")) return refused(notFound)
    return atLeast(role, needed) ? undefined : refused("Forbidden")
  }

  private creates(person: Person, organization: number): Answer | undefined {
    const own = person.roles.get(organization)
    if (own === undefined) return refused("OrganizationNotFound")
    return atLeast(own, "create") ? undefined : refused("Forbidden")
  }

  private notFound(kind: "space" | "collection") {
    return kind === "space" ? "SpaceNotFound" : "CollectionNotFound"
  }

  view(person: Person, item: Item) {
    const role = this.role(person, item)
    const shared = { title: item.title, parent: item.parent, level: item.level, creates: atLeast(role, "create") }
    return item.kind === "collection"
      ? shared
      : {
          ...shared,
          edits: atLeast(role, "edit"),
          editMode: item.editMode,
          deleted: item.deletedAt !== null,
          visibility: item.parent !== null && item.level === "inherit" ? "in-collection" : "private"
        }
  }

  create(
    kind: "space" | "collection",
    person: Person,
    organization: number,
    title: string | undefined,
    parent?: number
  ): Answer {
    if (!person.roles.has(organization)) return refused("OrganizationNotFound")
    const above = this.active(parent, "collection")
    const refusal =
      parent === undefined
        ? this.creates(person, organization)
        : (this.asks(person, above, "create", "ReferenceNotFound") ??
          (above?.organization === organization ? undefined : refused("ReferenceNotFound")))
    if (refusal !== undefined) return refusal
    return { ok: this.view(person, this.add(kind, organization, parent ?? null, title ?? "Untitled", person.name)) }
  }

  private add(
    kind: "space" | "collection",
    organization: number,
    parent: number | null,
    title: string,
    creator: string
  ): Item {
    const item: Item = {
      key: this.next++,
      kind,
      organization,
      parent,
      level: "inherit",
      title,
      creator,
      deletedAt: null,
      deletion: null,
      place: 0,
      editMode: "locked",
      pages: []
    }
    this.items.set(item.key, item)
    this.siblings(organization, parent).push(item.key)
    return item
  }

  get(kind: "space" | "collection", person: Person, key: number): Answer {
    const item = this.items.get(key)
    const hidden = refused(this.notFound(kind))
    if (item === undefined || item.kind !== kind) return hidden
    const role = this.role(person, item)
    if (!atLeast(role, "read")) return hidden
    if (item.deletedAt !== null) {
      const shown = kind === "space" && atLeast(role, "create") && this.now < item.deletedAt + week
      if (!shown) return hidden
    }
    return { ok: this.view(person, item) }
  }

  list(kind: "space" | "collection", person: Person, organization: number): Answer {
    if (!person.roles.has(organization)) return refused("OrganizationNotFound")
    const all = [...this.items.values()].filter(
      (item) =>
        item.kind === kind &&
        item.organization === organization &&
        item.deletedAt === null &&
        this.role(person, item) !== null
    )
    return { ok: { count: all.length, items: all.map((item) => this.view(person, item)) } }
  }

  childrenOf(person: Person, key: number): Answer {
    const item = this.active(key, "collection")
    const refusal = this.asks(person, item, "read", "CollectionNotFound")
    if (refusal !== undefined || item === undefined) return refusal ?? refused("CollectionNotFound")
    const shown = this.siblings(item.organization, key)
      .flatMap((child) => this.items.get(child) ?? [])
      .filter((child) => child.kind === "space" && this.role(person, child) !== null)
    return { ok: { count: shown.length, items: shown.map((child) => this.view(person, child)) } }
  }

  update(
    kind: "space" | "collection",
    person: Person,
    key: number,
    changes: { title?: string; level?: Level; editMode?: "live" | "locked" }
  ): Answer {
    const item = this.active(key, kind)
    const refusal = this.asks(person, item, "create", this.notFound(kind))
    if (refusal !== undefined || item === undefined) return refusal ?? refused(this.notFound(kind))
    if (changes.title !== undefined) item.title = changes.title
    if (changes.level !== undefined) item.level = changes.level
    if (changes.editMode !== undefined && kind === "space") item.editMode = changes.editMode
    return { ok: this.view(person, item) }
  }

  private isBelow(key: number, above: number): boolean {
    for (let at = this.items.get(key); at !== undefined && at.parent !== null; at = this.items.get(at.parent)) {
      if (at.parent === above) return true
    }
    return false
  }

  private below(key: number): ReadonlyArray<Item> {
    return [...this.items.values()].filter((item) => this.isBelow(item.key, key))
  }

  private leave(item: Item) {
    const list = this.siblings(item.organization, item.parent)
    const at = list.indexOf(item.key)
    if (at >= 0) list.splice(at, 1)
  }

  move(kind: "space" | "collection", person: Person, key: number, where: Where): Answer {
    if (where.parent === undefined && where.sibling === undefined) return refused("MoveInvalid")
    const item = this.active(key, kind)
    const refusal = this.asks(person, item, "create", this.notFound(kind))
    if (refusal !== undefined || item === undefined) return refusal ?? refused(this.notFound(kind))
    const target = where.parent === undefined ? item.parent : where.parent
    if (target === null) {
      const root = this.creates(person, item.organization)
      if (root !== undefined) return root
    } else {
      const above = this.active(target, "collection")
      const stays = where.parent === undefined
      const denied = this.asks(person, above, "create", stays ? "Forbidden" : "ReferenceNotFound")
      if (denied !== undefined) return denied
      if (above?.organization !== item.organization) return refused("ReferenceNotFound")
      if (target === key || this.isBelow(target, key)) return refused("MoveInvalid")
    }
    const list = this.siblings(item.organization, target)
    const rest = list.filter((each) => each !== key)
    let at = rest.length
    if (where.sibling !== undefined) {
      if (where.sibling.key === key) return refused("MoveInvalid")
      const other = this.active(where.sibling.key)
      if (other === undefined || !rest.includes(other.key) || this.role(person, other) === null)
        return refused("ReferenceNotFound")
      at = rest.indexOf(other.key) + (where.sibling.side === "after" ? 1 : 0)
    }
    const result = [...rest.slice(0, at), key, ...rest.slice(at)]
    if (item.parent === target && result.every((each, index) => each === list[index])) return refused("NothingChanged")
    this.leave(item)
    item.parent = target
    list.splice(0, list.length, ...result)
    return { ok: this.view(person, item) }
  }

  remove(kind: "space" | "collection", person: Person, key: number): Answer {
    const item = this.active(key, kind)
    const refusal = this.asks(person, item, "create", "gone")
    if (item === undefined || refusal !== undefined) {
      return refusal !== undefined && "refused" in refusal && refusal.refused === "Forbidden" ? refusal : { ok: false }
    }
    const deletion = ++this.deletions
    const going = [item, ...this.below(key)].filter((each) => each.deletedAt === null)
    for (const each of going) each.place = this.siblings(each.organization, each.parent).indexOf(each.key)
    for (const each of going) {
      this.leave(each)
      each.deletedAt = this.now
      each.deletion = deletion
    }
    return { ok: true }
  }

  private revive(item: Item) {
    const parent = this.active(item.parent, "collection")
    item.parent = parent !== undefined && parent.organization === item.organization ? parent.key : null
    item.deletedAt = null
    item.deletion = null
    this.siblings(item.organization, item.parent).push(item.key)
  }

  restore(kind: "space" | "collection", person: Person, key: number): Answer {
    const item = this.items.get(key)
    const hidden = refused(this.notFound(kind))
    if (item === undefined || item.kind !== kind) return hidden
    const role = this.role(person, item)
    if (!atLeast(role, "read")) return hidden
    if (item.deletedAt === null) return atLeast(role, "create") ? refused("NotDeleted") : refused("Forbidden")
    if (!atLeast(role, "create") || this.now >= item.deletedAt + week) return hidden
    const { deletion } = item
    const together = kind === "collection" ? this.below(key).filter((each) => each.deletion === deletion) : []
    const depth = (each: Item): number => (each.parent === null ? 0 : 1 + depth(this.items.get(each.parent) ?? each))
    const sorted = together
      .map((each) => ({ each, depth: depth(each) }))
      .sort((a, b) => a.depth - b.depth || a.each.place - b.each.place)
    this.revive(item)
    for (const { each } of sorted) this.revive(each)
    return { ok: this.view(person, item) }
  }

  transfer(kind: "space" | "collection", person: Person, key: number, target: number): Answer {
    const item = this.active(key, kind)
    const refusal = this.asks(person, item, "create", this.notFound(kind))
    if (refusal !== undefined || item === undefined) return refusal ?? refused(this.notFound(kind))
    const source = this.creates(person, item.organization)
    if (source !== undefined) return source
    if (!person.roles.has(target)) return refused("ReferenceNotFound")
    const there = this.creates(person, target)
    if (there !== undefined) return there
    if (item.organization === target) return refused("NothingChanged")
    const below = this.below(key)
    const moving = below.filter((each) => each.deletedAt === null)
    if (moving.some((each) => !atLeast(this.role(person, each), "create"))) return refused("Forbidden")
    this.leave(item)
    for (const each of below) {
      if (each.deletedAt !== null) each.parent = null
    }
    const parents = new Set([key, ...moving.map((each) => each.key)])
    const orders = [...parents].map((parent) => [parent, this.siblings(item.organization, parent).splice(0)] as const)
    for (const each of [item, ...moving]) {
      this.society.left(each)
      each.organization = target
      each.creator = null
    }
    item.parent = null
    for (const [parent, list] of orders) this.siblings(target, parent).push(...list)
    this.siblings(target, null).push(key)
    return { ok: this.view(person, item) }
  }

  duplicate(person: Person, key: number): Answer {
    const item = this.active(key, "space")
    const refusal = this.asks(person, item, "read", "SpaceNotFound")
    if (refusal !== undefined || item === undefined) return refusal ?? refused("SpaceNotFound")
    const place =
      item.parent === null
        ? this.creates(person, item.organization)
        : this.asks(person, this.active(item.parent), "create", "Forbidden")
    if (place !== undefined) return place
    const copy = this.add(
      "space",
      item.organization,
      item.parent,
      `${item.title.slice(0, 43).trimEnd()} (copy)`.trimStart(),
      person.name
    )
    copy.level = item.level
    copy.pages = [...item.pages]
    const list = this.siblings(item.organization, item.parent)
    list.pop()
    list.splice(list.indexOf(key) + 1, 0, copy.key)
    return { ok: this.view(person, copy) }
  }

  importPage(person: Person, key: number, title: string): Answer {
    const item = this.active(key, "space")
    const refusal = this.asks(person, item, "edit", "SpaceNotFound")
    if (refusal !== undefined || item === undefined) return refusal ?? refused("SpaceNotFound")
    if (item.editMode === "locked" && item.pages.length > 0) return refused("SpaceLocked")
    item.pages.push(title)
    this.requests.moved(key)
    return { ok: { imported: 1, total: 1 } }
  }

  pages(person: Person, key: number): Answer {
    const item = this.active(key, "space")
    const refusal = this.asks(person, item, "read", "SpaceNotFound")
    return refusal ?? { ok: [...(item?.pages ?? [])].sort() }
  }

  search(person: Person, organization: number, word: string): Answer {
    if (!person.roles.has(organization)) return refused("OrganizationNotFound")
    const found = [...this.items.values()].filter(
      (item) =>
        item.kind === "space" &&
        item.organization === organization &&
        item.deletedAt === null &&
        this.role(person, item) !== null &&
        item.pages.some((title) => title.toLowerCase().split(" ").includes(word))
    )
    return { ok: found.map((item) => item.title).sort() }
  }
}
