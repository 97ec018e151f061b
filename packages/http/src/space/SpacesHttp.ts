import { HttpApiBuilder } from "@effect/platform"
import { Duplication, Spaces } from "@quire/core"
import { Effect } from "effect"
import { located, removed } from "../Answers.ts"
import { Api } from "../Api.ts"
import { onWire } from "../Errors.ts"

export const layer = HttpApiBuilder.group(Api, "spaces", (handlers) =>
  Effect.gen(function* () {
    const spaces = yield* Spaces.Spaces
    const { duplicate } = yield* Duplication.Duplication
    return handlers
      .handle("getSpace", ({ path }) => onWire(spaces.get(path.spaceId)))
      .handle("deleteSpace", ({ path }) => removed(onWire(spaces.remove(path.spaceId))))
      .handle("updateSpace", ({ path, payload }) => onWire(spaces.update(path.spaceId, payload)))
      .handle("duplicateSpace", ({ path }) => located(onWire(duplicate(path.spaceId))))
      .handle("restoreSpace", ({ path }) => onWire(spaces.restore(path.spaceId)))
      .handle("moveSpace", ({ path, payload }) => onWire(spaces.move(path.spaceId, payload)))
      .handle("transferSpace", ({ path, payload }) => onWire(spaces.transfer(path.spaceId, payload)))
      .handle("listSpaces", ({ path, urlParams: { deleted, ...page } }) =>
        onWire(deleted ? spaces.listDeleted(path.organizationId, page) : spaces.list(path.organizationId, page))
      )
      .handle("createSpace", ({ path, payload }) => located(onWire(spaces.create(path.organizationId, payload))))
      .handle("listSpacesInCollection", ({ path, urlParams }) => onWire(spaces.listIn(path.collectionId, urlParams)))
  })
)
