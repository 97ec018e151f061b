import { Context, type Effect } from "effect"
import type { FieldTokens } from "./Tokens.ts"

/** The content of a section shown in a search result: its heading as written, and the plain text below it. */
export interface HitContent {
  readonly title: string
  readonly text: string
  /** The number of the heading in its document, if its anchor and title depend on the reader. */
  readonly heading?: number
}

/** The sources of the conditions around a text, outermost first; empty outside of `if` blocks. */
export type ConditionList = ReadonlyArray<string>

/**
 * One searchable section of a page: the text under one heading. `section` is the anchor of the heading; `""` is the
 * text before the first heading. Tokens are created in core; `title` repeats the page's title, so that a section can
 * match with it.
 */
export interface SectionEntry {
  readonly section: string
  readonly conditions: ConditionList
  readonly title: FieldTokens
  readonly heading: FieldTokens
  readonly body: FieldTokens
  /** Absent if there is nothing to show: the description alone can be found, but is not a section. */
  readonly shown?: HitContent
}

export interface PageEntry {
  readonly page: string
  /** Whether a search for a publication finds it (rule search-listed). */
  readonly isListed: boolean
  /** When the page changed last (epoch ms). A section that an update leaves as it is keeps the time of its last change. */
  readonly updatedAt: number
  /** In order of appearance; never empty. */
  readonly sections: ReadonlyArray<SectionEntry>
}

/** A word of a query, and the terms that find its other forms. */
export interface SearchTerm {
  readonly word: string
  readonly forms: ReadonlyArray<string>
}

/** A word of a query with what the organization uses in its place. */
export interface QueryTerm extends SearchTerm {
  /** Expressions that mean the same: each a list of words of which a section must have all. */
  readonly synonyms?: ReadonlyArray<ReadonlyArray<SearchTerm>>
}

/**
 * Terms that all sections of a page have if it is of a kind, and none otherwise. The sign keeps words of queries and
 * texts from being the same.
 */
export const labels = {
  /** On pages that show operations of an API, or are computed from its description. */
  api: "=api"
} as const

/** The labels that a page must have, and must not have, to be found. They do not count for its rank. */
export interface LabelFilter {
  readonly required?: ReadonlyArray<string>
  readonly excluded?: ReadonlyArray<string>
}

/**
 * What a search looks for. Sections with more of the terms come first; phrases (consecutive words within one field)
 * must occur, and pages with a section that has all terms of an excluded list are not found. `prefix` is the last word, which may be incomplete.
 */
export interface SearchQuery {
  readonly terms: ReadonlyArray<QueryTerm>
  readonly phrases: ReadonlyArray<ReadonlyArray<string>>
  readonly excluded: ReadonlyArray<ReadonlyArray<SearchTerm>>
  readonly prefix?: QueryTerm
  readonly labels?: LabelFilter
}

export const limits = {
  /**
   * Maximum number of condition lists that a search for a publication distinguishes; text under further ones stays
   * hidden.
   */
  conditions: 1000
} as const

export interface PageHit {
  readonly space: string
  readonly page: string
  /** Best score of the page's sections. */
  readonly score: number
  /**
   * Matching sections with a term or the prefix in heading or body: best first, then in order of appearance; at most 5.
   * If a section has several entries, the best one is used.
   */
  readonly sections: ReadonlyArray<SectionHit>
}

/** A space of a publication. Its entries without conditions are searched, and those whose conditions are true. */
export interface PublishedSpace {
  readonly space: string
  readonly passing: ReadonlyArray<ConditionList>
}

export interface SectionHit {
  readonly section: string
  readonly score: number
  /** As in the entry. */
  readonly shown?: HitContent
}

/** Hits from an offset and their total number, both up to 1,000. */
export interface SearchResults {
  readonly hits: ReadonlyArray<PageHit>
  readonly total: number
  /** For words of the query that are probably misspelled. */
  readonly corrections: ReadonlyArray<Correction>
}

/** A word of a query that no section contains, and a similar one that some do. */
export interface Correction {
  readonly word: string
  readonly correction: string
}

/**
 * Searchable sections of each space's primary content. All stores return the same hits in the same order: they match as
 * a `SearchPlan` says, and rank as `Ranking` does.
 */
export class SearchIndex extends Context.Service<
  SearchIndex,
  {
    /**
     * Replaces the sections of the given pages and removes those of `removed`; both are recorded as the work of this
     * version.
     */
    readonly update: (
      space: string,
      change: { readonly put: ReadonlyArray<PageEntry>; readonly removed: ReadonlyArray<string> }
    ) => Effect.Effect<void>
    readonly removeSpace: (space: string) => Effect.Effect<void>
    /** Copies the entries of one space to another that has none, with their version information. */
    readonly copy: (from: string, to: string) => Effect.Effect<void>
    /** Hits from `offset` in the given spaces and their total number, both up to 1,000. */
    readonly search: (
      spaces: ReadonlyArray<string>,
      query: SearchQuery,
      page: { readonly offset: number; readonly limit: number }
    ) => Effect.Effect<SearchResults>
    /**
     * Lists of conditions of entries in the spaces: at most `limits.conditions`, without empty ones. Some may belong to
     * deleted entries.
     */
    readonly conditions: (
      spaces: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<{ readonly space: string; readonly conditions: ConditionList }>>
    /**
     * Like `search`, limited to the entries of listed pages whose conditions are true (rule search-conditions). Entries
     * that an earlier version created without conditions are excluded.
     */
    readonly searchPublished: (
      spaces: ReadonlyArray<PublishedSpace>,
      query: SearchQuery,
      page: { readonly offset: number; readonly limit: number }
    ) => Effect.Effect<SearchResults>
    /** Spaces with hits, best page first (score, then space id), each with its best pages. */
    readonly searchSpaces: (
      scope: SearchScope,
      query: SearchQuery,
      page: { readonly offset: number; readonly limit: number; readonly pagesPerSpace: number }
    ) => Effect.Effect<{
      readonly spaces: ReadonlyArray<{ readonly space: string; readonly pages: ReadonlyArray<PageHit> }>
      readonly total: number
      readonly corrections: ReadonlyArray<Correction>
    }>
    /**
     * Ids of spaces after an id, in order, that have entries created by another version of the tokens. An index
     * knows the version of its own process, and the versions that created the entries of each space.
     */
    readonly outdated: (page: {
      readonly after: string
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<string>>
    /** Starts a rebuild: from now on this version rewrites every entry of the space. */
    readonly beginRebuild: (space: string) => Effect.Effect<void>
    /** Marks the space as up to date, unless another version has written to it or started a rebuild since. */
    readonly endRebuild: (space: string) => Effect.Effect<void>
  }
>()("@quire/core/SearchIndex") {}

/**
 * The spaces of an organization that a caller with these reader keys can read, `all` for administrators; or the given
 * ones.
 */
export type SearchScope =
  | { readonly organization: string; readonly keys: ReadonlyArray<string> | "all" }
  | { readonly spaces: ReadonlyArray<string> }
