import { Context, type Effect } from "effect"

/** What a hit shows of a section: its heading as written, and the plain text below. */
export interface Shown {
  readonly title: string
  readonly text: string
}

/**
 * One searchable section of a page: what stands under one heading (`section` is its anchor; `""` is the text before
 * the first). Tokens are made in core; `title` repeats the page's, so that a section can match with it.
 */
export interface SectionEntry {
  readonly section: string
  readonly title: ReadonlyArray<string>
  readonly heading: ReadonlyArray<string>
  readonly body: ReadonlyArray<string>
  /** Absent where there is nothing to show: the description alone can be found, and is no section. */
  readonly shown?: Shown
}

export interface PageEntry {
  readonly page: string
  /** In order of appearance; never empty. */
  readonly sections: ReadonlyArray<SectionEntry>
}

/** Every term and every phrase (tokens in a row within one field) must occur in a section. */
export interface SearchQuery {
  readonly terms: ReadonlyArray<string>
  readonly phrases: ReadonlyArray<ReadonlyArray<string>>
}

/** What one distinct term is worth where it occurs. A phrase adds the weights of its distinct terms. */
export const weights = { title: 4, heading: 2, body: 1 } as const

export interface PageHit {
  readonly space: string
  readonly page: string
  /** Best score among the page's sections. */
  readonly score: number
  /** Matching sections in which some term stands in heading or body: best first, then in order of appearance; at most 5. */
  readonly sections: ReadonlyArray<SectionHit>
}

export interface SectionHit {
  readonly section: string
  readonly score: number
  /** As the entry had it. */
  readonly shown?: Shown
}

/**
 * Searchable sections of each space's primary content. Hits are ordered by score (descending), then page id; the score
 * is the sum over the query's distinct terms of the weights of the fields in which each occurs, so every store answers
 * alike.
 */
export class SearchIndex extends Context.Service<
  SearchIndex,
  {
    /** Replaces the sections of the pages given and removes those of `removed`; both are this version's work. */
    readonly update: (
      space: string,
      change: { readonly put: ReadonlyArray<PageEntry>; readonly removed: ReadonlyArray<string> }
    ) => Effect.Effect<void>
    readonly removeSpace: (space: string) => Effect.Effect<void>
    /** Copies the entries of one space to another that has none, with what is known of their versions. */
    readonly copy: (from: string, to: string) => Effect.Effect<void>
    /** Hits from `offset` on in the spaces given, and how many there are in all, both at most 1,000 deep. */
    readonly search: (
      spaces: ReadonlyArray<string>,
      query: SearchQuery,
      page: { readonly offset: number; readonly limit: number }
    ) => Effect.Effect<{ readonly hits: ReadonlyArray<PageHit>; readonly total: number }>
    /** The spaces with hits, best page first (score, then space id), each with its best pages. */
    readonly searchSpaces: (
      scope: SearchScope,
      query: SearchQuery,
      page: { readonly offset: number; readonly limit: number; readonly pagesPerSpace: number }
    ) => Effect.Effect<{
      readonly spaces: ReadonlyArray<{ readonly space: string; readonly pages: ReadonlyArray<PageHit> }>
      readonly total: number
    }>
    /**
     * Spaces after one, in the order of ids, with an entry that another version of the segmenter made. An index knows the
     * version of its own process, and which ones made the entries of each space.
     */
    readonly outdated: (page: {
      readonly after: string
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<string>>
    /** From here on every entry of the space is written again, by this version. */
    readonly beginRebuild: (space: string) => Effect.Effect<void>
    /** The space is up to date, unless another version has written to it or begun a rebuild since. */
    readonly endRebuild: (space: string) => Effect.Effect<void>
  }
>()("@quire/core/SearchIndex") {}

/** The spaces of an organization that a caller with these reader keys may read; `all` for administrators. */
export interface SearchScope {
  readonly organization: string
  readonly keys: ReadonlyArray<string> | "all"
}
