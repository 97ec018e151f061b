/** An event of a stream of server-sent events. */
export interface StreamEvent {
  readonly type: string
  readonly data: string
  readonly id: string
}

/** Reads server-sent events from chunks of text; comments and fields other than `event`, `data` and `id` are skipped. */
export const makeEventParser = (onEvent: (event: StreamEvent) => void): ((chunk: string) => void) => {
  let rest = ""
  let [type, id] = ["", ""]
  let data: Array<string> = []
  const readLine = (line: string) => {
    if (line === "") {
      if (data.length > 0) onEvent({ type: type === "" ? "message" : type, data: data.join("\n"), id })
      type = ""
      data = []
      return
    }
    const [name = ""] = line.split(":", 1)
    const value = line.slice(name.length + 1).replace(/^ /, "")
    if (name === "event") type = value
    if (name === "data") data.push(value)
    if (name === "id") id = value
  }
  return (chunk) => {
    const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ""
    for (const line of lines) readLine(line)
  }
}

/** Reads the events of a response until it ends. */
export const readEvents = async (response: Response, onEvent: (event: StreamEvent) => void): Promise<void> => {
  if (response.body === null) return
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  const parse = makeEventParser(onEvent)
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    parse(decoder.decode(value, { stream: true }))
  }
}
