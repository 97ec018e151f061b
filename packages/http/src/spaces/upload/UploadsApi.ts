import { Input, SpaceId, Upload, Uploads } from "@quire/core"
import { Effect, Schema, SchemaTransformation } from "effect"
import { HttpEffect, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiSchema } from "effect/http-api"
import { Absent, Removed, respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import { bytesOf, MaximumBytes } from "../../foundation/body/Body.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { editing } from "../content/ContentEndpoints.ts"

const { limits } = Upload

/** A number of bytes in decimal digits. */
const Bytes = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter((text) => /^\d{1,15}$/.test(text) || "must be a number of bytes in decimal digits", {
      toJsonSchema: () => ({ type: "integer", minimum: 0, maximum: limits.fileBytes })
    })
  ),
  Schema.decodeTo(Schema.Number, SchemaTransformation.numberFromString)
)

const { contentType, name } = Upload.UploadCreate.fields

const query = Schema.Struct(
  Input.describeFields(
    { name, size: Schema.optionalKey(Bytes), contentType },
    {
      name: "Name of the file, with its extension.",
      size: "Size of the whole file in bytes. Defaults to the size of the body, which is then the whole file.",
      contentType: "Media type of the file. Detected from the content if absent."
    }
  )
)

/** `sha-256=:` and the digest in base64, as one member of the field of RFC 9530. */
const sha256In = /(?:^|[\s,])sha-256=:([A-Za-z0-9+/]{43})=:/i

const digest = Input.describeFields(
  { "content-digest": Schema.optionalKey(Schema.String) },
  { "content-digest": "Digest of the body as in RFC 9530; checked if it has the algorithm `sha-256`." }
)

const offset = Input.describeFields(
  { "upload-offset": Bytes },
  { "upload-offset": "Number of bytes that the upload has." }
)

/** The digest of a body in the form in which hashes are written; undefined if there is none to check. */
const sha256Of = ({ "content-digest": given = "" }: { readonly "content-digest"?: string | undefined }) =>
  sha256In.exec(given)?.[1]?.replaceAll("+", "-").replaceAll("/", "_")

/** The headers of tus 1.0 that describe an upload. */
const headersOf = ({ expiresAt, offset, size }: Upload.UploadView) => ({
  "tus-resumable": "1.0.0",
  "upload-offset": String(offset),
  "upload-length": String(size),
  "upload-expires": new Date(expiresAt).toUTCString()
})

/** Adds the headers of an upload to the response. */
const withHeaders = <E, R>(
  self: Effect.Effect<Upload.UploadView, E, R>
): Effect.Effect<Upload.UploadView, E, R | HttpServerRequest.HttpServerRequest> =>
  Effect.tap(self, (view) =>
    HttpEffect.appendPreResponseHandler((_, response) =>
      Effect.succeed(HttpServerResponse.setHeaders(response, headersOf(view)))
    )
  )

const bytesIn = (request: HttpServerRequest.HttpServerRequest) =>
  Effect.map(Effect.orDie(request.arrayBuffer), (buffer) => new Uint8Array(buffer))

const space = { spaceId: SpaceId }
const { scope } = editing
const own = { all: ["content:edit", "self"] } as const
const params = Schema.Struct({ ...space, uploadId: Upload.UploadId })

/** Bytes of files that are sent to a space, at once or in chunks (rules upload-offset and upload-use). */
export class UploadsApi extends Group.make(
  "uploads",
  "Uploads",
  Endpoint.post("createUpload", "/spaces/:spaceId/uploads", {
    ...editing,
    summary: "Create an upload",
    description:
      "Receives the bytes of a file, or the first of them if `size` is larger than the body. An edit then adds the file by the id of the upload.",
    params: Schema.Struct(space),
    query,
    headers: Schema.Struct(digest),
    payload: bytesOf("application/octet-stream"),
    success: Upload.UploadView.pipe(HttpApiSchema.status(201)),
    error: [Errors.UnprocessableContent, Errors.Forbidden, Errors.NotFound]
  }).annotate(MaximumBytes, limits.chunkBytes),
  Endpoint.get("getUpload", "/spaces/:spaceId/uploads/:uploadId", {
    permission: Permission.refusing(own),
    scope,
    summary: "Get an upload",
    description: "Returns an upload of the caller with its offset. `HEAD` returns the headers of tus 1.0 alone.",
    params,
    success: Upload.UploadView,
    error: [Errors.Forbidden, Errors.NotFound]
  }),
  Endpoint.patch("appendUpload", "/spaces/:spaceId/uploads/:uploadId", {
    permission: Permission.refusing(own),
    scope,
    summary: "Append to an upload",
    description: "Adds the bytes that follow the offset, by the core protocol of tus 1.0.",
    params,
    headers: Schema.Struct({ ...offset, ...digest }),
    payload: bytesOf("application/offset+octet-stream"),
    success: Absent,
    error: [Errors.Conflict, Errors.UnprocessableContent, Errors.Forbidden, Errors.NotFound]
  }).annotate(MaximumBytes, limits.chunkBytes),
  Endpoint.delete("deleteUpload", "/spaces/:spaceId/uploads/:uploadId", {
    permission: Permission.deleting(own),
    scope,
    summary: "Delete an upload",
    description: "Deletes an upload of the caller and its bytes.",
    params,
    success: [Removed, Absent],
    error: [Errors.Forbidden, Errors.NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.gen(function* () {
      const uploads = yield* Uploads.Uploads
      return {
        createUpload: Group.raw(({ headers, params: { spaceId }, query, request }) =>
          Effect.flatMap(bytesIn(request), (bytes) =>
            withOwnLocation(withHeaders(uploads.create(spaceId, query, { bytes, sha256: sha256Of(headers) })))
          )
        ),
        getUpload: ({ params: { spaceId, uploadId } }) => withHeaders(uploads.get(spaceId, uploadId)),
        appendUpload: Group.raw(({ headers, params: { spaceId, uploadId }, request }) =>
          Effect.gen(function* () {
            const bytes = yield* bytesIn(request)
            const chunk = { offset: headers["upload-offset"], bytes, sha256: sha256Of(headers) }
            const view = yield* uploads.append(spaceId, uploadId, chunk)
            return HttpServerResponse.empty({ status: 204, headers: headersOf(view) })
          })
        ),
        deleteUpload: ({ params: { spaceId, uploadId } }) => respondRemoved(uploads.remove(spaceId, uploadId))
      }
    })
  )
}
