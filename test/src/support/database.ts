import { Effect, Redacted } from "effect"
import { Client } from "pg"
import { inject } from "vitest"

declare module "vitest" {
  interface ProvidedContext {
    readonly postgres: {
      readonly host: string
      readonly port: number
      readonly username: string
      readonly password: string
      readonly database: string
    }
  }
}

export interface Config {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: Redacted.Redacted<string>
  readonly database: string
}

/** A connection of one's own. */
export const connected = async ({ password, username: user, ...server }: Config): Promise<Client> => {
  const client = new Client({ user, password: Redacted.value(password), ...server })
  await client.connect()
  return client
}

const administer = (sql: string) =>
  Effect.promise(async () => {
    const { password, ...server } = inject("postgres")
    const client = await connected({ ...server, password: Redacted.make(password) })
    await client.query(sql)
    await client.end()
  })

let count = 0

/** An empty database of the run's server, dropped at the end of the scope. */
export const fresh = Effect.acquireRelease(
  Effect.suspend(() => {
    count += 1
    const database = `quire_test_engine_${process.pid}_${count}`
    const { password, ...server } = inject("postgres")
    return Effect.as(administer(`create database "${database}"`), {
      ...server,
      database,
      password: Redacted.make(password)
    })
  }),
  ({ database }) => administer(`drop database "${database}" with (force)`)
)
