import { Schema } from "effect"
import { describeFields } from "../../foundation/input/Input.ts"

const urls = Schema.Struct(
  describeFields({ app: Schema.String }, { app: "Address of the object in the application, for people." })
)

/** A page that matches, with its best sections; `body` is plain text around the match. */
export const PageResult = Schema.Struct(
  describeFields(
    {
      id: Schema.String,
      title: Schema.String,
      path: Schema.String,
      urls,
      sections: Schema.Array(
        Schema.Struct(
          describeFields(
            { id: Schema.String, title: Schema.String, path: Schema.String, body: Schema.String, urls },
            {
              path: "Path of the section, with its anchor.",
              body: "Text of the section.",
              id: "Identifier, which never changes.",
              title: "Display title.",
              urls: "Addresses that belong to the object."
            }
          )
        )
      )
    },
    {
      path: "Path of the page.",
      sections: "Sections of the page that match.",
      id: "Identifier, which never changes.",
      title: "Display title.",
      urls: "Addresses that belong to the object."
    }
  )
).annotate({ identifier: "SearchPageResult" })
export type PageResult = typeof PageResult.Type

/** A space with its best pages. */
export const SpaceResult = Schema.Struct(
  describeFields(
    {
      id: Schema.String,
      title: Schema.String,
      pages: Schema.Array(PageResult)
    },
    {
      pages: "Pages of the space that match.",
      id: "Identifier, which never changes.",
      title: "Display title."
    }
  )
).annotate({ identifier: "SearchSpaceResult" })
export type SpaceResult = typeof SpaceResult.Type

/** What search results have next to their items. */
export const feedbackFields = describeFields(
  { matched: Schema.Array(Schema.String), suggestion: Schema.optionalKey(Schema.String) },
  {
    matched: "Words by which titles and texts were found, as written there.",
    suggestion: "Query with misspelled words corrected."
  }
)
