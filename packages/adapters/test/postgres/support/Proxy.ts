import { connect, createServer, type Socket } from "node:net"
import { Effect } from "effect"

/** The end of every response: `ReadyForQuery`, with the state of the transaction. */
const readyBytes = 6

/** Forwards the end of a response a moment after the rest. */
export const inTwo = (to: Socket, chunk: Buffer) => {
  to.write(chunk.subarray(0, -readyBytes))
  setTimeout(() => to.write(chunk.subarray(-readyBytes)), 20)
}

/**
 * A proxy to the run's server that can swallow everything, like a network that drops packets, or split each response in
 * two packets.
 */
export const proxyTo = (
  target: { readonly host: string; readonly port: number },
  pass: (to: Socket, chunk: Buffer) => void = (to, chunk) => void to.write(chunk)
) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.callback<{
        readonly port: number
        readonly swallowed: ReadonlyArray<Buffer>
        readonly hush: (to: boolean) => void
        readonly close: () => void
      }>((resume) => {
        const sockets = new Set<Socket>()
        let silent = false
        const swallowed: Array<Buffer> = []
        const forward = (from: Socket, to: Socket, write: typeof pass) => {
          sockets.add(from)
          from.on("data", (chunk: Buffer) => {
            if (silent) swallowed.push(chunk)
            else write(to, chunk)
          })
          from.on("error", () => {})
          from.on("close", () => silent || to.destroy())
        }
        const server = createServer((near) => {
          const far = connect(target.port, target.host)
          forward(near, far, (to, chunk) => void to.write(chunk))
          forward(far, near, pass)
        })
        server.listen(0, "127.0.0.1", () => {
          const address = server.address()
          const port = address !== null && typeof address === "object" ? address.port : 0
          const close = () => {
            for (const socket of sockets) socket.destroy()
            server.close()
          }
          resume(Effect.succeed({ port, swallowed, close, hush: (to) => void (silent = to) }))
        })
      }),
      ({ close }) => Effect.sync(close)
    ),
    ({ hush, port, swallowed }) => ({
      host: "127.0.0.1",
      port,
      /** What was sent while it was silent. */
      swallowed,
      silence: Effect.sync(() => hush(true)),
      speak: Effect.sync(() => hush(false))
    })
  )
