import type { Role } from "@quire/core"

type Level = Role.Role | "inherit" | null

export interface Item {
  readonly id: string
  readonly kind: "space" | "collection" | "site"
  organization: string
  parent: string | null
  level: Level
  creator: string | null
  /** The deletion that removed it. */
  deleted: number | null
  /** The sites that a space is on. */
  readonly sites: Set<string>
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
  readonly resource?: { readonly kind: Item["kind"]; readonly id: string }
}

export interface Judged {
  readonly role: Role.Role
  readonly origin: Origin
  /** How near the source is: 0 is an administrator's, then user, team, level and users and teams of sites, upwards. */
  readonly rank: number
}

const order = ["read", "comment", "edit", "review", "create", "admin"] as const

export const above = (left: Role.Role, right: Role.Role): boolean => order.indexOf(left) > order.indexOf(right)

/** The ranks of the sources at one thing. */
export const stride = 5

export const item = (
  given: Pick<Item, "id" | "kind" | "organization" | "parent" | "creator"> & { level?: Level }
): Item => ({
  level: "inherit",
  ...given,
  deleted: null,
  sites: new Set(),
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
    const granted = this.#granted(user, person, [here], rank)
    if (granted !== null) return granted
    const resource = { kind: here.kind, id: here.id }
    if (here.level === null) {
      return here.creator === user ? { role: "create", origin: { type: "creator", resource }, rank: rank + 2 } : null
    }
    if (here.level !== "inherit") {
      if (person.role === null) return null
      return { role: here.level, origin: { type: "default-level", resource }, rank: rank + 2 }
    }
    const sites = [...here.sites].sort().flatMap((site) => this.items.get(site) ?? [])
    const bySite = this.#granted(user, person, sites, rank + 3)
    if (bySite !== null) return bySite
    const parent = here.parent === null ? undefined : this.items.get(here.parent)
    if (parent !== undefined) return this.#step(user, person, parent, rank + stride)
    return person.role === null ? null : { role: person.role, origin: { type: "organization" }, rank: rank + stride }
  }

  /** The strongest of one's own on several things, else the strongest of one's teams. */
  #granted(user: string, person: Person, on: ReadonlyArray<Item>, rank: number): Judged | null {
    const strongest = (
      type: "direct" | "team",
      rank: number,
      rolesOn: (each: Item) => Iterable<Role.Role | undefined>
    ) => {
      let best: Judged | null = null
      for (const each of on) {
        for (const role of rolesOn(each)) {
          if (role === undefined || (best !== null && !above(role, best.role))) continue
          best = { role, origin: { type, resource: { kind: each.kind, id: each.id } }, rank }
        }
      }
      return best
    }
    return (
      strongest("direct", rank, ({ users }) => [users.get(user)]) ??
      strongest("team", rank + 1, ({ teams }) => [...person.teams].map((team) => teams.get(team)))
    )
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
    const self = this.items.get(id)
    for (const each of this.#subtree(id)) {
      const isLeft = each !== self && each.sites.size > 0 && each.deleted === null
      if (isLeft) each.parent = self?.parent ?? null
      else each.deleted ??= deletion
    }
  }

  /** A site is permanently deleted, and its spaces remain. */
  removeSite(id: string): void {
    this.items.delete(id)
    for (const each of this.items.values()) each.sites.delete(id)
  }

  /** Whether something that a transfer would take along is on a site. */
  isLinked(id: string): boolean {
    return this.#subtree(id).some((each) => each.deleted === null && each.sites.size > 0)
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
