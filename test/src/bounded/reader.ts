import { readFileSync } from "node:fs"
import { Agent, request } from "node:http"

/** What a client waited for each answer, in milliseconds. */
export interface Waits {
  readonly wall: ReadonlyArray<number>
  /** What the server's own thread worked meanwhile. */
  readonly worked: ReadonlyArray<number>
}

export type Told = "ready" | "begun" | Waits

/**
 * A client in a separate process, which does nothing else than to ask for one address at a steady pace, whether it was
 * answered or not. It tells what it waited between the messages `begin` and `end`.
 */
const [url = "", token = "", pid = "", pace = ""] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true })
const headers = token === "" ? {} : { authorization: `Bearer ${token}` }

/** Milliseconds of processor time of the first thread of a process, which runs what its event loop calls. */
const worked = () => Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6

let wall: Array<number> = []
let work: Array<number> = []
let open = 0
let ended: (() => void) | undefined

const say = (told: Told) => void process.send?.(told)

const end = () => {
  if (open > 0) return
  ended?.()
  ended = undefined
}

const note = (begun: number, before: number) => {
  wall.push(performance.now() - begun)
  work.push(worked() - before)
  open -= 1
  end()
}

const ask = () => {
  if (ended !== undefined || open >= 50) return
  open += 1
  const [begun, before] = [performance.now(), worked()]
  request(url, { agent, headers }, (answer) => {
    answer.resume()
    answer.once("end", () => note(begun, before))
  })
    .once("error", () => note(begun, before))
    .end()
}

process.on("message", (message) => {
  if (message === "begin") {
    ;[wall, work] = [[], []]
    say("begun")
  } else {
    ended = () => say({ wall, worked: work })
    end()
  }
})
process.on("disconnect", () => process.exit())
setInterval(ask, Number(pace))
say("ready")
