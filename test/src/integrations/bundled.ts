import { fileURLToPath } from "node:url"
import { build } from "esbuild"

const folder = new URL("./examples/", import.meta.url)

/** The program that an integration is published as: one module, with the runtime and what it uses in it. */
export const bundle = async (file: string): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(file, folder))],
    bundle: true,
    write: false,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    mainFields: ["worker", "browser", "module", "main"],
    conditions: ["worker", "browser"],
    jsx: "automatic",
    jsxImportSource: "@gitbook/runtime",
    define: { MODE: '"production"' },
    logLevel: "error"
  })
  return outputFiles[0]?.text ?? ""
}
