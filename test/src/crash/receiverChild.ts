import { createHash } from "node:crypto"
import { fsyncSync, openSync, writeSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

/** A server that receives events until it is killed. What it acknowledges is in its file, and on the disk, before. */
export interface Given {
  readonly log: string
  /** 0 for any that is free. */
  readonly port: number
}

export interface Message {
  readonly event: "listening"
  readonly port: number
}

const given: Given = JSON.parse(process.argv[2] ?? "{}")
const file = openSync(given.log, "a")

const server = createServer((request, response) => {
  let text = ""
  request.setEncoding("utf8").on("data", (part: string) => (text += part))
  request.on("end", () => {
    const hash = createHash("sha256").update(text).digest("hex")
    writeSync(file, `\n${request.headers["quire-event-id"]} ${hash} ;`)
    fsyncSync(file)
    response.writeHead(204).end()
  })
})
server.listen(given.port, "127.0.0.1", () => {
  const message: Message = { event: "listening", port: (server.address() as AddressInfo).port }
  process.stdout.write(`${JSON.stringify(message)}\n`)
})
