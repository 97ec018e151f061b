import { HttpApiBuilder } from "@effect/platform"
import { Collections } from "@quire/core"
import { Effect } from "effect"
import { located, removed } from "../Answers.ts"
import { Api } from "../Api.ts"
import { onWire } from "../Errors.ts"

export const layer = HttpApiBuilder.group(Api, "collections", (handlers) =>
  Effect.map(Collections.Collections, (collections) =>
    handlers
      .handle("getCollection", ({ path }) => onWire(collections.get(path.collectionId)))
      .handle("deleteCollection", ({ path }) => removed(onWire(collections.remove(path.collectionId))))
      .handle("updateCollection", ({ path, payload }) => onWire(collections.update(path.collectionId, payload)))
      .handle("moveCollection", ({ path, payload }) => onWire(collections.move(path.collectionId, payload)))
      .handle("transferCollection", ({ path, payload }) => onWire(collections.transfer(path.collectionId, payload)))
      .handle("restoreCollection", ({ path }) => onWire(collections.restore(path.collectionId)))
      .handle("listCollections", ({ path, urlParams }) => onWire(collections.list(path.organizationId, urlParams)))
      .handle("createCollection", ({ path, payload }) =>
        located(onWire(collections.create(path.organizationId, payload)))
      )
  )
)
