import type { Role } from "@quire/core"

type Level = Role.Role | "inherit" | null

export interface Item {
  readonly id: string
  readonly kind: "space" | "collection"
  organization: string
  parent: string | null
  level: Level
  creator: string | null
  /** The deletion that removed it. */
  deleted: number | null
  readonly users: Map<string, Role.Role>
  readonly teams: Map<string, Role.Role>
}

export interface Person {
  role: Role.Role | null
  disabled: boolean
  readonly teams: Set<string>
}

/** Where a role comes from, as lists of effective roles say. */
export interface Origin {
  readonly type: "organization-admin" | "direct" | "team" | "creator" | "default-level" | "organization"
  readonly resource?: { readonly kind: "space" | "collection"; readonly id: string }
}

export interface Judged {
  readonly role: Role.Role
  readonly origin: Origin
  /** How near the source is: 0 is an administrator's, then user, team and level of each object upwards. */
  readonly rank: number
}

const order = ["read", "comment", "edit", "review", "create", "admin"] as const

export const above = (left: Role.Role, right: Role.Role): boolean => order.indexOf(left) > order.indexOf(right)

export const item = (
  given: Pick<Item, "id" | "kind" | "organization" | "parent" | "creator"> & { level?: Level }
): Item => ({
  level: "inherit",
  ...given,
  deleted: null,
  users: new Map(),
  teams: new Map()
})

/** What everybody may do, by asking one object after the other (rule access-precedence). */
export class Town {
  readonly items = new Map<string, Item>()
  /** By organization, then by user. */
  readonly people = new Map<string, Map<string, Person>>()
  #deletions = 0

  person(organization: string, user: string): Person | undefined {
    return this.people.get(organization)?.get(user)
  }

  active(organization: string, kind?: Item["kind"]): Array<Item> {
    return [...this.items.values()].filter(
      (each) =>
        each.deleted === null && each.organization === organization && (kind === undefined || each.kind === kind)
    )
  }

  judge(user: string, id: string): Judged | null {
    const start = this.items.get(id)
    if (start === undefined) return null
    const person = this.person(start.organization, user)
    if (person === undefined || person.disabled) return null
    if (person.role === "admin") return { role: "admin", origin: { type: "organization-admin" }, rank: 0 }
    return this.#step(user, person, start, 1)
  }

  #step(user: string, person: Person, here: Item, rank: number): Judged | null {
    const resource = { kind: here.kind, id: here.id }
    const own = here.users.get(user)
    if (own !== undefined) return { role: own, origin: { type: "direct", resource }, rank }
    let best: Role.Role | undefined
    for (const team of person.teams) {
      const given = here.teams.get(team)
      if (given !== undefined && (best === undefined || above(given, best))) best = given
    }
    if (best !== undefined) return { role: best, origin: { type: "team", resource }, rank: rank + 1 }
    if (here.level === null) {
      return here.creator === user ? { role: "create", origin: { type: "creator", resource }, rank: rank + 2 } : null
    }
    if (here.level !== "inherit") {
      if (person.role === null) return null
      return { role: here.level, origin: { type: "default-level", resource }, rank: rank + 2 }
    }
    const parent = here.parent === null ? undefined : this.items.get(here.parent)
    if (parent !== undefined) return this.#step(user, person, parent, rank + 3)
    return person.role === null ? null : { role: person.role, origin: { type: "organization" }, rank: rank + 3 }
  }

  /** Grants on active spaces of the organization. */
  spacesOf(organization: string, kind: "users" | "teams", id: string): number {
    return this.active(organization, "space").filter((each) => each[kind].has(id)).length
  }

  below(id: string): Array<Item> {
    const children = [...this.items.values()].filter(({ parent }) => parent === id)
    return children.flatMap((child) => [child, ...this.below(child.id)])
  }

  remove(id: string): void {
    const deletion = ++this.#deletions
    for (const each of this.#subtree(id)) each.deleted ??= deletion
  }

  restore(id: string): void {
    const self = this.items.get(id)
    if (self === undefined) return
    const together = this.below(id).filter(({ deleted }) => self.kind === "collection" && deleted === self.deleted)
    for (const each of [self, ...together]) {
      const parent = each.parent === null ? undefined : this.items.get(each.parent)
      if (parent?.deleted !== null) each.parent = null
      each.deleted = null
    }
  }

  transfer(id: string, organization: string): void {
    const all = this.#subtree(id)
    for (const each of all) {
      if (each.deleted !== null) {
        each.parent = null
        continue
      }
      each.organization = organization
      each.creator = null
      each.users.clear()
      each.teams.clear()
      if (each.id === id) each.parent = null
    }
  }

  leave(organization: string, user: string): void {
    this.people.get(organization)?.delete(user)
    for (const each of this.items.values()) {
      if (each.organization !== organization) continue
      each.users.delete(user)
      if (each.creator === user) each.creator = null
    }
  }

  disband(organization: string, team: string): void {
    for (const person of this.people.get(organization)?.values() ?? []) person.teams.delete(team)
    for (const each of this.items.values()) each.teams.delete(team)
  }

  #subtree(id: string): Array<Item> {
    const self = this.items.get(id)
    return self === undefined ? [] : [self, ...this.below(id)]
  }
}
