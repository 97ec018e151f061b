import type { Site } from "@quire/core"

/** What claims of a visitor answer to conditions; the schema of every described site. */
export interface Visitor {
  readonly beta: boolean
  readonly staff: boolean
  readonly plan: "free" | "team" | "whole"
}

/** Conditions by name, as authors write them. */
export const conditions = {
  beta: "visitor.claims.beta",
  notBeta: "!visitor.claims.beta",
  staff: "visitor.claims.staff == true",
  team: `visitor.claims.plan == "team"`,
  paying: `["team", "whole"].includes(visitor.claims.plan)`,
  never: "visitor.claims.other.deep",
  broken: "visitor.claims."
} as const
export type Condition = keyof typeof conditions

/** A page by the index of its space and of the page in it, in the order of the description. */
export type PageName = readonly [space: number, page: number]

/** A part of a page; `word` is its canary. */
export type Part = {
  readonly word: string
  /** All must hold; the parts are nested in as many `if` blocks. */
  readonly conditions: ReadonlyArray<Condition>
} & (
  | { readonly kind: "text" | "heading" | "tab" | "file" }
  | { readonly kind: "link" | "mention" | "card"; readonly to: PageName }
  | { readonly kind: "include"; readonly content: number }
)

export interface DescribedPage {
  readonly title: string
  readonly kind: "document" | "group"
  readonly hidden: boolean
  readonly parts: ReadonlyArray<Part>
  /** The index of the page above, which comes before it. */
  readonly parent: number | undefined
}

/** Reusable contents name no others. */
export interface DescribedContent {
  readonly parts: ReadonlyArray<Part>
}

export interface DescribedSpace {
  readonly title: string
  readonly pages: ReadonlyArray<DescribedPage>
  readonly contents: ReadonlyArray<DescribedContent>
}

export interface DescribedVariant {
  readonly path: string
  readonly space: number
  readonly condition: Condition | undefined
}

export interface DescribedSection {
  readonly title: string
  readonly path: string
  readonly condition: Condition | undefined
  readonly variants: ReadonlyArray<DescribedVariant>
  readonly defaultVariant: number
}

/** A site of spaces that are nowhere else; a flat one has a single section without a title. */
export interface DescribedSite {
  readonly visibility: NonNullable<Site.SiteCreate["visibility"]>
  readonly isAdaptive: boolean
  readonly isFlat: boolean
  readonly spaces: ReadonlyArray<DescribedSpace>
  readonly sections: ReadonlyArray<DescribedSection>
  readonly defaultSection: number
}
