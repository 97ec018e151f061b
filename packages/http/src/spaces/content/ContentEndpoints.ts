import { Contents, FileView, Imports, Input, PageView, PublishedContents, Revision } from "@quire/core"
import { Effect, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, PreconditionFailed, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { readBy } from "../../foundation/exchange/Reading.ts"
import * as Paging from "../../foundation/query/Paging.ts"
import { Flags, Format, Pages } from "../commit/ContentQuery.ts"

const pageId = Input.describeFields({ pageId: Schema.String }, { pageId: "Identifier of the page." })

/** Access to content that users and integrations read. */
export const reading = {
  permission: Permission.hiding("content:read"),
  scope: "space:content:read",
  error: [Errors.Forbidden, NotFound]
} as const

/** Access to content that users and integrations edit. */
export const editing = {
  permission: Permission.refusing("content:edit"),
  scope: "space:content:write",
  error: [Errors.Conflict, PreconditionFailed, UnprocessableContent, Errors.Forbidden, NotFound]
} as const

/**
 * What the endpoints that read content declare, apart from their names, paths and texts. The fields are the path
 * parameters that name the content, and further query parameters.
 */
export const reads = <Fields extends Schema.Struct.Fields, Query extends Schema.Struct.Fields>(
  fields: Fields,
  query: Query
) => {
  const flags = Schema.Struct({ ...Flags, ...query })
  const formatted = Schema.Struct({ ...Format, ...Flags, ...query })
  return {
    revision: { ...reading, params: Schema.Struct(fields), query: flags, success: Revision.RevisionView },
    pages: { ...reading, params: Schema.Struct(fields), query: flags, success: Pages },
    files: {
      ...reading,
      params: Schema.Struct(fields),
      query: Schema.Struct({ ...Paging.UrlParams.fields, ...Flags, ...query }),
      success: Paging.of(FileView.FileView)
    },
    file: {
      ...reading,
      params: Schema.Struct({
        ...fields,
        ...Input.describeFields({ fileId: Schema.String }, { fileId: "Identifier of the file." })
      }),
      query: flags,
      success: FileView.FileView
    },
    page: {
      ...reading,
      params: Schema.Struct({ ...fields, ...pageId }),
      query: formatted,
      success: PageView.PageView
    },
    pageByPath: {
      ...reading,
      params: Schema.Struct({
        ...fields,
        ...Input.describeFields({ pagePath: Schema.String }, { pagePath: "Path of the page, without a leading slash." })
      }),
      query: formatted,
      success: PageView.PageView
    },
    reusableContent: {
      ...reading,
      params: Schema.Struct({
        ...fields,
        ...Input.describeFields(
          { reusableContentId: Schema.String },
          { reusableContentId: "Identifier of the reusable content." }
        )
      }),
      query: flags,
      success: Revision.ReusableContentView
    }
  }
}

/** The same for the endpoints that import content. */
export const imports = <Fields extends Schema.Struct.Fields>(fields: Fields) => {
  const success = Imports.ImportResult.pipe(HttpApiSchema.status(201))
  return {
    whole: { ...editing, params: Schema.Struct(fields), payload: Imports.ImportRequest, success },
    page: { ...editing, params: Schema.Struct({ ...fields, ...pageId }), payload: Imports.PageImportRequest, success }
  }
}

/** Reads content for users, and for readers with a content token. */
export const readableContents = Effect.gen(function* () {
  const contents = yield* Contents.Contents
  const published = yield* PublishedContents.PublishedContents
  return {
    revision: readBy(contents.revision, published.revision),
    pages: readBy(contents.pages, published.pages),
    files: contents.files,
    file: readBy(contents.file, published.file),
    page: readBy(contents.page, published.page),
    pageByPath: readBy(contents.pageByPath, published.pageByPath),
    reusableContent: readBy(contents.reusableContent, published.reusableContent),
    document: readBy(contents.document, published.document)
  } as const
})
