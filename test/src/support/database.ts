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

const administer = (sql: string) =>
  Effect.promise(async () => {
    const { username: user, ...server } = inject("postgres")
    const client = new Client({ user, ...server })
    await client.connect()
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
