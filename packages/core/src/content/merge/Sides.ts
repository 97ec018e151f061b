import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"

/** `primary` is the space's content, `changed` that of a change request. */
export type Side = "primary" | "changed"

export const other = (side: Side): Side => (side === "primary" ? "changed" : "primary")

/** One value in three trees; undefined if a tree lacks it. */
export interface Sides<A> {
  readonly base: A | undefined
  readonly primary: A | undefined
  readonly changed: A | undefined
}

export const map = <A, B>({ base, primary, changed }: Sides<A>, f: (value: A) => B | undefined): Sides<B> => ({
  base: base === undefined ? undefined : f(base),
  primary: primary === undefined ? undefined : f(primary),
  changed: changed === undefined ? undefined : f(changed)
})

/** The side whose value is used; undefined if both changed it differently. */
export const resolvedSide = <A>(sides: Sides<A>): Side | undefined => {
  if (CanonicalJson.equals(sides.primary, sides.changed)) return "primary"
  if (CanonicalJson.equals(sides.base, sides.changed)) return "primary"
  return CanonicalJson.equals(sides.base, sides.primary) ? "changed" : undefined
}

/** The side that deleted what the base and the other side have. */
export const sideThatDeleted = <A>({ base, primary, changed }: Sides<A>): Side | undefined => {
  if (base === undefined || (primary === undefined) === (changed === undefined)) return undefined
  return primary === undefined ? "primary" : "changed"
}

/** The only side that has it. */
export const sideThatHas = <A>({ primary, changed }: Sides<A>): Side | undefined => {
  if ((primary === undefined) === (changed === undefined)) return undefined
  return primary === undefined ? "changed" : "primary"
}
