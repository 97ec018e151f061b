import { constants } from "node:fs"
import * as fs from "node:fs/promises"
import { dirname, resolve } from "node:path"
import { ApiToken, type Bootstrap } from "@quire/core"
import { Data, Effect, Predicate } from "effect"
import { type NamedValue, refuse } from "./UsageError.ts"

/** Where the token of the first start comes from or is written to (rule first-token-unseen). */
export type FirstToken =
  | { readonly _tag: "Chosen"; readonly token: string }
  /** Read from the file if it exists, otherwise written to it. */
  | { readonly _tag: "File"; readonly path: string }
  | { readonly _tag: "Printed" }
  /** Printed only on a terminal. */
  | { readonly _tag: "Shown" }

/** The file of the first token cannot be used. Nothing was created yet, unless the message says so. */
export class FirstTokenUnusable extends Data.TaggedError("FirstTokenUnusable")<{ readonly message: string }> {}

const least = ApiToken.limits.bootstrapLength

export const parse = (chosen: string | undefined, file: NamedValue | undefined): FirstToken => {
  if (chosen === undefined || chosen === "") {
    if (file === undefined) return { _tag: "Shown" }
    return file.text === "-" ? { _tag: "Printed" } : { _tag: "File", path: file.text }
  }
  if (chosen.length < least) refuse(`QUIRE_BOOTSTRAP_TOKEN must have ${least} characters or more`)
  if (file !== undefined) refuse(`QUIRE_BOOTSTRAP_TOKEN and ${file.name} cannot be used together`)
  return { _tag: "Chosen", token: chosen }
}

const isAbsent = (cause: unknown) => Predicate.hasProperty(cause, "code") && cause.code === "ENOENT"

const unusable = (message: string) => new FirstTokenUnusable({ message })

/** Returns undefined if the file does not exist and can be created. */
const readToken = async (path: string): Promise<string | undefined> => {
  try {
    const token = (await fs.readFile(path, "utf8")).trim()
    if (token.length >= least) return token
    throw unusable(`the token in "${path}" must have ${least} characters or more`)
  } catch (cause) {
    if (!isAbsent(cause)) throw cause instanceof FirstTokenUnusable ? cause : unusable(`"${path}" cannot be read`)
    await fs.access(dirname(resolve(path)), constants.W_OK).catch(() => {
      throw unusable(`"${path}" cannot be written: its folder does not exist or is not writable`)
    })
    return undefined
  }
}

const orUnusable = (message: string) => (cause: unknown) =>
  cause instanceof FirstTokenUnusable ? cause : unusable(message)

/** The token that the first start must create; undefined if it generates one. Run this before anything is created. */
export const find = (first: FirstToken): Effect.Effect<string | undefined, FirstTokenUnusable> => {
  if (first._tag === "Chosen") return Effect.succeed(first.token)
  return first._tag === "File"
    ? Effect.tryPromise({
        try: () => readToken(first.path),
        catch: orUnusable(`"${first.path}" cannot be read`)
      })
    : Effect.undefined
}

const writeToken = (path: string, token: string): Effect.Effect<void, FirstTokenUnusable> =>
  Effect.tryPromise({
    try: () => fs.writeFile(path, `${token}\n`, { flag: "wx", mode: 0o600 }),
    catch: () => unusable(`"${path}" could not be written; create another token with quire token create`)
  })

const print = (line: string) => Effect.sync(() => void process.stdout.write(`${line}\n`))

const printUse = (base: string, organization: string, token: string) =>
  print(`Try it:\n\n  curl -H "Authorization: Bearer ${token}" ${base}/v1/orgs/${organization}/spaces\n`)

/** Prints what the first start created, and outputs its token as configured. */
export const handOver = Effect.fnUntraced(function* (
  first: FirstToken,
  base: string,
  made: Bootstrap.FirstStart,
  found: string | undefined
) {
  yield* print("The store was empty. Created an administrator, the organization Quire and an API token.")
  if (first._tag === "Chosen") return
  if (first._tag === "File") {
    if (found === undefined) yield* writeToken(first.path, made.token)
    yield* print(`The token is in ${first.path}.\n`)
    return yield* printUse(base, made.organization, `$(cat ${first.path})`)
  }
  if (first._tag === "Shown" && !process.stdout.isTTY) {
    return yield* print(
      "The token is not printed because standard output is not a terminal. Create one with quire token create, or pass --bootstrap-token-file.\n"
    )
  }
  yield* print(`This token is shown only once. Store it in a safe place:\n\n  ${made.token}\n`)
  yield* printUse(base, made.organization, made.token)
})
