import { execFileSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { root } from "./workspace.mjs"

const maximumLength = 72

/** Why a subject does not have the form `area: imperative`, if it does not. */
export const subjectFault = (subject) => {
  if (/^Merge /.test(subject)) return undefined
  if (subject.length > maximumLength) return `${subject.length} characters; at most ${maximumLength}`
  if (subject.includes(";")) return "a semicolon: make two commits"
  return /^[a-z][a-z0-9 ,.-]*: \S/.test(subject) ? undefined : "not of the form `area: imperative`"
}

const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })

/** The subjects of the commits that the main branch does not have; none without git or without that branch. */
const newSubjects = () => {
  for (const main of ["origin/main", "main"]) {
    try {
      return git("log", "--format=%h %s", `${main}..HEAD`).trim().split("\n").filter(Boolean)
    } catch {}
  }
  return []
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const faults = newSubjects().flatMap((line) => {
    const [commit, ...words] = line.split(" ")
    const fault = subjectFault(words.join(" "))
    return fault === undefined ? [] : [`${commit} ${words.join(" ")}: ${fault}`]
  })
  for (const fault of faults) console.log(fault)
  process.exit(faults.length === 0 ? 0 : 1)
}
