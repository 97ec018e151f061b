import { Translator } from "@quire/core"
import { Data, Effect, Schema } from "effect"

export const limits = {
  /** Milliseconds that a translator may take for one question. */
  deadline: 120_000,
  /** Size limit of a response in bytes. */
  bytes: 4_194_304
} as const

export interface Service {
  /** Where the service is; paths of requests are below it. */
  readonly url: string
  readonly key?: string
  /** Milliseconds; `limits.deadline` without. */
  readonly deadline?: number
}

class Unreachable extends Data.TaggedError("Unreachable")<{ readonly cause: unknown }> {}

const failed = (reason: Translator.Reason, detail: string) => new Translator.TranslationFailed({ reason, detail })

/** Reads a body up to its limit. */
const read = async (response: Response): Promise<string | undefined> => {
  const chunks: Array<Uint8Array> = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > limits.bytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString("utf8")
}

const urlOf = (base: string, path: string) => new URL(path, base.endsWith("/") ? base : `${base}/`)

/** Whether a status is temporary or a permanent refusal. */
const reasonOf = (status: number): Translator.Reason =>
  status === 408 || status === 425 || status === 429 || status >= 500 ? "unavailable" : "refused"

/**
 * Posts JSON to a service that the operator has configured, and reads its response. Redirects are not followed, because
 * the key would be sent along.
 */
export const post = <A, I>(
  { deadline = limits.deadline, key, url }: Service,
  path: string,
  body: unknown,
  schema: Schema.Codec<A, I>
): Effect.Effect<A, Translator.TranslationFailed> =>
  Effect.gen(function* () {
    const { status, text } = yield* Effect.tryPromise({
      try: async (signal) => {
        const response = await fetch(urlOf(url, path), {
          method: "POST",
          redirect: "error",
          headers: {
            "content-type": "application/json",
            ...(key === undefined ? {} : { authorization: `Bearer ${key}` })
          },
          body: JSON.stringify(body),
          signal
        })
        return { status: response.status, text: await read(response) }
      },
      catch: (cause) => new Unreachable({ cause })
    }).pipe(Effect.mapError(() => failed("unavailable", "it is unreachable")))
    if (status !== 200) return yield* failed(reasonOf(status), `it responded with status ${status}`)
    if (text === undefined) return yield* failed("malformed", "its response is too large")
    return yield* Effect.mapError(Schema.decodeUnknownEffect(Schema.fromJsonString(schema))(text), () =>
      failed("malformed", "its response has an unexpected format")
    )
  }).pipe(
    Effect.timeoutOrElse({
      duration: deadline,
      orElse: () => Effect.fail(failed("unavailable", `it took longer than ${deadline} ms`))
    })
  )

/** Returns the translations if there is one per text, or fails. */
export const inNumber = (texts: ReadonlyArray<string>, answers: ReadonlyArray<string>) =>
  answers.length === texts.length
    ? Effect.succeed(answers)
    : Effect.fail(failed("malformed", `it returned ${answers.length} translations for ${texts.length} texts`))
