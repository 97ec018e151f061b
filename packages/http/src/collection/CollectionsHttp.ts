import { Collections } from "@quire/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { located, removed } from "../Answers.ts"
import { Api } from "../Api.ts"
import { capturing } from "../Capture.ts"
import { onWire } from "../Errors.ts"

export const layer = HttpApiBuilder.group(Api, "collections", (handlers) =>
  capturing(
    Effect.map(Collections.Collections, (collections) =>
      handlers
        .handle("getCollection", ({ params: path }) => onWire(collections.get(path.collectionId)))
        .handle("deleteCollection", ({ params: path }) => removed(onWire(collections.remove(path.collectionId))))
        .handle("updateCollection", ({ params: path, payload }) =>
          onWire(collections.update(path.collectionId, payload))
        )
        .handle("moveCollection", ({ params: path, payload }) => onWire(collections.move(path.collectionId, payload)))
        .handle("transferCollection", ({ params: path, payload }) =>
          onWire(collections.transfer(path.collectionId, payload))
        )
        .handle("restoreCollection", ({ params: path }) => onWire(collections.restore(path.collectionId)))
        .handle("listCollections", ({ params: path, query: urlParams }) =>
          onWire(collections.list(path.organizationId, urlParams))
        )
        .handle("createCollection", ({ params: path, payload }) =>
          located(onWire(collections.create(path.organizationId, payload)))
        )
    )
  )
)
