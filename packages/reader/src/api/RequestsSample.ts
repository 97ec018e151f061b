import { ExactJson } from "@quire/core"
import * as Json from "./Json.ts"
import type { FormField, SampleBody, SampleRequest } from "./SampleRequest.ts"

const unseen = /[\u007f-\u009f\u2028\u2029\ufeff]/g

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`

/** A string literal: Python understands the escapes of JSON. */
export const quote = (text: string): string => JSON.stringify(text).replace(unseen, escaped)

/** A value as a literal. */
export const literal = (value: unknown, indent = ""): string => {
  const inner = `${indent}    `
  const block = (open: string, items: ReadonlyArray<string>, close: string): string =>
    items.length === 0
      ? `${open}${close}`
      : `${open}\n${items.map((item) => `${inner}${item}`).join(",\n")}\n${indent}${close}`
  if (typeof value === "string") return quote(value)
  if (typeof value === "boolean") return value ? "True" : "False"
  if (Array.isArray(value))
    return block(
      "[",
      value.map((item: unknown) => literal(item, inner)),
      "]"
    )
  if (ExactJson.isRecord(value)) {
    const members = Object.entries(value).map(([key, each]) => `${quote(key)}: ${literal(each, inner)}`)
    return block("{", members, "}")
  }
  return value === null || value === undefined ? "None" : ExactJson.stringify(value)
}

/** Whether a number would not be sent as it is written: integers have any number of digits in Python. */
const isFraction = ({ isDouble, json }: ExactJson.Literal): boolean => !isDouble && !/^-?\d+$/.test(json)

const pairs = (fields: ReadonlyArray<FormField>): string =>
  fields.length === 0
    ? "[]"
    : `[\n${fields.map(({ name, value }) => `        (${quote(name)}, ${quote(value)})`).join(",\n")}\n    ]`

/** A text field of a form with files has no name of a file. */
const parts = (fields: ReadonlyArray<FormField>): string =>
  `[\n${fields
    .map(({ isFile, name, value }) =>
      isFile ? `        (${quote(name)}, open("file", "rb"))` : `        (${quote(name)}, (None, ${quote(value)}))`
    )
    .join(",\n")}\n    ]`

const bodyOf = (body: SampleBody): string => {
  switch (body.kind) {
    case "json":
      return ExactJson.someLiteral(body.value, isFraction)
        ? `    data=${quote(Json.pretty(body.value))}`
        : `    json=${literal(body.value, "    ")}`
    case "form":
      return `    data=${pairs(body.fields)}`
    case "multipart":
      return `    files=${parts(body.fields)}`
    case "text":
      return `    data=${quote(body.text)}.encode()`
    case "file":
      return `    data=open("file", "rb")`
  }
}

export const print = ({ body, headers, method, url }: SampleRequest): string => {
  const given = headers.map(({ name, value }) => `        ${quote(name)}: ${quote(value)}`)
  const lines = [
    `    ${quote(method)}`,
    `    ${quote(url)}`,
    ...(given.length === 0 ? [] : [`    headers={\n${given.join(",\n")}\n    }`]),
    ...(body === undefined ? [] : [bodyOf(body)])
  ]
  return `import requests\n\nresponse = requests.request(\n${lines.join(",\n")}\n)\nprint(response.text)`
}
