import type { ContentRef } from "../document/ContentRef.ts"

/** Where a reference leads for people; undefined when it leads nowhere that can be named. */
export type ContentRefUrl = (ref: ContentRef) => string | undefined

/** Addresses of the app for references from one space; files lead to their bytes. */
export const make =
  (at: {
    readonly app: string
    readonly space: string
    readonly file: (id: string) => string | undefined
  }): ContentRefUrl =>
  (ref) => {
    switch (ref.kind) {
      case "url":
        return ref.url
      case "page":
        return `${at.app}/s/${ref.space ?? at.space}/p/${ref.page}`
      case "anchor":
        return ref.page === undefined
          ? `#${ref.anchor}`
          : `${at.app}/s/${ref.space ?? at.space}/p/${ref.page}#${ref.anchor}`
      case "space":
        return `${at.app}/s/${ref.space}`
      case "collection":
        return `${at.app}/c/${ref.collection}`
      case "file":
        return at.file(ref.file)
      case "user":
      case "reusable-content":
      case "openapi":
        return undefined
    }
  }
