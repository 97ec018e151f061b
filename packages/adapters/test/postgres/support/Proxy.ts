import { connect, createServer, type Socket } from "node:net"
import { Effect } from "effect"

/** A way to the run's server that can be made to swallow everything, like a network that drops packets. */
export const proxyTo = (target: { readonly host: string; readonly port: number }) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.callback<{ readonly port: number; readonly hush: (to: boolean) => void; readonly close: () => void }>(
        (resume) => {
          const sockets = new Set<Socket>()
          let silent = false
          const forward = (from: Socket, to: Socket) => {
            sockets.add(from)
            from.on("data", (chunk) => !silent && to.write(chunk))
            from.on("error", () => {})
            from.on("close", () => silent || to.destroy())
          }
          const server = createServer((near) => {
            const far = connect(target.port, target.host)
            forward(near, far)
            forward(far, near)
          })
          server.listen(0, "127.0.0.1", () => {
            const address = server.address()
            const port = address !== null && typeof address === "object" ? address.port : 0
            const close = () => {
              for (const socket of sockets) socket.destroy()
              server.close()
            }
            resume(Effect.succeed({ port, close, hush: (to) => void (silent = to) }))
          })
        }
      ),
      ({ close }) => Effect.sync(close)
    ),
    ({ port, hush }) => ({
      host: "127.0.0.1",
      port,
      silence: Effect.sync(() => hush(true)),
      speak: Effect.sync(() => hush(false))
    })
  )
