import { node, run, tools } from "./workspace.mjs"

/**
 * The path of the compiler that includes the Effect language service: one pass finds type errors and the errors and
 * warnings of that service. Its output equals that of the plain compiler.
 */
const findCompiler = async () => {
  const { code, output } = await node([tools.effect, "get-exe-path"], { capture: true })
  if (code !== 0) throw new Error(`no compiler is available for this platform: ${output.trim()}`)
  return output.trim()
}

/** Compiles projects and their references where inputs have changed. */
export const compile = async (projects, options) =>
  run(await findCompiler(), ["-b", ...projects, "--pretty", "false"], options)
