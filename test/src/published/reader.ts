import { request } from "node:http"

export interface Asked {
  readonly method?: string
  readonly headers?: { readonly [name: string]: string }
}

export interface Answer {
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  readonly bytes: Buffer
  readonly text: string
}

/** Asks a server over a socket, for a path exactly as given. */
export const ask = (server: string, path: string, { headers = {}, method = "GET" }: Asked = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server)
    const sent = request({ hostname, port, path, method, headers: { connection: "close", ...headers } }, (response) => {
      const parts: Array<Buffer> = []
      response.on("data", (part: Buffer) => parts.push(part))
      response.on("error", reject)
      response.on("end", () => {
        const bytes = Buffer.concat(parts)
        const given = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as const)
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(given),
          bytes,
          text: bytes.toString("utf8")
        })
      })
    })
    sent.on("error", reject)
    sent.end()
  })

/** The headers that must be the same in answers that must look alike: all but the request's id and its time. */
export const comparable = ({ headers }: Pick<Answer, "headers">): { readonly [name: string]: string } =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name !== "x-request-id" && name !== "date"))
