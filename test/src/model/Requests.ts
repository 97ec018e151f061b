import type { Answer, Item, Model, Person, Role } from "./Model.ts"

type Status = "draft" | "open" | "archived" | "merged"

interface Request {
  readonly key: number
  readonly space: number
  readonly number: number
  readonly by: string
  status: Status
  /** How often the space had changed when the request was made or last brought up to date. */
  base: number
  added: Array<string>
}

const order: ReadonlyArray<Role> = ["read", "comment", "edit", "review", "create", "admin"]
const atLeast = (role: Role | null, needed: Role) => role !== null && order.indexOf(role) >= order.indexOf(needed)
const refused = (reason: string): Answer => ({ refused: reason })

/** Change requests that add pages, said simply: a list of titles that a merge puts into the space. */
export class Requests {
  readonly all = new Map<number, Request>()
  private readonly heads = new Map<number, number>()
  private next = 0
  private readonly model: Model

  constructor(model: Model) {
    this.model = model
  }

  private headOf(space: number): number {
    return this.heads.get(space) ?? 0
  }

  /** The space's content changed. */
  moved(space: number): void {
    this.heads.set(space, this.headOf(space) + 1)
  }

  private opened(person: Person, space: number): Item | undefined {
    const item = this.model.items.get(space)
    const isThere = item?.kind === "space" && item.deletedAt === null
    return isThere && this.model.role(person, item) !== null ? item : undefined
  }

  private view(request: Request) {
    const { number, status } = request
    return { number, status, outdated: status !== "merged" && request.base !== this.headOf(request.space) }
  }

  create(person: Person, space: number): Answer {
    const item = this.opened(person, space)
    if (item === undefined) return refused("SpaceNotFound")
    if (!atLeast(this.model.role(person, item), "edit")) return refused("Forbidden")
    const key = this.next++
    const number = [...this.all.values()].filter((other) => other.space === space).length + 1
    const base = this.headOf(space)
    const made: Request = { key, space, number, by: person.name, status: "draft", base, added: [] }
    this.all.set(key, made)
    return { ok: this.view(made) }
  }

  /** The request for a caller with at least a role, else the refusal; `needed` apart for the author. */
  private asked(person: Person, key: number, needed: Role): Request | Answer {
    const request = this.all.get(key)
    const item = this.opened(person, request?.space ?? -1)
    if (item === undefined || request === undefined) return refused("SpaceNotFound")
    return atLeast(this.model.role(person, item), needed) ? request : refused("Forbidden")
  }

  get(person: Person, key: number): Answer {
    const request = this.asked(person, key, "read")
    return "key" in request ? { ok: this.view(request) } : request
  }

  addPage(person: Person, key: number, title: string): Answer {
    const request = this.asked(person, key, "edit")
    if (!("key" in request)) return request
    if (request.status === "merged" || request.status === "archived") return refused("ChangeRequestClosed")
    request.added.push(title)
    return { ok: null }
  }

  setStatus(person: Person, key: number, status: "draft" | "open" | "archived"): Answer {
    const request = this.all.get(key)
    const isOpening = request?.status === status || (request?.status === "draft" && status === "open")
    const isFree = isOpening || request?.by === person.name
    const found = this.asked(person, key, isFree ? "edit" : "review")
    if (!("key" in found)) return found
    if (found.status === "merged") return refused("ChangeRequestClosed")
    found.status = status
    return { ok: this.view(found) }
  }

  merge(person: Person, key: number): Answer {
    const request = this.asked(person, key, "review")
    if (!("key" in request)) return request
    if (request.status === "merged" || request.status === "archived") return refused("ChangeRequestClosed")
    request.status = "merged"
    this.model.items.get(request.space)?.pages.push(...request.added)
    this.moved(request.space)
    return { ok: "merge" }
  }
}
