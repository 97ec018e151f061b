import { Effect, Option, Stream } from "effect"
import type { UserId } from "../id/Ids.ts"
import * as Repository from "../store/Repository.ts"
import type { Index, Keyset, RowStore } from "../store/RowStore.ts"
import type { Json } from "../text/CanonicalJson.ts"
import type { PersonalDataSection } from "./PersonalDataSection.ts"

/** How many rows are read together. */
const batch = 200

/** The user whose rows are requested, and the organizations that they are a member of. */
export interface Whose {
  readonly user: UserId
  readonly organizations: ReadonlyArray<string>
}

/** A row as shown to its user. */
export interface PersonalRow {
  readonly [field: string]: Json
}

/** The rows of one collection that belong to one user (rule user-export). */
export interface Source {
  readonly section: PersonalDataSection
  readonly make: Effect.Effect<(whose: Whose) => Stream.Stream<PersonalRow>, never, RowStore>
}

/**
 * The rows that a query by one index finds, each converted by `show`, which omits credentials and data of other users.
 */
export const source = <
  A extends { readonly id: string },
  I,
  Cs extends Repository.Columns<A>,
  Ix extends Repository.Indexes<Cs>,
  Ux extends Repository.Uniques<Cs>,
  N extends keyof Ix & string
>(
  section: PersonalDataSection,
  collection: Repository.Collection<A, I, Cs, Ix, Ux>,
  index: N,
  query: (whose: Whose) => Repository.OrderedFilter<Cs, Ix[N] & Index<keyof Cs & string>>,
  show: (self: A) => PersonalRow
): Source => ({
  section,
  make: Effect.map(Repository.make(collection), (rows) => (whose) => {
    const { keyset, load } = rows.source(index, query(whose))
    const readNext = (after: Keyset | undefined) =>
      Effect.map(load(after, batch), (found) => {
        const last = found.length < batch ? undefined : found.at(-1)
        return [
          found.map(({ value }) => show(value)),
          last === undefined ? Option.none<Keyset>() : Option.some(keyset(last))
        ] as const
      })
    return Stream.paginate<Keyset | undefined, PersonalRow>(undefined, readNext)
  })
})
