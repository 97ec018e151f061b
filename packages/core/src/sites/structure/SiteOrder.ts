import { Result } from "effect"
import { ReferenceNotFound } from "../../people/access/Access.ts"
import { MoveInvalid, NothingChanged } from "../../people/placement/Move.ts"

/** The position of an item among its siblings, by the id of its neighbor; undefined is the end. */
export interface SitePosition {
  readonly side: "before" | "after"
  readonly id: string
  /** Path of the id in the body. */
  readonly field: string
}

const keepsOrder = (left: ReadonlyArray<{ readonly id: string }>, right: ReadonlyArray<{ readonly id: string }>) =>
  left.length === right.length && left.every(({ id }, index) => id === right[index]?.id)

/** Puts an item before or after a sibling, or at the end; undefined if there is no such sibling. */
export const insertAt = <A extends { readonly id: string }>(
  siblings: ReadonlyArray<A>,
  thing: A,
  position: Pick<SitePosition, "id" | "side"> | undefined
): ReadonlyArray<A> | undefined => {
  const others = siblings.filter(({ id }) => id !== thing.id)
  if (position === undefined) return [...others, thing]
  const at = others.findIndex(({ id }) => id === position.id)
  if (at < 0) return undefined
  return others.toSpliced(position.side === "before" ? at : at + 1, 0, thing)
}

/** Moves an item among its siblings (rule site-order). */
export const move = <A extends { readonly id: string }>(
  siblings: ReadonlyArray<A>,
  thing: A,
  position: SitePosition | undefined
): Result.Result<ReadonlyArray<A>, MoveInvalid | ReferenceNotFound | NothingChanged> => {
  if (position?.id === thing.id)
    return Result.fail(new MoveInvalid({ field: position.field, rule: "must not be the moved item itself" }))
  const next = insertAt(siblings, thing, position)
  if (next === undefined && position !== undefined) {
    return Result.fail(makeReferenceNotFound(position, "must name a sibling on this site"))
  }
  if (next === undefined || keepsOrder(siblings, next)) return Result.fail(new NothingChanged({ id: thing.id }))
  return Result.succeed(next)
}

export const makeReferenceNotFound = ({ field, id }: SitePosition, rule: string): ReferenceNotFound =>
  new ReferenceNotFound({ field, id, rule })
