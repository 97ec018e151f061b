import { createServer, type Socket } from "node:net"
import { Effect } from "effect"

export interface Received {
  readonly from: string
  readonly to: ReadonlyArray<string>
  readonly data: string
}

/** Replaces the ordinary replies of the server, by the first word of a command. */
export type Moods = Readonly<Record<string, string>>

const talk = (socket: Socket, moods: Moods, received: Array<Received>, commands: Array<string>) => {
  let pending = ""
  let email: { from: string; to: Array<string> } = { from: "", to: [] }
  let data: string | undefined
  const say = (line: string) => void socket.write(`${line}\r\n`)
  const answer = (line: string) => {
    const [word = ""] = line.toUpperCase().split(/[ :]/)
    commands.push(line)
    const mood = moods[word]
    if (mood !== undefined) return say(mood)
    if (word === "EHLO") return say("250-sink\r\n250 AUTH PLAIN")
    if (word === "AUTH") return say("235 welcome")
    if (word === "MAIL") email = { from: line, to: [] }
    if (word === "RCPT") email.to.push(line)
    if (word === "DATA") {
      data = ""
      return say("354 go on")
    }
    if (word === "QUIT") return void socket.end("221 bye\r\n")
    return say("250 ok")
  }
  socket.on("error", () => undefined)
  socket.on("data", (chunk) => {
    pending += chunk.toString("utf8")
    for (let end = pending.indexOf("\r\n"); end !== -1; end = pending.indexOf("\r\n")) {
      const line = pending.slice(0, end)
      pending = pending.slice(end + 2)
      if (data === undefined) answer(line)
      else if (line === ".") {
        received.push({ ...email, data })
        data = undefined
        say(moods["."] ?? "250 taken")
      } else data += `${line}\n`
    }
  })
  say(moods["HELLO"] ?? "220 sink")
}

/** A mail server on a free port of this machine, until the scope closes. */
export const listen = (moods: Moods = {}) =>
  Effect.acquireRelease(
    Effect.callback<{
      readonly port: number
      readonly received: ReadonlyArray<Received>
      readonly commands: ReadonlyArray<string>
      readonly close: () => void
    }>((resume) => {
      const received: Array<Received> = []
      const commands: Array<string> = []
      const sockets = new Set<Socket>()
      const server = createServer((socket) => {
        sockets.add(socket)
        talk(socket, moods, received, commands)
      })
      server.listen({ host: "127.0.0.1", port: 0 }, () => {
        const address = server.address()
        const port = typeof address === "object" && address !== null ? address.port : 0
        const close = () => {
          for (const socket of sockets) socket.destroy()
          server.close()
        }
        resume(Effect.succeed({ port, received, commands, close }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )
