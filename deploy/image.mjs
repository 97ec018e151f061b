import { readFileSync } from "node:fs"

/** The instructions of a Dockerfile, each on one line, without comments. */
const instructionsOf = (text) =>
  text
    .replaceAll(/^\s*#.*\n/gm, "")
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .flatMap((line) => {
      const [, name, rest] = /^(\w+)\s+(.*)$/.exec(line.trim()) ?? []
      return name === undefined ? [] : [{ name: name.toUpperCase(), rest: rest.trim() }]
    })

const wordsOf = (text) => (text.startsWith("[") ? JSON.parse(text) : text.split(/\s+/))

const variablesOf = (text) =>
  Object.fromEntries(Array.from(text.matchAll(/(\w+)=(\S*)/g), ([, name, value]) => [name, value]))

/** What changes the files of a stage. */
const stepOf = ({ name, rest }) => {
  if (name === "RUN") return [{ kind: "run", command: rest }]
  if (name !== "COPY") return []
  const [, from, paths] = /^(?:--from=(\S+)\s+)?(.*)$/.exec(rest)
  const words = wordsOf(paths)
  return [{ kind: "copy", from, sources: words.slice(0, -1), target: words.at(-1) }]
}

const stageOf = (instructions) => {
  const [{ rest }] = instructions
  const [base, , name] = rest.split(/\s+/)
  const all = (wanted) => instructions.filter(({ name }) => name === wanted).map(({ rest }) => rest)
  const last = (wanted) => all(wanted).at(-1)
  const health = last("HEALTHCHECK")
  return {
    name,
    base,
    environment: Object.assign({}, ...all("ENV").map(variablesOf)),
    folder: last("WORKDIR") ?? "/",
    user: last("USER") ?? "root",
    steps: instructions.flatMap((one) => stepOf(one).map((step) => ({ ...step, folder: folderAt(instructions, one) }))),
    probe: health === undefined ? undefined : JSON.parse(/CMD\s+(\[.*\])/.exec(health)[1]),
    command: [...wordsOf(last("ENTRYPOINT") ?? "[]"), ...wordsOf(last("CMD") ?? "[]")]
  }
}

/** The working folder where an instruction stands. */
const folderAt = (instructions, one) =>
  instructions.slice(0, instructions.indexOf(one)).findLast(({ name }) => name === "WORKDIR")?.rest ?? "/"

/** The stages of a Dockerfile, as far as ours uses the language; the last one is the image. */
export const read = (path) => {
  const instructions = instructionsOf(readFileSync(path, "utf8"))
  const begins = instructions.flatMap(({ name }, index) => (name === "FROM" ? [index] : []))
  return begins.map((begin, index) => stageOf(instructions.slice(begin, begins[index + 1])))
}
