const pascalOf = (word) => word.charAt(0).toUpperCase() + word.slice(1)

const singularOf = (word) => word.replace(/ies$/i, "y").replace(/s$/i, "")

/** The name of a group of operations: its tag as one word. */
export const groupOf = (tag) => {
  const [first, ...rest] = tag
    .replaceAll("API", "Api")
    .replaceAll("PDF", "Pdf")
    .match(/[A-Za-z0-9]+/g)
  return first.charAt(0).toLowerCase() + first.slice(1) + rest.map(pascalOf).join("")
}

/** Nouns of a tag that a name in its group need not repeat, the longest first: `SiteSection` before `Section`. */
const nounsOf = (tag) => {
  const words = tag.match(/[A-Za-z0-9]+/g).map(pascalOf)
  return words.map((_, at) => words.slice(at).map(singularOf).join(""))
}

const shorten = (operationId, tag) => {
  const [, verb] = /^([a-z]+)/.exec(operationId)
  const rest = operationId.slice(verb.length)
  for (const noun of nounsOf(tag)) {
    for (const form of [`${noun}s`, noun.replace(/y$/, "ies"), noun]) {
      const left = rest.slice(form.length)
      if (rest.toLowerCase().startsWith(form.toLowerCase()) && /^([A-Z]|$)/.test(left)) return verb + left
    }
  }
  return operationId
}

/** A short name for each operation of one tag, by operation id: a name that two would have is taken by neither. */
export const namesOf = (operationIds, tag) => {
  const short = operationIds.map((id) => shorten(id, tag))
  const isAlone = (name) => short.indexOf(name) === short.lastIndexOf(name)
  return new Map(operationIds.map((id, at) => [id, isAlone(short[at]) ? short[at] : id]))
}
