import { type AddressInfo, connect, type Socket } from "node:net"
import { createServer } from "node:tls"
import { makeKeys } from "./certificates.ts"

/** Has a server that listens without encryption be reached with it, by a self-signed certificate. */
export const encrypt = async (url: string) => {
  const { certificate, privateKey } = makeKeys()
  const open = new Set<Socket>()
  const key = String(privateKey.export({ type: "pkcs8", format: "pem" }))
  const server = createServer({ key, cert: certificate }, (outside) => {
    const inside = connect(Number(new URL(url).port), "127.0.0.1")
    for (const [socket, other] of [
      [outside, inside],
      [inside, outside]
    ] as const) {
      open.add(socket)
      socket.on("error", () => other.destroy())
      socket.on("close", () => open.delete(socket))
      socket.pipe(other)
    }
  })
  server.on("tlsClientError", () => undefined)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      })
  }
}
