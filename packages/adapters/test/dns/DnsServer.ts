import { createSocket, type RemoteInfo } from "node:dgram"
import { Effect } from "effect"

/** What the server says of a name: records, each of several strings; an error; or nothing at all. */
export type DnsAnswer =
  | ReadonlyArray<ReadonlyArray<string>>
  | "NXDOMAIN"
  | "SERVFAIL"
  | "REFUSED"
  | "silence"
  | "garbage"

const codes = { NXDOMAIN: 3, SERVFAIL: 2, REFUSED: 5 } as const

/** The requested name, and where its question ends. */
const questionOf = (message: Buffer) => {
  const labels: Array<string> = []
  let at = 12
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join("."), type: message.readUInt16BE(at + 1), end: at + 5 }
}

const stringOf = (text: string) => Buffer.concat([Buffer.of(Buffer.byteLength(text)), Buffer.from(text)])

/** A TXT record of the requested name. */
const recordOf = (strings: ReadonlyArray<string>) => {
  const data = Buffer.concat(strings.map(stringOf))
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(16, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(60, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

const reply = (message: Buffer, end: number, said: Exclude<DnsAnswer, "silence" | "garbage">) => {
  const records = typeof said === "string" ? [] : said.map(recordOf)
  const head = Buffer.alloc(12)
  head.writeUInt16BE(message.readUInt16BE(0), 0)
  head.writeUInt16BE(0x8180 | (typeof said === "string" ? codes[said] : 0), 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(records.length, 6)
  return Buffer.concat([head, message.subarray(12, end), ...records])
}

/** A DNS server on loopback for as long as the scope lasts; `queries` are the names and types of its questions. */
export const serve = (say: (name: string) => DnsAnswer) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const socket = createSocket("udp4")
      const queries: Array<string> = []
      socket.on("message", (message: Buffer, { address, port }: RemoteInfo) => {
        const { end, name, type } = questionOf(message)
        queries.push(`${name} ${type}`)
        const said = say(name)
        if (said === "silence") return
        socket.send(said === "garbage" ? message.subarray(0, 7) : reply(message, end, said), port, address)
      })
      await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve))
      return { socket, queries, address: `127.0.0.1:${socket.address().port}` }
    }),
    ({ socket }) => Effect.promise(() => new Promise<void>((resolve) => socket.close(() => resolve())))
  )
