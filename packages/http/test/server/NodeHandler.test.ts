import { EventEmitter, once } from "node:events"
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http"
import { connect } from "node:net"
import { afterEach, assert, describe, it } from "@effect/vitest"
import * as NodeHandler from "../../src/server/NodeHandler.ts"

const closing: Array<() => void> = []

afterEach(() => {
  for (const close of closing.splice(0)) close()
})

type Listener = (incoming: IncomingMessage, response: ServerResponse) => void

const listen = async (listener: Listener) => {
  const server = createServer(listener)
  closing.push(() => server.close())
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const address = server.address()
  return typeof address === "object" && address !== null ? address.port : 0
}

const serve = (handler: (request: Request) => Promise<Response>) => {
  const answer = NodeHandler.toNodeHandler(handler)
  return listen((incoming, response) => void answer(incoming, response))
}

/** Sends bytes as they are, and reads until the server closes. */
const sendRaw = (port: number, text: string) =>
  new Promise<string>((resolve, reject) => {
    const parts: Array<Buffer> = []
    const socket = connect(port, "127.0.0.1", () => socket.write(text))
    socket.on("data", (part) => parts.push(part))
    socket.on("error", reject)
    socket.on("close", () => resolve(Buffer.concat(parts).toString()))
  })

describe("a Web handler on Node", () => {
  it("receives URL, headers, body and peer as sent", async () => {
    const port = await serve(async (received) =>
      Response.json({
        url: received.url,
        method: received.method,
        accept: received.headers.get("accept"),
        body: await received.text(),
        peer: NodeHandler.addressOf(received)
      })
    )
    const text = await sendRaw(
      port,
      "POST /a//b?c=%2F HTTP/1.1\r\nhost: quire.test\r\naccept: a\r\naccept: b\r\nconnection: close\r\ncontent-length: 5\r\n\r\nhello"
    )
    assert.deepStrictEqual(JSON.parse(/\{.*\}/.exec(text)?.[0] ?? ""), {
      url: "http://quire.test/a//b?c=%2F",
      method: "POST",
      accept: "a, b",
      body: "hello",
      peer: "127.0.0.1"
    })
  })

  it("treats targets of every form as paths of the given host", async () => {
    const port = await serve(async (received) => new Response(`[${received.url}]`))
    const urls = {
      "//evil.test/a": "http://quire.test//evil.test/a",
      "http://evil.test/a": "http://quire.test/a",
      "*": "http://quire.test/"
    }
    for (const [target, url] of Object.entries(urls)) {
      const text = await sendRaw(port, `OPTIONS ${target} HTTP/1.1\r\nhost: quire.test\r\nconnection: close\r\n\r\n`)
      assert.include(text, `[${url}]`)
    }
  })

  it("rejects requests that the Web API cannot represent", async () => {
    const port = await serve(async () => new Response())
    for (const line of ["GET / HTTP/1.1\r\nhost: a b", "TRACE / HTTP/1.1\r\nhost: quire.test"]) {
      assert.match(await sendRaw(port, `${line}\r\nconnection: close\r\n\r\n`), /^HTTP\/1\.1 400 /)
    }
  })

  it("sends each cookie as a header, and no body for HEAD", async () => {
    const port = await serve(async () => {
      const headers = new Headers({ vary: "cookie", "content-length": "4" })
      for (const name of ["a", "b"]) headers.append("set-cookie", `${name}=1; Expires=Mon, 01 Jan 2035 00:00:00 GMT`)
      return new Response("body", { status: 418, headers })
    })
    const text = await sendRaw(port, "HEAD / HTTP/1.1\r\nhost: quire.test\r\nconnection: close\r\n\r\n")
    assert.match(text, /^HTTP\/1\.1 418 /)
    assert.deepStrictEqual(
      [...text.matchAll(/^set-cookie: (.*?);/gim)].map(([, cookie]) => cookie),
      ["a=1", "b=1"]
    )
    assert.isTrue(text.endsWith("\r\n\r\n"))
  })

  it("reports a body that was already read", async () => {
    const reported: Array<boolean> = []
    const answer = NodeHandler.toNodeHandler(async (received) => {
      reported.push(received.bodyUsed)
      return new Response()
    })
    const port = await listen((incoming, response) => {
      incoming.resume().once("end", () => void answer(incoming, response))
    })
    const head = "POST / HTTP/1.1\r\nhost: quire.test\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}"
    assert.match(await sendRaw(port, head), /^HTTP\/1\.1 200 /)
    assert.deepStrictEqual(reported, [true])
  })

  it("notifies the handler when the client disconnects", async () => {
    const steps = new EventEmitter()
    const [begun, gone] = [once(steps, "begun"), once(steps, "gone")]
    const port = await serve(
      (received) =>
        new Promise((_, reject) => {
          received.signal.addEventListener("abort", () => {
            steps.emit("gone")
            reject(new Error("gone"))
          })
          steps.emit("begun")
        })
    )
    const sent = request({ host: "127.0.0.1", port, path: "/" })
    sent.on("error", () => undefined)
    sent.end()
    await begun
    sent.destroy()
    await gone
    assert.isTrue(sent.destroyed)
  })

  it("passes a failure on, or returns 503", async () => {
    const failed = async () => Promise.reject(new Error("closed"))
    const alone = await serve(failed)
    const line = "GET / HTTP/1.1\r\nhost: quire.test\r\nconnection: close\r\n\r\n"
    assert.match(await sendRaw(alone, line), /^HTTP\/1\.1 503 /)
    const errors: Array<unknown> = []
    const answer = NodeHandler.toNodeHandler(failed)
    const within = await listen((incoming, response) => {
      void answer(incoming, response, (error) => {
        errors.push(error)
        response.writeHead(500).end()
      })
    })
    assert.match(await sendRaw(within, line), /^HTTP\/1\.1 500 /)
    assert.strictEqual(errors.length, 1)
  })
})
