/** What one import brings. */
export interface Brought {
  /** In the title and the text of each of its pages, and nowhere else. */
  readonly word: string
  readonly pages: ReadonlyArray<string>
  readonly files: ReadonlyArray<string>
}

/** A space or collection, as acknowledged. */
export interface Thing {
  readonly id: string
  readonly kind: "space" | "collection"
  readonly title: string
  readonly parent: string | null
  /** Which deletion it went with; null when it is there. */
  readonly deletion: number | null
  readonly isCopy: boolean
  readonly brought: ReadonlyArray<Brought>
  /** Empty for collections. */
  readonly revision: string
}

/** Everything that was acknowledged. */
export interface Ledger {
  readonly organization: string
  readonly admin: string
  /** Number of the next step: titles, words and deletions are made of it. */
  readonly step: number
  readonly things: { readonly [id: string]: Thing }
}

export type Step =
  | { readonly op: "create"; readonly kind: Thing["kind"]; readonly title: string; readonly parent: string | null }
  | { readonly op: "move"; readonly id: string; readonly parent: string | null }
  | { readonly op: "delete"; readonly id: string }
  | { readonly op: "restore"; readonly id: string }
  | { readonly op: "import"; readonly id: string; readonly brought: Brought }
  | { readonly op: "duplicate"; readonly id: string; readonly title: string }

/** What an acknowledgement tells; empty where it tells nothing. */
export interface Acknowledged {
  readonly id: string
  readonly revision: string
}

export const copyTitle = (title: string) => `${title} (copy)`

export const thingOf = (ledger: Ledger, id: string): Thing => {
  const thing = ledger.things[id]
  if (thing === undefined) throw new Error(`the ledger has no ${id}`)
  return thing
}

/** Everything below, deleted or not, outermost first. */
export const below = (ledger: Ledger, id: string): ReadonlyArray<Thing> => {
  const children = Object.values(ledger.things).filter(({ parent }) => parent === id)
  const found: Array<Thing> = [...children]
  for (const child of found) found.push(...Object.values(ledger.things).filter(({ parent }) => parent === child.id))
  return found
}

const withThings = (ledger: Ledger, things: ReadonlyArray<Thing>): Ledger => ({
  ...ledger,
  things: { ...ledger.things, ...Object.fromEntries(things.map((thing) => [thing.id, thing])) }
})

/** Under the old parent if that is there, else at the root. */
const revived = (ledger: Ledger, id: string): Ledger => {
  const thing = thingOf(ledger, id)
  const isHome = thing.parent !== null && thingOf(ledger, thing.parent).deletion === null
  return withThings(ledger, [{ ...thing, parent: isHome ? thing.parent : null, deletion: null }])
}

const restored = (ledger: Ledger, id: string): Ledger => {
  const { deletion, kind } = thingOf(ledger, id)
  const together = kind === "space" ? [] : below(ledger, id).filter((each) => each.deletion === deletion)
  return together.reduce((so, each) => revived(so, each.id), revived(ledger, id))
}

const applied = (ledger: Ledger, step: Step, { id, revision }: Acknowledged): Ledger => {
  const fresh = { id, revision, deletion: null }
  switch (step.op) {
    case "create": {
      const { kind, parent, title } = step
      return withThings(ledger, [{ ...fresh, kind, title, parent, isCopy: false, brought: [] }])
    }
    case "move":
      return withThings(ledger, [{ ...thingOf(ledger, step.id), parent: step.parent }])
    case "delete": {
      const going = [thingOf(ledger, step.id), ...below(ledger, step.id)].filter(({ deletion }) => deletion === null)
      return withThings(
        ledger,
        going.map((thing) => ({ ...thing, deletion: ledger.step }))
      )
    }
    case "restore":
      return restored(ledger, step.id)
    case "import": {
      const space = thingOf(ledger, step.id)
      return withThings(ledger, [{ ...space, revision, brought: [...space.brought, step.brought] }])
    }
    case "duplicate":
      return withThings(ledger, [{ ...thingOf(ledger, step.id), ...fresh, title: step.title, isCopy: true }])
  }
}

/** The ledger after a step; things that the step leaves alone stay the same objects. */
export const apply = (ledger: Ledger, step: Step, acknowledged: Acknowledged): Ledger => ({
  ...applied(ledger, step, acknowledged),
  step: ledger.step + 1
})

/** What differs between two ledgers. */
export const changed = (before: Ledger, after: Ledger): ReadonlyArray<string> =>
  Object.keys(after.things).filter((id) => after.things[id] !== before.things[id])
