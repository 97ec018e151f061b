import { node, run, tools } from "./workspace.mjs"

/**
 * The compiler that is also the Effect language service: one pass finds errors of types and what that service calls an
 * error or a warning. It writes what the plain compiler writes.
 */
const program = async () => {
  const { code, output } = await node([tools.effect, "get-exe-path"], { capture: true })
  if (code !== 0) throw new Error(`there is no compiler for this platform: ${output.trim()}`)
  return output.trim()
}

/** Compiles projects, and those that they refer to, where their inputs have changed. */
export const compile = async (projects, options) =>
  run(await program(), ["-b", ...projects, "--pretty", "false"], options)
