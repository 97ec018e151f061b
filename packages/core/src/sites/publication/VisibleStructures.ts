import { digest } from "../../foundation/secret/Secrets.ts"
import * as Recent from "../../foundation/store/Recent.ts"
import { listSections, type SiteStructure, type SiteVariants } from "../structure/SiteStructure.ts"
import * as VisibleStructure from "./VisibleStructure.ts"

/** `kept`: maximum number of site spaces in the cached outcomes of one structure. */
export const limits = { kept: 2_000 } as const

/** The visible part of a structure for one outcome of its conditions. */
export interface AudienceStructure {
  readonly structure: VisibleStructure.VisibleStructure
  /** The same as a separate structure, without the conditions. */
  readonly shown: SiteStructure
  /** Differs for structures that differ in their visible items or in their defaults. */
  readonly name: string
}

/** A structure as audiences see it, worked out once for each outcome of its conditions. */
export interface VisibleStructures {
  /** Undefined if nothing is seen. */
  readonly seenBy: (
    passes: VisibleStructure.Passes,
    withheld?: VisibleStructure.Withheld
  ) => AudienceStructure | undefined
}

const conditionsOf = (structure: SiteStructure): ReadonlyArray<string> => {
  const within = ({ siteSpaces }: SiteVariants) => siteSpaces.map(({ condition }) => condition)
  const sections = listSections(structure).map(({ section }) => section)
  const all = [...within(structure.root), ...sections.flatMap((section) => [section.condition, ...within(section)])]
  return [...new Set(all.filter((condition) => condition !== null))]
}

const nameOf = ({ first, sections }: VisibleStructure.VisibleStructure): string =>
  digest(
    JSON.stringify([
      first.section?.id ?? "",
      sections.map((each) => [each.section?.id ?? "", each.first.id, ...each.siteSpaces.map(({ id }) => id)])
    ])
  )

const see = (
  structure: SiteStructure,
  passes: VisibleStructure.Passes,
  withheld: VisibleStructure.Withheld
): AudienceStructure | undefined => {
  const visible = VisibleStructure.make(structure, passes, withheld)
  return visible && { structure: visible, shown: VisibleStructure.cut(structure, visible), name: nameOf(visible) }
}

export const make = (structure: SiteStructure): VisibleStructures => {
  const conditions = conditionsOf(structure)
  const weight = listSections(structure).reduce(
    (sum, { section }) => sum + 1 + section.siteSpaces.length,
    1 + structure.root.siteSpaces.length
  )
  const known = Recent.make<{ readonly seen: AudienceStructure | undefined }>(limits.kept)
  return {
    seenBy: (passes, withheld = new Set()) => {
      const passed = conditions.map((condition) => (passes(condition) ? "1" : "0")).join("")
      const outcomes = [passed, ...[...withheld].toSorted()].join(" ")
      const found = known.get(outcomes)
      if (found !== undefined) return found.seen
      const seen = see(structure, passes, withheld)
      known.put(outcomes, { seen }, weight)
      return seen
    }
  }
}
