import { readFile } from "node:fs/promises"
import { Effect, Option } from "effect"
import { EmbeddedPostgresUnavailable, failedTo } from "./Unavailable.ts"

/** The operating-system user that initdb and the server run as. */
export interface Account {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/** The accounts of a passwd file, in order; malformed lines are skipped. */
export const parse = (passwd: string): ReadonlyArray<Account> =>
  passwd.split("\n").flatMap((line) => {
    const [name, , uid, gid] = line.split(":")
    if (!name || !/^\d+$/.test(uid ?? "") || !/^\d+$/.test(gid ?? "")) {
      return []
    }
    return [{ name, uid: Number(uid), gid: Number(gid) }]
  })

/**
 * The account to run the server as when this process is root, which Postgres itself refuses: the configured user, else
 * the owner of the data (`owner`, a uid), else `postgres`, else `nobody`. Never root.
 */
export const choose = (
  accounts: ReadonlyArray<Account>,
  configured: string | undefined,
  owner: number | undefined
): Option.Option<Account> => {
  const usable = accounts.filter((account) => account.uid !== 0)
  const named = (name: string) => usable.find((account) => account.name === name)
  if (configured !== undefined) {
    return Option.fromNullishOr(named(configured))
  }
  return Option.fromNullishOr(usable.find((account) => account.uid === owner) ?? named("postgres") ?? named("nobody"))
}

/** The account to run the server as; none when this process is an ordinary user, which then runs the server itself. */
export const chooseForProcess = Effect.fnUntraced(function* (
  configured: string | undefined,
  owner: number | undefined
) {
  if (process.getuid?.() !== 0) {
    return Option.none<Account>()
  }
  if (process.platform !== "linux") {
    return yield* new EmbeddedPostgresUnavailable({
      reason: "account",
      detail: `Postgres refuses to run as root, and on ${process.platform} Quire cannot start it as another user`
    })
  }
  const passwd = yield* Effect.tryPromise({
    try: () => readFile("/etc/passwd", "utf8"),
    catch: failedTo("read /etc/passwd")
  })
  const account = choose(parse(passwd), configured, owner)
  if (Option.isNone(account)) {
    return yield* new EmbeddedPostgresUnavailable({
      reason: "account",
      detail:
        configured === undefined
          ? "Postgres refuses to run as root, and there is no user `postgres` or `nobody` to run it as"
          : `there is no user \`${configured}\` other than root to run Postgres as`
    })
  }
  return account
})
