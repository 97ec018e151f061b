import type { Markdown } from "@quire/core"

const fence = /^\+\+\+[ \t]*$/
const entry = /^([\w-]{1,64})[ \t]*=(.*)$/
const isEmpty = (line: string): boolean => /^[ \t]*(?:#|$)/.test(line)

interface HeadText {
  readonly text: string
  readonly warnings: ReadonlyArray<Markdown.Warning>
}

/**
 * A text whose front matter is TOML, as Hugo writes it, with the fields at its top as YAML, on the same lines. Values of
 * one line are the same in both; fields of tables and values of several lines are left out with a warning.
 */
export const toYaml = (text: string): HeadText => {
  const whole = { text, warnings: [] }
  if (!text.startsWith("+++")) return whole
  const lines = text.split("\n")
  const end = lines.findIndex((line, index) => index > 0 && fence.test(line))
  if (end === -1 || !fence.test(lines[0] ?? "")) return whole
  const head = lines.slice(1, end)
  const table = head.findIndex((line) => line.trimStart().startsWith("["))
  const fields = head.map((line, index) => {
    const [, name, value = ""] = (table === -1 || index < table ? entry.exec(line) : undefined) ?? []
    return name === undefined || /^(?:"""|'''|[[{][^\]}]*$)/.test(value.trim()) ? "" : `${name}: ${value.trim()}`
  })
  const left = head.findIndex((line, index) => fields[index] === "" && !isEmpty(line))
  const reason = "front matter fields in tables or on several lines were ignored"
  return {
    text: ["---", ...fields, "---", ...lines.slice(end + 1)].join("\n"),
    warnings: left === -1 ? [] : [{ name: "frontmatter", line: left + 2, reason }]
  }
}
