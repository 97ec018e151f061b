import { URLSearchParams } from "./SearchParams.ts"

interface Parts {
  readonly href: string
  readonly origin: string
  readonly protocol: string
  readonly username: string
  readonly password: string
  readonly host: string
  readonly hostname: string
  readonly port: string
  readonly pathname: string
  readonly search: string
  readonly hash: string
}

const parse = (text: unknown, base: unknown): Parts | undefined => {
  const found = host.parseUrl(String(text), base === undefined ? undefined : String(base))
  return found === undefined ? undefined : JSON.parse(found)
}

export class URL {
  #parts: Parts
  #params: URLSearchParams | undefined
  constructor(text: unknown, base?: unknown) {
    const parts = parse(text, base)
    if (parts === undefined) throw new TypeError(`Invalid URL: ${String(text).slice(0, 200)}`)
    this.#parts = parts
  }
  static canParse(text: unknown, base?: unknown): boolean {
    return parse(text, base) !== undefined
  }
  static parse(text: unknown, base?: unknown): URL | null {
    return URL.canParse(text, base) ? new URL(text, base) : null
  }
  #change(part: keyof Parts, value: unknown): void {
    this.#parts = JSON.parse(host.changeUrl(this.#parts.href, part, String(value)))
    if (part === "search" || part === "href") this.#params = undefined
  }
  get searchParams(): URLSearchParams {
    this.#params ??= new URLSearchParams(this.#parts.search, (text) => {
      this.#parts = JSON.parse(host.changeUrl(this.#parts.href, "search", text))
    })
    return this.#params
  }
  get origin(): string {
    return this.#parts.origin
  }
  get href(): string {
    return this.#parts.href
  }
  set href(value: unknown) {
    if (!URL.canParse(value)) throw new TypeError("Invalid URL")
    this.#change("href", value)
  }
  get protocol(): string {
    return this.#parts.protocol
  }
  set protocol(value: unknown) {
    this.#change("protocol", value)
  }
  get username(): string {
    return this.#parts.username
  }
  set username(value: unknown) {
    this.#change("username", value)
  }
  get password(): string {
    return this.#parts.password
  }
  set password(value: unknown) {
    this.#change("password", value)
  }
  get host(): string {
    return this.#parts.host
  }
  set host(value: unknown) {
    this.#change("host", value)
  }
  get hostname(): string {
    return this.#parts.hostname
  }
  set hostname(value: unknown) {
    this.#change("hostname", value)
  }
  get port(): string {
    return this.#parts.port
  }
  set port(value: unknown) {
    this.#change("port", value)
  }
  get pathname(): string {
    return this.#parts.pathname
  }
  set pathname(value: unknown) {
    this.#change("pathname", value)
  }
  get search(): string {
    return this.#parts.search
  }
  set search(value: unknown) {
    this.#change("search", value)
  }
  get hash(): string {
    return this.#parts.hash
  }
  set hash(value: unknown) {
    this.#change("hash", value)
  }
  toString(): string {
    return this.#parts.href
  }
  toJSON(): string {
    return this.#parts.href
  }
}
