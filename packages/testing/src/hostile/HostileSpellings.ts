import { call, cross } from "./HostileMarkup.ts"

const tag = `<script>${call}</script>`

const encodeEach = (text: string, write: (code: number) => string): string =>
  Array.from(text, (character) => write(character.codePointAt(0) ?? 0)).join("")

const hex = (code: number, length: number): string => code.toString(16).padStart(length, "0")

const ways: ReadonlyArray<(text: string) => string> = [
  (text) => encodeEach(text, (code) => `&#${code};`),
  (text) => encodeEach(text, (code) => `&#${String(code).padStart(7, "0")}`),
  (text) => encodeEach(text, (code) => `&#x${hex(code, 2)};`),
  (text) => encodeEach(text, (code) => `&#X${hex(code, 6)}`),
  (text) => encodeEach(text, (code) => `%${hex(code, 2)}`),
  (text) => encodeEach(text, (code) => `%25${hex(code, 2)}`),
  (text) => encodeEach(text, (code) => `%u${hex(code, 4)}`),
  (text) => encodeEach(text, (code) => `\\x${hex(code, 2)}`),
  (text) => encodeEach(text, (code) => `\\u${hex(code, 4)}`),
  (text) => encodeEach(text, (code) => `\\u{${hex(code, 1)}}`),
  (text) => encodeEach(text, (code) => `\\${code.toString(8)}`),
  (text) => encodeEach(text, (code) => `\\${hex(code, 6)} `),
  (text) => encodeEach(text, (code) => (code > 0x20 && code < 0x7f ? String.fromCodePoint(code + 0xfee0) : " ")),
  (text) => encodeEach(text, (code) => `${String.fromCodePoint(code)}\u200b`),
  (text) => text.replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
  (text) => text.replaceAll("<", "&amp;lt;").replaceAll(">", "&amp;gt;"),
  (text) => text.replaceAll("<", "&LT").replaceAll(">", "&GT"),
  (text) => text.replaceAll("<", "+ADw-").replaceAll(">", "+AD4-"),
  (text) => text.replaceAll("<", "%C0%BC").replaceAll(">", "%C0%BE"),
  (text) => text.replaceAll("<", "\u2039").replaceAll(">", "\u203a"),
  (text) => text.replaceAll("<", "\u227a").replaceAll(">", "\u227b"),
  (text) => text.replaceAll("<", "<<").replaceAll(">", ">>"),
  (text) => text.replaceAll("<", "< ").replaceAll(">", " >"),
  (text) => text.replaceAll("script", "scr\u0131pt"),
  (text) => text.replaceAll("script", "\u017fcript"),
  (text) => text.replaceAll("script", "scr<script>ipt"),
  (text) => btoa(text)
]

export const encodings: ReadonlyArray<string> = cross([tag, `"><img src=x onerror=${call}>`], ways, (text, write) =>
  write(text)
)

const schemes = ["javascript", "vbscript", "livescript", "mocha", "JaVaScRiPt"]

const colons = [":", "&colon;", "%3A", "\t:", "\u00a0:", "://x/%0a", ":\u2028", "\uff1a"]

/** Bytes of a page that would run, as a data URL. */
const pages = [
  `data:text/html,${tag}`,
  `data:text/html;base64,${btoa(tag)}`,
  `data:text/html;charset=utf-7,+ADw-script+AD4-${call}`,
  `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${call}'/>`,
  `data:application/xhtml+xml,<html xmlns='http://www.w3.org/1999/xhtml'><body onload='${call}'/></html>`,
  `data:text/xml,<?xml-stylesheet href='data:text/xsl,x'?><x/>`,
  `data:text/javascript,${call}`,
  `data:,${tag}`,
  `DATA:text/html,${tag}`,
  `blob:null/00000000-0000-0000-0000-000000000000`,
  "filesystem:http://example.com/temporary/x.html",
  "view-source:https://evil.example/",
  "about:srcdoc",
  "file:///etc/passwd",
  "ftp://evil.example/x",
  "ws://evil.example/",
  "intent://evil.example/#Intent;scheme=https;end",
  "jar:https://evil.example/x.jar!/x.html",
  "mhtml:https://evil.example/x.mht!x",
  "chrome://settings",
  "ms-word:ofe|u|https://evil.example/x.docx",
  "steam://run/1",
  "x-unknown:x"
]

/** Addresses that look local, or that lead to another place than they appear to. */
const elsewhere = [
  "//evil.example/",
  "\\\\evil.example/",
  "/\\evil.example/",
  "/\t/evil.example/",
  "https:evil.example",
  "https:/\\evil.example",
  "https://example.com@evil.example/",
  "https://example.com%2f@evil.example/",
  "https://evil.example\\@example.com/",
  "https://ex\u0430mple.com/",
  "https://evil\u3002example/",
  "https://[::1]/",
  "https://2130706433/",
  `https://example.com/"onclick="${call}`,
  `https://example.com/'onclick='${call}`,
  `https://example.com/x onclick=${call}`,
  "https://example.com/?a=1&b=2&amp;c=3&lt=4&copy=5",
  "https://example.com/%0d%0aSet-Cookie:x=1",
  `https://example.com/#${tag}`,
  `mailto:x@example.com?subject=${tag}&body=%0d%0aBcc:x@evil.example`,
  "tel:+1;ext=*#06#",
  "../../../../../../etc/passwd",
  "..%2f..%2f..%2f",
  "~share/x/",
  "~asset/all/x.js",
  "?jwt_token=x",
  "#page:menu",
  "#:~:text=x"
]

export const addresses: ReadonlyArray<string> = [
  ...cross(schemes, colons, (scheme, colon) => `${scheme}${colon}${call}`),
  ` javascript:${call}`,
  `\u3000javascript:${call}`,
  `\u200bjavascript:${call}`,
  `java\tscript:${call}`,
  `jav&#x0A;ascript:${call}`,
  `&#106;&#97;vascript:${call}`,
  `\\u006aavascript:${call}`,
  `url(javascript:${call})`,
  ...pages,
  ...elsewhere
]
