import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Actor, SignIn, User, UserId } from "@quire/core"
import { Effect, Option } from "effect"
import type { Settings } from "./Settings.ts"

const print = (line: string) => Effect.sync(() => void process.stdout.write(`${line}\n`))

const makeFolder = ({ store }: Settings): Promise<string> =>
  store._tag === "Embedded" ? Promise.resolve(store.directory) : mkdtemp(join(tmpdir(), "quire-"))

/** Writes the link to a new file that only its owner can read, and returns its path. */
const writeLink = async (settings: Settings, link: string): Promise<string> => {
  const path = join(await makeFolder(settings), "sign-in-link")
  await rm(path, { force: true })
  await writeFile(path, `${link}\n`, { flag: "wx", mode: 0o600 })
  return path
}

const createLink = Effect.fnUntraced(
  function* (base: string, user: string) {
    const signIn = yield* SignIn.SignIn
    const { code } = yield* Effect.orDie(signIn.start(UserId.make(user)))
    return `${base}/sign-in?code=${code}`
  },
  Effect.provideService(Actor.Actor, Actor.system)
)

const hint = `To sign in, create a link with: quire user link ${User.administrator}`

/**
 * Creates a one-time link that signs in the administrator of the first start. It is printed on a terminal, and
 * otherwise written to a file (rule first-link-unseen). Operators who chose the token create a link when they need one.
 */
export const handOver = Effect.fnUntraced(function* (settings: Settings, base: string, user: string) {
  const isShown = process.stdout.isTTY || settings.firstToken._tag === "Printed"
  if (!isShown && settings.firstToken._tag === "Chosen") return yield* print(hint)
  const link = yield* createLink(base, user)
  if (isShown) return yield* print(`Sign in as administrator with this link, which works once:\n\n  ${link}\n`)
  const path = yield* Effect.option(Effect.tryPromise(() => writeLink(settings, link)))
  yield* print(
    Option.match(path, {
      onNone: () => hint,
      onSome: (file) => `A link that signs in the administrator once is in ${file}.`
    })
  )
})
