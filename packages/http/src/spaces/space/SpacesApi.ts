import {
  CollectionId,
  Duplication,
  Input,
  Move,
  OrganizationId,
  PublishedContents,
  PublishedProfiles,
  Space,
  SpaceId,
  Spaces,
  Transfer
} from "@quire/core"
import { Effect, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { Absent, Removed, respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, PreconditionFailed } from "../../foundation/error/Errors.ts"
import { chosen } from "../../foundation/exchange/Reading.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const space = Schema.Struct({ spaceId: SpaceId })
const organization = Schema.Struct({ organizationId: OrganizationId })

/** Spaces. */
export class SpacesApi extends Group.make(
  "spaces",
  "Spaces",
  Endpoint.get("getSpace", "/spaces/:spaceId", {
    summary: "Get a space",
    description: "Returns a space with its settings and what the caller may do in it.",
    permission: Permission.hiding("content:view"),
    scope: "space:metadata:read",
    readers: true,
    params: space,
    query: Schema.Struct(
      Input.describeFields(
        { shareKey: Schema.optional(Schema.String) },
        { shareKey: "Key of a share link that gives access to the site." }
      )
    ),
    success: Space.SpaceView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.delete("deleteSpace", "/spaces/:spaceId", {
    summary: "Delete a space",
    description: "The space can be restored for seven days.",
    permission: Permission.deleting("content:create"),
    params: space,
    success: [Removed, Absent],
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.patch("updateSpace", "/spaces/:spaceId", {
    summary: "Update a space",
    description: "Changes the fields that the body names and keeps all others.",
    permission: Permission.refusing("content:create"),
    scope: "space:metadata:write",
    params: space,
    payload: Space.Patch,
    success: Space.SpaceView,
    error: [PreconditionFailed, Errors.Forbidden, NotFound]
  }),
  Endpoint.post("duplicateSpace", "/spaces/:spaceId/duplicate", {
    summary: "Duplicate a space",
    description: "Copies the content into a new space right after the original.",
    permission: Permission.refusing({ all: ["content:read", "parent:create"] }),
    params: space,
    success: Space.SpaceView.pipe(HttpApiSchema.status(201)),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.post("restoreSpace", "/spaces/:spaceId/restore", {
    summary: "Restore a deleted space",
    description: "Restores a space within seven days of its deletion.",
    permission: { permission: "content:create", without: { viewing: 404, blind: 404 } },
    params: space,
    success: Space.SpaceView,
    error: [Errors.Conflict, Errors.Forbidden, NotFound]
  }),
  Endpoint.post("moveSpace", "/spaces/:spaceId/move", {
    summary: "Move a space",
    description: "Places the space below another parent or at another position.",
    permission: Permission.refusing({ all: ["content:create", "parent:create"] }),
    params: space,
    payload: Move.Move,
    success: Space.SpaceView,
    error: [Errors.Conflict, Errors.Forbidden, NotFound]
  }),
  Endpoint.post("transferSpace", "/spaces/:spaceId/transfer", {
    summary: "Transfer a space",
    description: "Moves the space to another organization.",
    permission: Permission.refusing({ all: ["content:create", "organization:create-content", "destination:create"] }),
    params: space,
    payload: Transfer.TransferTo,
    success: Space.SpaceView,
    error: [Errors.Conflict, PreconditionFailed, Errors.Forbidden, NotFound]
  }),
  Endpoint.get("listSpaces", "/orgs/:organizationId/spaces", {
    summary: "List spaces",
    description: "Returns the spaces of an organization that the caller may view, at every depth.",
    permission: Permission.hiding("organization:view"),
    params: organization,
    query: Schema.Struct(
      Input.describeFields(
        { ...Paging.UrlParams.fields, deleted: Paging.Flag(false) },
        { deleted: "Whether deleted spaces are listed instead." }
      )
    ),
    success: Paging.of(Space.SpaceView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.post("createSpace", "/orgs/:organizationId/spaces", {
    summary: "Create a space",
    description: "Adds an empty space at the end of its parent.",
    permission: Permission.refusing("parent:create"),
    params: organization,
    payload: Space.Create,
    success: Space.SpaceView.pipe(HttpApiSchema.status(201)),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("listSpacesInCollection", "/collections/:collectionId/spaces", {
    summary: "List spaces in a collection",
    description: "Returns the spaces directly in the collection, not those of collections within it.",
    permission: Permission.hiding("content:read"),
    params: Schema.Struct({ collectionId: CollectionId }),
    query: Paging.UrlParams,
    success: Paging.of(Space.SpaceView),
    error: [Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.gen(function* () {
      const spaces = yield* Spaces.Spaces
      const published = yield* PublishedContents.PublishedContents
      const profiles = yield* PublishedProfiles.PublishedProfiles
      const { duplicate } = yield* Duplication.Duplication
      return {
        getSpace: ({ params: { spaceId }, query: { shareKey } }) => {
          const own = Effect.catchTag(spaces.get(spaceId), "SpaceNotFound", () => profiles.sharedSpace(spaceId))
          const read = chosen(own, (reading) => published.space(reading, spaceId))
          return profiles.withShareKey(shareKey, read)
        },
        deleteSpace: ({ params: path }) => respondRemoved(spaces.remove(path.spaceId)),
        updateSpace: ({ params: path, payload }) => spaces.update(path.spaceId, payload),
        duplicateSpace: ({ params: path }) => withOwnLocation(duplicate(path.spaceId)),
        restoreSpace: ({ params: path }) => spaces.restore(path.spaceId),
        moveSpace: ({ params: path, payload }) => spaces.move(path.spaceId, payload),
        transferSpace: ({ params: path, payload }) => spaces.transfer(path.spaceId, payload),
        listSpaces: ({ params: path, query: { deleted, ...page } }) =>
          deleted ? spaces.listDeleted(path.organizationId, page) : spaces.list(path.organizationId, page),
        createSpace: ({ params: path, payload }) => withOwnLocation(spaces.create(path.organizationId, payload)),
        listSpacesInCollection: ({ params: path, query: urlParams }) => spaces.listIn(path.collectionId, urlParams)
      }
    })
  )
}
