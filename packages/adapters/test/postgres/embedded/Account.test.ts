import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import * as Account from "../../../src/postgres/embedded/Account.ts"

const passwd = `root:x:0:0:root:/root:/bin/bash
daemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin
# a comment
broken:x:not-a-number:1::/:/bin/sh

postgres:x:101:104:PostgreSQL administrator,,,:/var/lib/postgresql:/bin/bash
nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin
toor:x:0:0:another root:/root:/bin/sh`

const accounts = Account.parse(passwd)
const chosen = (configured?: string, owner?: number, from = accounts) =>
  Option.map(Account.choose(from, configured, owner), ({ name }) => name)

describe("Account", () => {
  it("reads a passwd file and skips invalid lines", () => {
    assert.deepStrictEqual(
      accounts.map(({ name, uid, gid }) => [name, uid, gid]),
      [
        ["root", 0, 0],
        ["daemon", 1, 1],
        ["postgres", 101, 104],
        ["nobody", 65534, 65534],
        ["toor", 0, 0]
      ]
    )
  })

  it("prefers the configured user, then the owner of the data, then postgres, then nobody", () => {
    assert.deepStrictEqual(chosen("daemon", 65534), Option.some("daemon"))
    assert.deepStrictEqual(chosen(undefined, 1), Option.some("daemon"))
    assert.deepStrictEqual(chosen(undefined, 4711), Option.some("postgres"))
    assert.deepStrictEqual(chosen(), Option.some("postgres"))
    assert.deepStrictEqual(
      chosen(
        undefined,
        undefined,
        accounts.filter(({ name }) => name !== "postgres")
      ),
      Option.some("nobody")
    )
  })

  it("excludes root, and every user except a configured one", () => {
    assert.deepStrictEqual(chosen("root"), Option.none())
    assert.deepStrictEqual(chosen("toor"), Option.none())
    assert.deepStrictEqual(chosen(undefined, 0), Option.some("postgres"))
    assert.deepStrictEqual(chosen("absent", 101), Option.none())
    assert.deepStrictEqual(chosen(undefined, undefined, accounts.slice(0, 2)), Option.none())
  })
})
