import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { root } from "./support/program.ts"

interface Manifest {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly license: string
  readonly engines: { readonly node: string }
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly scripts?: Readonly<Record<string, string>>
}

const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"))

const packages = ["core", "adapters", "reader", "http", "client", "editor", "console", "testing"] as const

/** The version of all packages; what the command shows is compared with it in the tests of http. */
const { version } = manifestOf(".")

/** The files that npm would publish of the sources, without what a build makes. */
const published = async (name: string): Promise<ReadonlyArray<string>> => {
  const { stdout } = await promisify(execFile)("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: join(root, "packages", name),
    maxBuffer: 16_777_216
  })
  return JSON.parse(stdout)[0].files.map(({ path }: { readonly path: string }) => path)
}

describe.each(packages)("the package @quire/%s", (name) => {
  it("has the version of the release, also in its dependencies on Quire packages", () => {
    const { dependencies, peerDependencies, ...manifest } = manifestOf(`packages/${name}`)
    assert.deepStrictEqual([manifest.name, manifest.version], [`@quire/${name}`, version])
    const own = Object.entries({ ...dependencies, ...peerDependencies }).filter(([other]) =>
      other.startsWith("@quire/")
    )
    assert.deepStrictEqual(
      own,
      own.map(([other]) => [other, version])
    )
  })

  it("states its purpose, license and Node.js version, and runs nothing on installation", () => {
    const { description, engines, license, scripts = {} } = manifestOf(`packages/${name}`)
    assert.isAbove(description.length, 20)
    assert.deepStrictEqual([license, engines.node], ["MIT", manifestOf(".").engines.node])
    assert.notInclude(Object.keys(scripts).join(), "install")
  })

  it("has test libraries as peers only in the contract suites", () => {
    const { dependencies, optionalDependencies, peerDependencies } = manifestOf(`packages/${name}`)
    const named = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
    const libraries = named.filter((each) => ["@effect/vitest", "fast-check", "vitest"].includes(each))
    assert.lengthOf(libraries, name === "testing" ? 3 : 0)
  })

  it("publishes its sources, license and readme, and no tests", async () => {
    const files = await published(name)
    for (const file of ["LICENSE", "README.md", "package.json", "src/index.ts"]) assert.include(files, file)
    assert.deepStrictEqual(
      files.filter((file) => !/^(LICENSE|README\.md|package\.json|(src|dist)\/.+)$/.test(file)),
      []
    )
    const license = readFileSync(join(root, "LICENSE"), "utf8")
    assert.strictEqual(readFileSync(join(root, "packages", name, "LICENSE"), "utf8"), license)
  })
})

it("has a changelog section for the release and one for unreleased changes", () => {
  const text = readFileSync(join(root, "CHANGELOG.md"), "utf8")
  const sections = [...text.matchAll(/^## \[(.+?)\]/gm)].map(([, section]) => section)
  assert.deepStrictEqual([sections[0], sections.includes(version)], ["Unreleased", true])
  const kinds = [...text.matchAll(/^### (.+)$/gm)].map(([, kind]) => kind)
  assert.includeMembers(["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"], kinds)
})
