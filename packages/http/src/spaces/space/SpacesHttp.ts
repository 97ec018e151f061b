import { Duplication, PublishedContents, PublishedProfiles, Spaces } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"
import { chosen } from "../../foundation/exchange/Reading.ts"

export const layer = HandlerGroup.layer(Api, "spaces", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const spaces = yield* Spaces.Spaces
      const published = yield* PublishedContents.PublishedContents
      const profiles = yield* PublishedProfiles.PublishedProfiles
      const { duplicate } = yield* Duplication.Duplication
      return handlers
        .handle(
          "getSpace",
          answering(({ params: { spaceId }, query: { shareKey } }) => {
            const own = Effect.catchTag(spaces.get(spaceId), "SpaceNotFound", () => profiles.sharedSpace(spaceId))
            const read = chosen(own, (reading) => published.space(reading, spaceId))
            return onWire(profiles.withShareKey(shareKey, read))
          })
        )
        .handle(
          "deleteSpace",
          answering(({ params: path }) => respondRemoved(onWire(spaces.remove(path.spaceId))))
        )
        .handle(
          "updateSpace",
          answering(({ params: path, payload }) => onWire(spaces.update(path.spaceId, payload)))
        )
        .handle(
          "duplicateSpace",
          answering(({ params: path }) => withOwnLocation(onWire(duplicate(path.spaceId))))
        )
        .handle(
          "restoreSpace",
          answering(({ params: path }) => onWire(spaces.restore(path.spaceId)))
        )
        .handle(
          "moveSpace",
          answering(({ params: path, payload }) => onWire(spaces.move(path.spaceId, payload)))
        )
        .handle(
          "transferSpace",
          answering(({ params: path, payload }) => onWire(spaces.transfer(path.spaceId, payload)))
        )
        .handle(
          "listSpaces",
          answering(({ params: path, query: { deleted, ...page } }) =>
            onWire(deleted ? spaces.listDeleted(path.organizationId, page) : spaces.list(path.organizationId, page))
          )
        )
        .handle(
          "createSpace",
          answering(({ params: path, payload }) => withOwnLocation(onWire(spaces.create(path.organizationId, payload))))
        )
        .handle(
          "listSpacesInCollection",
          answering(({ params: path, query: urlParams }) => onWire(spaces.listIn(path.collectionId, urlParams)))
        )
    })
  )
)
