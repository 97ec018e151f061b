import type { Server } from "node:http"
import { Data, Effect } from "effect"

export interface Address {
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
}

/** Listening failed: the address is taken, or does not belong to this machine. */
export class ListenFailed extends Data.TaggedError("ListenFailed")<{
  readonly host: string
  readonly port: number
  readonly cause: Error
}> {
  override get message() {
    return `cannot listen on ${this.host}:${this.port}: ${this.cause.message}`
  }
}

/** Listens at an address and returns the actual one. */
export const listen = (server: Server, { host, port }: Address): Effect.Effect<Address, ListenFailed> =>
  Effect.callback((resume) => {
    const onError = (cause: Error) => resume(Effect.fail(new ListenFailed({ host, port, cause })))
    server.once("error", onError)
    server.listen({ host, port }, () => {
      server.off("error", onError)
      const address = server.address()
      const bound = typeof address === "object" && address !== null ? address : { address: host, port }
      resume(Effect.succeed({ host: bound.address, port: bound.port }))
    })
  })
