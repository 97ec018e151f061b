const verdicts = ["found", "timed out", "survived", "broken"]

const folderOf = ({ path }) => path.split("/").at(-2)

const shortened = (text) => {
  const line = text.replace(/\s+/g, " ").trim()
  return line.length > 160 ? `${line.slice(0, 157)}...` : line
}

/** One line about a mutant: its location and its change. */
export const described = ({ from, kind, line, path, to }) =>
  `${path.replace("packages/core/src/", "")}:${line} (${kind}) ${shortened(from)} → ${to === "" ? "nothing" : shortened(to)}`

/** The survivors, and the number of mutants with each verdict by folder. */
export const report = (mutants) => {
  const lines = []
  for (const mutant of mutants.filter(({ verdict }) => verdict === "survived")) {
    lines.push(`${described(mutant)}${mutant.reachedBy === 0 ? " [reached by no test]" : ""}`)
  }
  lines.push("", ["folder".padEnd(12), ...verdicts.map((verdict) => verdict.padStart(10)), "     of"].join(""))
  const folders = [...new Set(mutants.map(folderOf))]
  for (const folder of [...folders, "all"]) {
    const own = folder === "all" ? mutants : mutants.filter((mutant) => folderOf(mutant) === folder)
    const counts = verdicts.map((verdict) => own.filter((mutant) => mutant.verdict === verdict).length)
    lines.push(
      [folder.padEnd(12), ...counts.map((count) => String(count).padStart(10)), String(own.length).padStart(7)].join("")
    )
  }
  return lines.join("\n")
}
