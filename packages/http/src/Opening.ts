import { Data, Effect } from "effect"
import * as ClientAddress from "./foundation/exchange/ClientAddress.ts"
import * as Sender from "./Sender.ts"

/** An option of an engine breaks its rule. */
export class OptionInvalid extends Data.TaggedError("OptionInvalid")<{
  readonly option: string
  readonly rule: string
}> {
  override get message() {
    return `${this.option} ${this.rule}`
  }
}

/** The engine was closed, before or during the call. */
export class QuireClosed extends Data.TaggedError("QuireClosed") {
  override get message() {
    return "the engine was closed: nothing can be asked of it any more"
  }
}

const isBaseUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { hash, password, protocol, search, username } = new URL(text)
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === "" && !/[?#]/.test(text)
}

const isPostgresUrl = (text: string): boolean => URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)

const requireOption = (option: string, holds: boolean, rule: string): Effect.Effect<void, OptionInvalid> =>
  holds ? Effect.void : Effect.fail(new OptionInvalid({ option, rule }))

const senderRule = "must be an address or Name <address>"
const baseRule = "must be an absolute http or https URL without credentials, query and fragment"

/** The minimum length of a secret key, in characters. */
export const keyLength = 32

/** Checks the base URLs, the database URL, the sender of letters and the secret keys. */
export const checkOptions = Effect.fnUntraced(function* (given: {
  readonly baseUrl: string
  readonly appUrl: string | undefined
  readonly databaseUrl: string | undefined
  readonly sender: string | undefined
  readonly secretKeys: readonly [present: string | undefined, previous: string | undefined]
}) {
  yield* requireOption("baseUrl", isBaseUrl(given.baseUrl), baseRule)
  yield* requireOption("appUrl", given.appUrl === undefined || isBaseUrl(given.appUrl), baseRule)
  const { databaseUrl } = given
  yield* requireOption(
    "store.url",
    databaseUrl === undefined || isPostgresUrl(databaseUrl),
    "must be a postgres:// URL"
  )
  const { sender } = given
  yield* requireOption("mail.from", sender === undefined || Sender.normalize(sender) !== undefined, senderRule)
  const isLong = (key: string | undefined) => key === undefined || key.length >= keyLength
  const [present, previous] = given.secretKeys
  yield* requireOption("secretKey", isLong(present), `must be of ${keyLength} characters or more`)
  yield* requireOption("previousSecretKey", isLong(previous), `must be of ${keyLength} characters or more`)
})

/** Parses a list of addresses and networks. */
export const parseProxies = (
  entries: ReadonlyArray<string> = []
): Effect.Effect<ClientAddress.TrustedProxies, OptionInvalid> =>
  Effect.mapError(
    Effect.fromResult(ClientAddress.proxiesFrom(entries)),
    (entry) =>
      new OptionInvalid({
        option: "trustedProxies",
        rule: `must be addresses and networks such as 10.0.0.0/8, not "${entry}"`
      })
  )
