/** The first rows of a text of comma-separated values; a row without any values is none. */
export const parse = (text: string, most = Number.POSITIVE_INFINITY): ReadonlyArray<ReadonlyArray<string>> => {
  const rows: Array<ReadonlyArray<string>> = []
  let row: Array<string> = []
  let value = ""
  const endRow = () => {
    row.push(value)
    if (row.length > 1 || value !== "") rows.push(row)
    row = []
    value = ""
  }
  const body = text.replace(/^\ufeff/, "")
  for (let at = 0; at < body.length && rows.length < most; ) {
    const character = body[at]
    if (character === '"' && value === "") {
      const end = closingQuote(body, at + 1)
      value = body.slice(at + 1, end).replaceAll('""', '"')
      at = end + 1
    } else if (character === ",") {
      row.push(value)
      value = ""
      at++
    } else if (character === "\n" || character === "\r") {
      endRow()
      at += body.startsWith("\r\n", at) ? 2 : 1
    } else {
      const end = nextOf(body, at)
      value += body.slice(at, end)
      at = end
    }
  }
  if (rows.length < most && (row.length > 0 || value !== "")) endRow()
  return rows
}

const separator = /[,\r\n]/g

/** Where a value without quotes ends. */
const nextOf = (text: string, from: number): number => {
  separator.lastIndex = from
  return separator.exec(text)?.index ?? text.length
}

/** The position of the quote that ends a quoted value; the end of the text without one. */
const closingQuote = (text: string, from: number): number => {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at
  return text.length
}
