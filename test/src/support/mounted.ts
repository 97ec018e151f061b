import { createServer, type RequestListener } from "node:http"

/** Serves a listener on a free port of this machine until it is closed. */
export const listen = async (listener: RequestListener) => {
  const server = createServer(listener)
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const close = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${port}`, close }
}
