import { Duplication, PublishedContents, PublishedProfiles, Spaces } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"
import { chosen } from "../../foundation/exchange/Reading.ts"

export const layer = HandlerGroup.layer(
  Api,
  "spaces",
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
