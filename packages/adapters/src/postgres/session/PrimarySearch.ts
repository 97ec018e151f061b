import { Data } from "effect"
import { Client, type ClientBase, type ClientConfig } from "pg"
import * as DatabaseUrl from "../../text/DatabaseUrl.ts"
import * as Failure from "./Failure.ts"

/** A server of a URL with several servers cannot be reached, or does not accept writes. */
export class ServerUnusable extends Data.TaggedError("ServerUnusable")<{
  readonly server: string
  readonly reason: string
}> {
  override get message() {
    return `${this.server}: ${this.reason}`
  }
}

/**
 * Finds the primary among the servers of a URL (rule primary-followed). New connections go to the server that accepted
 * writes last. If it cannot be reached or has become a standby, they go to the next one.
 */
export interface PrimarySearch {
  /** The class of the connections of the pool. */
  readonly Client: new (
    options?: ClientConfig
  ) => Client
  /** All failures of a caller after one more, if it should try another server; otherwise the error to report. */
  readonly after: (failures: ReadonlyArray<ServerUnusable>, error: Error) => ReadonlyArray<ServerUnusable> | Error
  /** Makes open connections outdated after one of them was lost, because they may lead to the former primary. */
  readonly renew: () => void
  readonly isOutdated: (client: ClientBase) => boolean
}

type Connected = (error: Error | null, client?: ClientBase) => void

const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}

/** Whether another server may accept the connection: not after a wrong password, for example. */
const isOutage = (error: unknown): boolean =>
  Failure.storeError("connect", error, !Failure.isReported(error)).unavailable

/** True on a standby, and where the role may only read. */
const readOnlyQuery = "select current_setting('transaction_read_only') = 'on' as answer"

export const make = (urls: ReadonlyArray<string>): PrimarySearch => {
  let current = 0
  let generation = 0
  const generations = new WeakMap<ClientBase, number>()

  const failed = (at: number, error: Error): Error => {
    if (!isOutage(error)) return error
    if (current === at) current = (at + 1) % urls.length
    return new ServerUnusable({ server: DatabaseUrl.locate(urls[at] ?? "").servers, reason: reasonOf(error) })
  }

  class PrimaryClient extends Client {
    readonly #at: number

    constructor({ connectionTimeoutMillis = 0, ...options }: ClientConfig = {}) {
      super({
        ...options,
        connectionString: urls[current],
        connectionTimeoutMillis: Math.ceil(connectionTimeoutMillis / urls.length)
      })
      this.#at = current
      generations.set(this, generation)
      this.on("error", () => {})
    }

    /** Also fails if the server does not accept writes. */
    override connect(): Promise<Client>
    override connect(callback: Connected): void
    override connect(callback?: Connected): Promise<Client> | undefined {
      if (callback === undefined) return super.connect()
      const refuse = (error: Error) => {
        this.end(() => {})
        callback(failed(this.#at, error))
      }
      super.connect((error: Error) => {
        if (error) return refuse(error)
        this.query<{ readonly answer: boolean }>(readOnlyQuery, (fault, result) => {
          if (fault) return refuse(fault)
          if (result.rows[0]?.answer === true) return refuse(new Error("this server does not accept writes"))
          callback(null, this)
        })
      })
      return undefined
    }
  }

  return {
    Client: PrimaryClient,
    after: (failures, error) => {
      const unusable = error instanceof ServerUnusable ? error : error.cause
      if (!(unusable instanceof ServerUnusable)) return error
      const all = [...failures, unusable]
      const servers = new Map(all.map((failure) => [failure.server, failure]))
      if (servers.size < urls.length && all.length < 2 * urls.length) return all
      return new Error([...servers.values()].map(({ message }) => message).join("; "))
    },
    renew: () => {
      generation += 1
    },
    isOutdated: (client) => (generations.get(client) ?? generation) < generation
  }
}
