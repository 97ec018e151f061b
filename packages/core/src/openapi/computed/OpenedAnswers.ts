import { Context, Effect, Layer, Option } from "effect"
import * as Document from "../../content/document/Document.ts"
import { mapRefs } from "../../content/document/DocumentRefs.ts"
import { BlobStore } from "../../foundation/blob/BlobStore.ts"
import * as Inspection from "../../foundation/input/Inspection.ts"
import * as Recent from "../../foundation/store/Recent.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { type AnsweredText, resolve } from "./AnsweredPages.ts"
import { collection, versionsOf } from "./ComputedAnswers.ts"
import { SourceAnswer } from "./SourceAnswer.ts"

/** Memory limit of script responses, as estimated here. */
export const limits = { bytes: 16_777_216 } as const

/** Heap bytes per byte of JSON that a decoded value takes. */
const bytesPerByte = 4

const decodeAnswer = Inspection.firstFaultDecoder(SourceAnswer, "ignore")
const decodeDocument = Inspection.firstFaultDecoder(Document.Document, "ignore")
const decoder = new TextDecoder()

interface Loaded {
  readonly length: number
  readonly json: unknown
}

/** Reads script responses that were validated and stored (rule source-kept). */
export class OpenedAnswers extends Context.Service<OpenedAnswers>()("@quire/core/OpenedAnswers", {
  make: Effect.gen(function* () {
    const blobs = yield* BlobStore
    const rows = yield* Repository.make(collection)
    const answers = Recent.make<SourceAnswer>(limits.bytes)

    const load = (hash: string) =>
      Effect.map(
        blobs.get(hash),
        Option.map((bytes): Loaded => ({ length: bytes.length, json: JSON.parse(decoder.decode(bytes)) }))
      )

    /** The pages of a response; empty if its bytes are missing because a newer response replaced it. */
    const open = Effect.fnUntraced(function* (hash: string) {
      const known = answers.get(hash)
      if (known !== undefined) return Option.some(known)
      const found = yield* load(hash)
      if (Option.isNone(found)) return Option.none<SourceAnswer>()
      const answer = yield* Effect.orDie(decodeAnswer(found.value.json))
      answers.put(hash, answer, found.value.length * bytesPerByte)
      return Option.some(answer)
    })

    /** A text of a response, with links to the pages that readers see. */
    const document = Effect.fnUntraced(function* ({ blob, ids }: AnsweredText) {
      const found = yield* load(blob)
      if (Option.isNone(found)) return Document.empty
      const text = yield* Effect.orDie(decodeDocument(found.value.json))
      return mapRefs(text, (ref) => resolve(ids, ref))
    })

    /** The newest responses of spaces, by the keys of their sources; one statement. */
    const newestOf = Effect.fnUntraced(function* (spaces: ReadonlyArray<string>) {
      const found = yield* rows.getMany(spaces)
      return Array.from(found.values()).flatMap(({ value }) => versionsOf(value))
    })

    return { open, document, newestOf } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
