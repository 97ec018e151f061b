import { Blob, File } from "./Blob.ts"
import { concat, decode, encode, whole } from "./Host.ts"

type Value = string | File

const valueOf = (value: unknown, name: unknown): Value => {
  if (!(value instanceof Blob)) return String(value)
  if (value instanceof File && name === undefined) return value
  return new File([value], name ?? "blob", { type: value.type })
}

export class FormData {
  #entries: Array<readonly [name: string, value: Value]> = []
  append(name: unknown, value: unknown, filename?: unknown): void {
    this.#entries.push([String(name), valueOf(value, filename)])
  }
  delete(name: unknown): void {
    this.#entries = this.#entries.filter(([own]) => own !== String(name))
  }
  get(name: unknown): Value | null {
    return this.#entries.find(([own]) => own === String(name))?.[1] ?? null
  }
  getAll(name: unknown): Array<Value> {
    return this.#entries.filter(([own]) => own === String(name)).map(([, value]) => value)
  }
  has(name: unknown): boolean {
    return this.#entries.some(([own]) => own === String(name))
  }
  set(name: unknown, value: unknown, filename?: unknown): void {
    const at = this.#entries.findIndex(([own]) => own === String(name))
    if (at < 0) return this.append(name, value, filename)
    const rest = this.#entries.filter(([own], index) => own !== String(name) || index <= at)
    this.#entries = rest.with(at, [String(name), valueOf(value, filename)])
  }
  forEach(use: (value: Value, name: string, all: FormData) => void, self?: unknown): void {
    for (const [name, value] of this.#entries) use.call(self, value, name, this)
  }
  *entries(): Generator<[string, Value]> {
    for (const [name, value] of this.#entries) yield [name, value]
  }
  *keys(): Generator<string> {
    for (const [name] of this.#entries) yield name
  }
  *values(): Generator<Value> {
    for (const [, value] of this.#entries) yield value
  }
  [Symbol.iterator](): Generator<[string, Value]> {
    return this.entries()
  }
}

const escape = (name: string): string => name.replaceAll("\n", "%0A").replaceAll("\r", "%0D").replaceAll('"', "%22")

/** The encoded bytes of a form, and the content type with its boundary. */
export const writeMultipart = (form: FormData) => {
  const boundary = `----script${Array.from(new Uint8Array(host.random(12)), (byte) => byte.toString(16).padStart(2, "0")).join("")}`
  const parts = Array.from(form, ([name, value]) => {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${escape(name)}"`
    if (typeof value === "string") return [encode(`${head}\r\n\r\n${value.replace(/\r?\n|\r/g, "\r\n")}\r\n`)]
    const type = value.type === "" ? "application/octet-stream" : value.type
    const described = `${head}; filename="${escape(value.name)}"\r\nContent-Type: ${type}\r\n\r\n`
    return [encode(described), Blob.bytesOf(value), encode("\r\n")]
  })
  return {
    bytes: concat([...parts.flat(), encode(`--${boundary}--\r\n`)]),
    type: `multipart/form-data; boundary=${boundary}`
  }
}

const parameter = (header: string, name: string): string | undefined => {
  const [, quoted, plain] = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^;\\s]*))`, "i").exec(header) ?? []
  return quoted ?? plain
}

const latinBytes = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0))

const unescape = (text: string): string =>
  decode(latinBytes(text), true).replace(/%0A|%0D|%22/gi, (code) => decodeURIComponent(code))

const readPart = (form: FormData, head: string, bytes: Uint8Array): void => {
  const lines = head.split("\r\n")
  const line = (name: string) => lines.find((one) => one.toLowerCase().startsWith(`${name}:`)) ?? ""
  const disposition = line("content-disposition")
  const name = parameter(disposition, "name")
  if (name === undefined) throw new TypeError("A part of the form has no name")
  const own = unescape(name)
  const filename = parameter(disposition, "filename")
  if (filename === undefined) return form.append(own, decode(bytes))
  const type = line("content-type").slice("content-type:".length).trim()
  form.append(own, new File([bytes], unescape(filename), { type }))
}

export const readMultipart = (bytes: Uint8Array, type: string): FormData => {
  const boundary = parameter(type, "boundary")
  if (boundary === undefined || boundary === "") throw new TypeError("The form has no boundary")
  const text = `\r\n${host.latin(whole(bytes))}`
  const mark = `\r\n--${boundary}`
  const form = new FormData()
  for (let at = text.indexOf(mark); ; ) {
    if (at < 0) throw new TypeError("The form has no end")
    const begin = at + mark.length
    if (text.startsWith("--", begin)) return form
    const head = text.indexOf("\r\n\r\n", begin)
    at = text.indexOf(mark, begin)
    if (head < 0 || at < 0) throw new TypeError("The form has no end")
    readPart(form, text.slice(begin + 2, head), bytes.slice(head + 2, Math.max(head + 2, at - 2)))
  }
}
