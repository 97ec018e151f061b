import type { Answer, Item, Model, Person, Role } from "./Model.ts"

interface Team {
  readonly key: number
  readonly organization: number
  readonly title: string
  readonly members: Map<string, "owner" | "member">
}

interface Invite {
  readonly key: number
  readonly organization: number
  /** Undefined for an invite to the organization itself. */
  readonly item: number | undefined
  readonly role: Role | null
  readonly by: string
}

const order: ReadonlyArray<Role> = ["read", "comment", "edit", "review", "create", "admin"]
const rank = (role: Role | null) => (role === null ? -1 : order.indexOf(role))
const weaker = (left: Role | null, right: Role | null) => (rank(left) <= rank(right) ? left : right)

const readerOf = (it: Person | number) => (typeof it === "number" ? `team:${it}` : `user:${it.name}`)

const refused = (reason: string): Answer => ({ refused: reason })

/** Who is in what, and who was given what: said simply, by loops over everything. */
export class Society {
  readonly teams = new Map<number, Team>()
  /** By item: roles by `user:{name}` and `team:{key}`. */
  readonly grants = new Map<number, Map<string, Role>>()
  readonly invites = new Map<number, Invite>()
  teamsMade = 0
  invitesMade = 0
  private readonly model: Model

  constructor(model: Model) {
    this.model = model
  }

  private teamsOf(person: Person, organization: number): ReadonlyArray<Team> {
    return [...this.teams.values()].filter(
      (team) => team.organization === organization && team.members.has(person.name)
    )
  }

  private grantsOn(item: number): Map<string, Role> {
    const found = this.grants.get(item) ?? new Map<string, Role>()
    this.grants.set(item, found)
    return found
  }

  /** What was given to the person on the item itself: their own before the best of their teams'. */
  given(person: Person, item: Item): Role | null {
    const here = this.grantsOn(item.key)
    const own = here.get(`user:${person.name}`)
    if (own !== undefined) return own
    return this.teamsOf(person, item.organization)
      .map(({ key }) => here.get(`team:${key}`) ?? null)
      .reduce((best, role) => (rank(role) > rank(best) ? role : best), null)
  }

  /** What is on active spaces, given directly. */
  private countOf(reader: string, organization: number): number {
    return [...this.grants].filter(([key, here]) => {
      const item = this.model.items.get(key)
      return item?.kind === "space" && item.organization === organization && item.deletedAt === null && here.has(reader)
    }).length
  }

  private memberView(person: Person, organization: number) {
    return {
      name: person.name,
      role: person.roles.get(organization) ?? null,
      spaces: this.countOf(`user:${person.name}`, organization),
      teams: this.teamsOf(person, organization).length
    }
  }

  private isLastAdmin(person: Person, organization: number): boolean {
    const admins = this.model.people.filter(({ roles }) => roles.get(organization) === "admin")
    return admins.length === 1 && admins[0]?.name === person.name
  }

  /** Undefined when the person is in the organization, else the refusal. */
  private belongs(person: Person, organization: number): Answer | undefined {
    return person.roles.has(organization) ? undefined : refused("OrganizationNotFound")
  }

  private leads(person: Person, organization: number): Answer | undefined {
    return (
      this.belongs(person, organization) ??
      (person.roles.get(organization) === "admin" ? undefined : refused("Forbidden"))
    )
  }

  members(person: Person, organization: number): Answer {
    const denied = this.belongs(person, organization)
    if (denied !== undefined) return denied
    if (person.roles.get(organization) === null) return refused("Forbidden")
    const all = this.model.people.filter(({ roles }) => roles.has(organization))
    const views = all.map((one) => this.memberView(one, organization))
    return { ok: views.sort((a, b) => (a.name < b.name ? -1 : 1)) }
  }

  private seesMember(person: Person, organization: number, target: Person): boolean {
    const isViewable = person.roles.get(organization) !== null || person.name === target.name
    return isViewable && target.roles.has(organization)
  }

  changeRole(person: Person, organization: number, target: Person, role: Role | null): Answer {
    const denied = this.belongs(person, organization)
    if (denied !== undefined) return denied
    if (!this.seesMember(person, organization, target)) return refused("MemberNotFound")
    if (person.roles.get(organization) !== "admin") return refused("Forbidden")
    if (role !== "admin" && this.isLastAdmin(target, organization)) return refused("LastAdministrator")
    target.roles.set(organization, role)
    return { ok: this.memberView(target, organization) }
  }

  removeMember(person: Person, organization: number, target: Person): Answer {
    const denied = this.belongs(person, organization)
    if (denied !== undefined) return denied
    if (!this.seesMember(person, organization, target)) return { ok: false }
    const isAllowed = person.roles.get(organization) === "admin" || person.name === target.name
    if (!isAllowed) return refused("Forbidden")
    if (this.isLastAdmin(target, organization)) return refused("LastAdministrator")
    for (const team of this.teamsOf(target, organization)) team.members.delete(target.name)
    for (const item of this.model.items.values()) {
      if (item.organization !== organization) continue
      this.grantsOn(item.key).delete(`user:${target.name}`)
      if (item.creator === target.name) item.creator = null
    }
    for (const invite of this.invites.values()) {
      if (invite.organization === organization && invite.by === target.name) this.invites.delete(invite.key)
    }
    target.roles.delete(organization)
    return { ok: true }
  }

  private teamView(person: Person, team: Team) {
    const isOwner = team.members.get(person.name) === "owner"
    return {
      title: team.title,
      members: team.members.size,
      spaces: this.countOf(`team:${team.key}`, team.organization),
      manages: isOwner || person.roles.get(team.organization) === "admin"
    }
  }

  createTeam(person: Person, organization: number, title: string, members: ReadonlyArray<Person>): Answer {
    const denied = this.leads(person, organization)
    if (denied !== undefined) return denied
    if (members.some(({ roles }) => !roles.has(organization))) return refused("ReferenceNotFound")
    const key = this.teamsMade++
    const team: Team = { key, organization, title, members: new Map(members.map(({ name }) => [name, "member"])) }
    this.teams.set(key, team)
    return { ok: this.teamView(person, team) }
  }

  private seesTeam(person: Person, organization: number, team: Team | undefined): team is Team {
    if (team === undefined || team.organization !== organization) return false
    return person.roles.get(organization) !== null || team.members.has(person.name)
  }

  getTeam(person: Person, organization: number, key: number): Answer {
    const team = this.teams.get(key)
    const denied = this.belongs(person, organization)
    if (denied !== undefined) return denied
    return this.seesTeam(person, organization, team) ? { ok: this.teamView(person, team) } : refused("TeamNotFound")
  }

  removeTeam(person: Person, organization: number, key: number): Answer {
    const team = this.teams.get(key)
    const denied = this.belongs(person, organization)
    if (denied !== undefined) return denied
    if (!this.seesTeam(person, organization, team)) return { ok: false }
    if (person.roles.get(organization) !== "admin") return refused("Forbidden")
    this.teams.delete(key)
    for (const here of this.grants.values()) here.delete(`team:${key}`)
    return { ok: true }
  }

  changeTeam(
    person: Person,
    organization: number,
    key: number,
    changes: {
      readonly add: ReadonlyArray<Person>
      readonly owners: ReadonlyArray<Person>
      readonly remove: ReadonlyArray<Person>
    }
  ): Answer {
    const team = this.teams.get(key)
    const denied = this.belongs(person, organization)
    if (denied !== undefined) return denied
    if (!this.seesTeam(person, organization, team)) return refused("TeamNotFound")
    const isManager = person.roles.get(organization) === "admin" || team.members.get(person.name) === "owner"
    if (!isManager) return refused("Forbidden")
    const named = [...changes.add, ...changes.owners, ...changes.remove]
    const isGuest = person.roles.get(organization) === null
    const isKnown = (one: Person) => (isGuest ? team.members.has(one.name) : one.roles.has(organization))
    if (!named.every(isKnown)) return refused("ReferenceNotFound")
    for (const { name } of changes.add) if (!team.members.has(name)) team.members.set(name, "member")
    for (const { name } of changes.owners) team.members.set(name, "owner")
    for (const { name } of changes.remove) team.members.delete(name)
    return { ok: null }
  }

  /** The person's role on the item, or why they may not give any there. */
  private gives(person: Person, kind: Item["kind"], item: number): Item | Answer {
    const found = this.model.items.get(item)
    const hidden = refused(kind === "space" ? "SpaceNotFound" : "CollectionNotFound")
    if (found === undefined || found.kind !== kind || found.deletedAt !== null) return hidden
    const role = this.model.role(person, found)
    if (role === null) return hidden
    return rank(role) >= rank("create") ? found : refused("Forbidden")
  }

  /** Whom a person may name in a grant; a guest may name themselves, their teams, and people who have a role there already. */
  private mayName(person: Person, item: Item, to: Person | number): boolean {
    const { organization } = item
    if (person.roles.get(organization) !== null) {
      return typeof to === "number" ? this.teams.get(to)?.organization === organization : to.roles.has(organization)
    }
    const isTheirs =
      typeof to === "number"
        ? this.teamsOf(person, organization).some(({ key }) => key === to)
        : to.name === person.name
    return isTheirs || this.grantsOn(item.key).has(readerOf(to))
  }

  grant(person: Person, kind: Item["kind"], item: number, to: Person | number, role: Role): Answer {
    const found = this.gives(person, kind, item)
    if (!("key" in found)) return found
    const own = this.model.role(person, found)
    const present = this.grantsOn(item).get(readerOf(to)) ?? null
    if (rank(role) > rank(own) || rank(present) > rank(own)) return refused("Forbidden")
    if (!this.mayName(person, found, to)) return refused("ReferenceNotFound")
    const reader = readerOf(to)
    this.grantsOn(item).set(reader, role)
    return { ok: null }
  }

  ungrant(person: Person, kind: Item["kind"], item: number, from: Person | number): Answer {
    const found = this.gives(person, kind, item)
    if (!("key" in found)) return found
    const reader = readerOf(from)
    const present = this.grantsOn(item).get(reader)
    if (present === undefined) return { ok: false }
    if (rank(present) > rank(this.model.role(person, found))) return refused("Forbidden")
    this.grantsOn(item).delete(reader)
    return { ok: true }
  }

  invite(person: Person, organization: number, item: number | undefined, role: Role | null): Answer {
    const denied = this.belongs(person, organization)
    if (denied !== undefined) return denied
    if (item === undefined) {
      if (person.roles.get(organization) !== "admin") return refused("Forbidden")
    } else {
      const found = this.model.items.get(item)
      if (found === undefined || found.deletedAt !== null || found.organization !== organization)
        return refused("ReferenceNotFound")
      const own = this.model.role(person, found)
      if (own === null) return refused("ReferenceNotFound")
      if (rank(own) < rank("create") || rank(role) > rank(own)) return refused("Forbidden")
    }
    const key = this.invitesMade++
    this.invites.set(key, { key, organization, item, role, by: person.name })
    return { ok: { role } }
  }

  join(person: Person, organization: number, key: number): Answer {
    const invite = this.invites.get(key)
    const gone = refused("InviteNotFound")
    if (invite === undefined || invite.organization !== organization) return gone
    const inviter = this.model.people.find(({ name }) => name === invite.by)
    if (inviter === undefined || !inviter.roles.has(organization)) return gone
    const present = person.roles.get(organization)
    if (invite.item === undefined) {
      const role = weaker(invite.role, inviter.roles.get(organization) ?? null)
      if (present === undefined || rank(role) > rank(present)) person.roles.set(organization, role)
      return { ok: null }
    }
    const item = this.model.items.get(invite.item)
    if (item === undefined || item.deletedAt !== null || item.organization !== organization) return gone
    const level = weaker(invite.role, this.model.role(inviter, item))
    if (present === undefined) person.roles.set(organization, null)
    if (level !== null && rank(level) > rank(this.model.role(person, item))) {
      this.grantsOn(item.key).set(`user:${person.name}`, level)
    }
    return { ok: null }
  }

  /** What leaves an organization leaves behind what was given on it, and the links to it. */
  left(item: Item): void {
    this.grants.delete(item.key)
    for (const invite of this.invites.values()) if (invite.item === item.key) this.invites.delete(invite.key)
  }
}
