import { Schema } from "effect"

const urls = Schema.Struct({ app: Schema.String })

/** A page that matches, with its best sections; `body` is plain text around the match. */
export const PageResult = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  path: Schema.String,
  urls,
  sections: Schema.Array(
    Schema.Struct({ id: Schema.String, title: Schema.String, path: Schema.String, body: Schema.String, urls })
  )
}).annotate({ identifier: "SearchPageResult" })
export type PageResult = typeof PageResult.Type

/** A space with its best pages. */
export const SpaceResult = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  pages: Schema.Array(PageResult)
}).annotate({ identifier: "SearchSpaceResult" })
export type SpaceResult = typeof SpaceResult.Type
