import { Effect, Option, Schema } from "effect"
import { Addresses } from "../Addresses.ts"
import { Access } from "../access/Access.ts"
import { readerKeys } from "../access/Decision.ts"
import { ContentBase } from "../content/ContentBase.ts"
import type * as Page from "../content/Page.ts"
import * as PagePath from "../content/PagePath.ts"
import * as Root from "../content/Root.ts"
import { Document } from "../document/Document.ts"
import * as DocumentText from "../document/DocumentText.ts"
import type { OrganizationId } from "../organization/OrganizationId.ts"
import { type PageRequest, Paging } from "../paging/Paging.ts"
import { codePoints } from "../text/Text.ts"
import { type PageHit, SearchIndex } from "./SearchIndex.ts"
import type { PageResult, SpaceResult } from "./SearchView.ts"
import { excerpt, parseQuery, words } from "./Tokens.ts"

export const limits = { queryLength: 512, depth: 1000, pagesPerSpace: 10, excerptLength: 200 } as const

/** The query is empty or too long. */
export class QueryInvalid extends Schema.TaggedError<QueryInvalid>()("QueryInvalid", { rule: Schema.String }) {
  readonly kind = "invalid" as const
  override get message() {
    return `query: ${this.rule}`
  }
  get details() {
    return [{ path: "query", rule: this.rule }]
  }
}

const check = (query: string) => {
  if (query.trim() === "") return new QueryInvalid({ rule: "must have a character that is not a space" })
  if (codePoints(query) > limits.queryLength) {
    return new QueryInvalid({ rule: `must be at most ${limits.queryLength} characters` })
  }
  return undefined
}

const documentOf = (page: Page.Page | undefined): ReadonlyArray<string> =>
  page?.type === "document" && page.document !== undefined ? [page.document] : []

/** Searching the primary content of spaces, trimmed to what the caller may read (api.md 4.4, 4.14). */
export class Searches extends Effect.Service<Searches>()("@quire/core/Searches", {
  effect: Effect.gen(function* () {
    const access = yield* Access
    const addresses = yield* Addresses
    const index = yield* SearchIndex
    const contents = yield* ContentBase
    const { paged } = yield* Paging

    const decodeDocument = Schema.decodeUnknown(Document)

    /** Hits of one space with what they show, read from its head; a hit whose page is gone is left out. */
    const results = Effect.fnUntraced(function* (
      root: Root.Root,
      hits: ReadonlyArray<PageHit>,
      looked: ReadonlySet<string>
    ) {
      const ids = hits.map(({ page }) => page)
      const pages = yield* Root.pages(root, ids)
      const paths = yield* PagePath.pathsOf(root, ids)
      const documents = yield* Root.documents(
        root.reader,
        hits.flatMap((hit) => (hit.sections.length === 0 ? [] : documentOf(pages.get(hit.page))))
      )
      return yield* Effect.forEach(hits, (hit) =>
        Effect.gen(function* () {
          const page = pages.get(hit.page)
          const path = paths.get(hit.page)
          if (page?.type !== "document" || path === undefined) return Option.none<PageResult>()
          const app = `${addresses.app}/s/${root.reader.space}/p/${page.id}`
          const node = documents.get(page.document ?? "")
          const document =
            node === undefined
              ? undefined
              : yield* Effect.orDie(decodeDocument({ object: "document", data: node.data, nodes: node.nodes }))
          const sections = document === undefined ? [] : DocumentText.sections(document)
          const shown = hit.sections.flatMap(({ section }) => {
            const found = sections.find(({ anchor }) => anchor === section)
            if (found === undefined) return []
            const at = section === "" ? "" : `#${section}`
            const body = excerpt(found.text, looked, limits.excerptLength)
            const title = section === "" ? page.title : found.title
            return [
              {
                id: section === "" ? page.id : section,
                title,
                path: `${path}${at}`,
                body,
                urls: { app: `${app}${at}` }
              }
            ]
          })
          return Option.some<PageResult>({ id: page.id, title: page.title, path, urls: { app }, sections: shown })
        })
      ).pipe(Effect.map((found) => found.flatMap(Option.toArray)))
    })

    const inSpace = Effect.fn("Searches.inSpace")(function* (space: string, query: string, request: PageRequest) {
      const refusal = check(query)
      if (refusal !== undefined) return yield* refusal
      const opened = yield* contents.open({ space })
      const parsed = parseQuery(query)
      const looked = parsed === undefined ? new Set<string>() : words(parsed)
      const ask = (offset: number, limit: number) =>
        parsed === undefined
          ? Effect.succeed({ hits: [], total: 0 })
          : index.search([space], parsed, { offset, limit: Math.max(0, Math.min(limit, limits.depth - offset)) })
      return yield* paged({
        list: "search",
        filters: [space, query],
        request,
        count: Effect.map(ask(0, 0), ({ total }) => total),
        load: (after, limit) => {
          const offset = after === undefined ? 0 : Number(after.order[0])
          return Effect.map(ask(offset, limit), ({ hits }) => hits.map((hit, at) => ({ hit, next: offset + at + 1 })))
        },
        keyset: ({ hit, next }) => ({ order: [next], id: hit.page }),
        view: (rows) =>
          results(
            opened.root,
            rows.map(({ hit }) => hit),
            looked
          )
      })
    })

    const scoped = Effect.fnUntraced(function* (organization: OrganizationId) {
      const seen = yield* access.organization(organization, "organization:view")
      const keys = seen.isAdmin ? ("all" as const) : readerKeys(seen.member)
      return { member: seen.member, scope: { organization, keys } }
    })

    const inOrganization = Effect.fn("Searches.inOrganization")(function* (
      organization: OrganizationId,
      query: string,
      request: PageRequest
    ) {
      const refusal = check(query)
      if (refusal !== undefined) return yield* refusal
      const { member, scope } = yield* scoped(organization)
      const parsed = parseQuery(query)
      const looked = parsed === undefined ? new Set<string>() : words(parsed)
      const ask = (offset: number, limit: number) =>
        parsed === undefined
          ? Effect.succeed({ spaces: [], total: 0 })
          : index.searchSpaces(scope, parsed, {
              offset,
              limit: Math.max(0, Math.min(limit, limits.depth - offset)),
              pagesPerSpace: limits.pagesPerSpace
            })
      const shown = Effect.fnUntraced(function* (
        rows: ReadonlyArray<{ readonly space: string; readonly pages: ReadonlyArray<PageHit> }>
      ) {
        const heads = yield* contents.heads(
          member,
          organization,
          rows.map(({ space }) => space)
        )
        return yield* Effect.forEach(rows, ({ pages, space: id }) =>
          Effect.gen(function* () {
            const head = heads.get(id)
            if (head === undefined) return []
            const result: SpaceResult = { id, title: head.space.title, pages: yield* results(head.root, pages, looked) }
            return [result]
          })
        ).pipe(Effect.map((results) => results.flat()))
      })
      return yield* paged({
        list: "organization.search",
        filters: [organization, query],
        request,
        count: Effect.map(ask(0, 0), ({ total }) => total),
        load: (after, limit) => {
          const offset = after === undefined ? 0 : Number(after.order[0])
          return Effect.map(ask(offset, limit), ({ spaces: found }) =>
            found.map((row, at) => ({ row, next: offset + at + 1 }))
          )
        },
        keyset: ({ next, row }) => ({ order: [next], id: row.space }),
        view: (rows) => shown(rows.map(({ row }) => row))
      })
    })

    return { inSpace, inOrganization } as const
  })
}) {
  static readonly layer = this.Default
}
