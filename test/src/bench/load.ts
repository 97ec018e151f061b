import { connect } from "node:net"
import { cpus, loadavg } from "node:os"

export interface Asked {
  /** Requests in all, over all connections. */
  readonly total: number
  readonly connections?: number
  readonly headers?: Readonly<Record<string, string>>
}

const linesOf = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")

/** The length of a whole answer that begins with these bytes; undefined while its head is not there. */
const lengthOf = (begun: Buffer): number | undefined => {
  const end = begun.indexOf("\r\n\r\n")
  if (end === -1) return undefined
  const head = begun.toString("latin1", 0, end)
  if (!/^HTTP\/1\.1 (?:200|304) /.test(head)) throw new Error(head.slice(0, 200))
  const isEmpty = head.startsWith("HTTP/1.1 304")
  return end + 4 + (isEmpty ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN))
}

/** Where others wait for the processors, a process that never sleeps is made to wait for longer than it saves. */
const isQuiet = (): boolean => (loadavg()[0] ?? 0) < 2 * cpus().length

/** Keeps this process awake, so that no server spends its time on waking it. */
const stayAwake = (until: () => boolean): void => {
  if (!until()) setImmediate(stayAwake, until)
}

/** Asks for the paths one after the other over kept connections, and returns how many answers came a second. */
export const ask = (url: string, paths: ReadonlyArray<string>, { connections = 8, headers = {}, total }: Asked) =>
  new Promise<number>((resolve, reject) => {
    const { host, hostname, port } = new URL(url)
    const requests = paths.map((path) =>
      Buffer.from(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n${linesOf(headers)}\r\n`)
    )
    const begun = performance.now()
    let asked = 0
    let answered = 0
    const open = () => {
      const socket = connect(Number(port), hostname)
      socket.setNoDelay(true)
      let rest = Buffer.alloc(0)
      let missing: number | undefined
      const next = () => {
        missing = undefined
        rest = Buffer.alloc(0)
        if (asked === total) return void socket.destroy()
        socket.write(requests[asked++ % requests.length] ?? "")
      }
      const take = (bytes: Buffer) => {
        if (missing === undefined) {
          rest = Buffer.concat([rest, bytes])
          const whole = lengthOf(rest)
          missing = whole === undefined ? undefined : whole - rest.length
        } else missing -= bytes.length
        if (missing !== 0) return
        answered += 1
        if (answered === total) resolve((total / (performance.now() - begun)) * 1000)
        next()
      }
      socket.on("connect", next)
      socket.on("error", reject)
      socket.on("data", (bytes) => {
        try {
          take(bytes)
        } catch (error) {
          answered = total
          socket.destroy()
          reject(error)
        }
      })
    }
    for (let at = 0; at < connections; at++) open()
    if (isQuiet()) stayAwake(() => answered === total)
  })
