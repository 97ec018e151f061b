import { PublishedSearch, type Searches } from "@quire/core"
import { Effect } from "effect"
import * as PlainAnswer from "../../foundation/answer/PlainAnswer.ts"
import * as Representation from "../../foundation/answer/Representation.ts"
import type { Printed } from "./PrintedTexts.ts"
import type { Asked } from "./SiteForms.ts"
import * as SiteHeaders from "./SiteHeaders.ts"

/** Results of one answer; there are no further ones. */
export const limits = { results: 20 } as const

/** What a section is found under: the address of its page with its anchor. */
const sectionOf = (path: string, { anchor, excerpt, title }: PublishedSearch.PublishedSection) => ({
  title,
  path: anchor === "" ? path : `${path}#${encodeURIComponent(anchor)}`,
  body: excerpt
})

/** Answers what a reader finds, best first; paths are below the site (rule published-search). */
export type SearchJson = (asked: Pick<Asked, "publication" | "target">) => Effect.Effect<Printed, Searches.QueryInvalid>

export const make: Effect.Effect<SearchJson, never, PublishedSearch.PublishedSearch> = Effect.map(
  PublishedSearch.PublishedSearch,
  ({ search }) =>
    Effect.fnUntraced(function* ({ publication, target }: Pick<Asked, "publication" | "target">) {
      const query = new URLSearchParams(target.query).get("q") ?? ""
      const page = { offset: 0, limit: limits.results }
      const { results, total } = yield* search(publication, query, { page })
      const json = yield* PlainAnswer.jsonOf({
        items: results.map(({ page: { id, path, title }, sections, siteSpace }) => ({
          object: "search-result",
          id,
          siteSpace,
          title,
          path,
          sections: sections.map((section) => sectionOf(path, section))
        })),
        count: total
      })
      const isCompressed = publication.seen.caching !== "none"
      const representation = yield* Representation.ofText(json, "application/json", isCompressed)
      const answers = Representation.answers(representation, SiteHeaders.printed(publication, "noindex"))
      return { _tag: "Printed", answers } satisfies Printed
    })
)
