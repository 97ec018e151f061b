import { ExactJson } from "@quire/core"
import * as Json from "./Json.ts"
import type { FormField, SampleBody, SampleRequest } from "./SampleRequest.ts"

const separators = /[\u2028\u2029\u007f-\u009f\ufeff]/g

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`

/** A text as a program has it. */
export const quote = (text: string): string => JSON.stringify(text).replace(separators, escaped)

const indent = (text: string, by: string): string => text.replaceAll("\n", `\n${by}`)

/** A value as a program sends it: as a text where it has a number that no program would keep as it is written. */
const value = (of: unknown): string => {
  if (ExactJson.someLiteral(of, ({ isDouble }) => !isDouble)) return quote(Json.pretty(of))
  // A key of this name would set the prototype of an object literal.
  const text = Json.pretty(of).replace(separators, escaped)
  return `JSON.stringify(${indent(text.replace(/^( *)"__proto__":/gm, '$1["__proto__"]:'), "  ")})`
}

/** The statements before the request, and its body. */
interface Parts {
  readonly before: ReadonlyArray<string>
  readonly body: string
}

const append = ({ isFile, name, value: own }: FormField): string =>
  `form.append(${quote(name)}, ${isFile ? "file" : quote(own)})`

const partsOf = (body: SampleBody): Parts => {
  switch (body.kind) {
    case "json":
      return { before: [], body: value(body.value) }
    case "form": {
      const pairs = body.fields.map(({ name, value: own }) => `    [${quote(name)}, ${quote(own)}]`)
      return { before: [], body: `new URLSearchParams([\n${pairs.join(",\n")}\n  ])` }
    }
    case "multipart":
      return { before: ["const form = new FormData()", ...body.fields.map(append), ""], body: "form" }
    case "text":
      return { before: [], body: quote(body.text) }
    case "file":
      return { before: [], body: "file" }
  }
}

export const print = ({ body, headers, method, url }: SampleRequest): string => {
  const parts = body === undefined ? undefined : partsOf(body)
  const pairs = headers.map(({ name, value: own }) => `    [${quote(name)}, ${quote(own)}]`)
  const options = [
    ...(method === "GET" ? [] : [`  method: ${quote(method)}`]),
    ...(pairs.length === 0 ? [] : [`  headers: [\n${pairs.join(",\n")}\n  ]`]),
    ...(parts === undefined ? [] : [`  body: ${parts.body}`])
  ]
  const given = options.length === 0 ? "" : `, {\n${options.join(",\n")}\n}`
  return [
    ...(parts?.before ?? []),
    `const response = await fetch(${quote(url)}${given})`,
    "console.log(await response.text())"
  ].join("\n")
}
