import { Files } from "@quire/core"
import { StoredAnswer } from "@quire/reader"
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import * as StoredAnswers from "../../foundation/answer/StoredAnswers.ts"
import * as ErrorResponse from "../../foundation/error/ErrorResponse.ts"
import { onWire } from "../../foundation/error/Errors.ts"

const headers = { "cache-control": "private, max-age=3600" }

/** Serves the file at a `downloadURL`; its key is the credential. */
export const layer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const files = yield* Files.Files
    yield* router.add(
      "GET",
      "/files/:space/:file/:key/:name",
      Effect.gen(function* () {
        const { file = "", key = "", name = "", space = "" } = yield* HttpRouter.params
        const { contentType, stored } = yield* onWire(files.open(space, file, key))
        return yield* StoredAnswers.send({ stored, contentType, name, etag: StoredAnswer.etagOf(key), headers })
      }).pipe(Effect.catch((error) => Effect.succeed(ErrorResponse.of(error))))
    )
  })
)
