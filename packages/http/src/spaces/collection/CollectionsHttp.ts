import { Collections } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(Api, "collections", (handlers) =>
  capturing(
    Effect.map(Collections.Collections, (collections) =>
      handlers
        .handle(
          "getCollection",
          answering(({ params: path }) => onWire(collections.get(path.collectionId)))
        )
        .handle(
          "deleteCollection",
          answering(({ params: path }) => respondRemoved(onWire(collections.remove(path.collectionId))))
        )
        .handle(
          "updateCollection",
          answering(({ params: path, payload }) => onWire(collections.update(path.collectionId, payload)))
        )
        .handle(
          "moveCollection",
          answering(({ params: path, payload }) => onWire(collections.move(path.collectionId, payload)))
        )
        .handle(
          "transferCollection",
          answering(({ params: path, payload }) => onWire(collections.transfer(path.collectionId, payload)))
        )
        .handle(
          "restoreCollection",
          answering(({ params: path }) => onWire(collections.restore(path.collectionId)))
        )
        .handle(
          "listCollections",
          answering(({ params: path, query: urlParams }) => onWire(collections.list(path.organizationId, urlParams)))
        )
        .handle(
          "createCollection",
          answering(({ params: path, payload }) =>
            withOwnLocation(onWire(collections.create(path.organizationId, payload)))
          )
        )
    )
  )
)
