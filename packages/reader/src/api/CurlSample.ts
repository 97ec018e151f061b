import * as Json from "./Json.ts"
import type { Pair, SampleBody, SampleRequest } from "./SampleRequest.ts"

const hex = (character: string): string => `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`

/** Characters that a shell or terminal would interpret. */
const controls = /[\u0000-\u0008\u000b-\u001f\u007f]/

/** One argument of a shell command. */
export const quote = (text: string): string =>
  controls.test(text)
    ? `$'${text
        .replace(/[\\']/g, "\\$&")
        .replaceAll("\n", "\\n")
        .replaceAll("\t", "\\t")
        .replace(/[\u0000-\u001f\u007f]/g, hex)}'`
    : `'${text.replaceAll("'", `'\\''`)}'`

/** The name is sent as it is written, the value encoded. */
const urlencoded = ({ name, value }: Pair): string =>
  `--data-urlencode ${quote(`${encodeURIComponent(name.toWellFormed())}=${value}`)}`

const bodyOf = (body: SampleBody): ReadonlyArray<string> => {
  switch (body.kind) {
    case "json":
      return [`--data-raw ${quote(Json.pretty(body.value))}`]
    case "form":
      return body.fields.map(urlencoded)
    case "multipart":
      return body.fields.map(({ isFile, name, value }) =>
        isFile ? `--form ${quote(`${name}=@file`)}` : `--form-string ${quote(`${name}=${value}`)}`
      )
    case "text":
      return [`--data-raw ${quote(body.text)}`]
    case "file":
      return ["--data-binary @file"]
  }
}

const methodOf = (method: string): ReadonlyArray<string> =>
  method === "GET" ? [] : method === "HEAD" ? ["--head"] : [`--request ${method}`]

/** Braces and brackets would otherwise be interpreted as a URL pattern. */
const isPattern = /[{}[\]]/

export const print = ({ body, headers, method, url }: SampleRequest): string =>
  [
    `curl ${quote(url)}`,
    ...(isPattern.test(url) ? ["--globoff"] : []),
    ...methodOf(method),
    ...headers.map(({ name, value }) => `--header ${quote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : bodyOf(body))
  ].join(" \\\n  ")
