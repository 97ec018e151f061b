import { Collections } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(
  Api,
  "collections",
  Effect.map(Collections.Collections, (collections) => ({
    getCollection: ({ params: path }) => collections.get(path.collectionId),
    deleteCollection: ({ params: path }) => respondRemoved(collections.remove(path.collectionId)),
    updateCollection: ({ params: path, payload }) => collections.update(path.collectionId, payload),
    moveCollection: ({ params: path, payload }) => collections.move(path.collectionId, payload),
    transferCollection: ({ params: path, payload }) => collections.transfer(path.collectionId, payload),
    restoreCollection: ({ params: path }) => collections.restore(path.collectionId),
    listCollections: ({ params: path, query: urlParams }) => collections.list(path.organizationId, urlParams),
    createCollection: ({ params: path, payload }) => withOwnLocation(collections.create(path.organizationId, payload))
  }))
)
