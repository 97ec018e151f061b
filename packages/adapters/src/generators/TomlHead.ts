const fence = /^\+\+\+[ \t]*$/
const entry = /^([\w-]{1,64})[ \t]*=(.*)$/

/**
 * A text whose front matter is TOML, as Hugo writes it, with the fields at its top as YAML, on the same lines. Values of
 * one line are the same in both; fields of tables and values of several lines are left out.
 */
export const toYaml = (text: string): string => {
  if (!text.startsWith("+++")) return text
  const lines = text.split("\n")
  const end = lines.findIndex((line, index) => index > 0 && fence.test(line))
  if (end === -1 || !fence.test(lines[0] ?? "")) return text
  const head = lines.slice(1, end)
  const table = head.findIndex((line) => line.trimStart().startsWith("["))
  const fields = head.map((line, index) => {
    const [, name, value = ""] = (table === -1 || index < table ? entry.exec(line) : undefined) ?? []
    return name === undefined || /^(?:"""|'''|[[{][^\]}]*$)/.test(value.trim()) ? "" : `${name}: ${value.trim()}`
  })
  return ["---", ...fields, "---", ...lines.slice(end + 1)].join("\n")
}
