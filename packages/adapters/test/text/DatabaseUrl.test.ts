import { assert, describe, it } from "@effect/vitest"
import * as DatabaseUrl from "../../src/text/DatabaseUrl.ts"

describe("the URL of a database", () => {
  it.each([
    ["postgres://h/d", ["postgres://h/d"]],
    ["postgres://a:1,b/d?x=y", ["postgres://a:1/d?x=y", "postgres://b/d?x=y"]],
    [
      "postgresql://u:p,@q@a,[::1]:2,c:3/d,e#f",
      ["postgresql://u:p,@q@a/d,e#f", "postgresql://u:p,@q@[::1]:2/d,e#f", "postgresql://u:p,@q@c:3/d,e#f"]
    ],
    ["postgres:///d?options=a,b", ["postgres:///d?options=a,b"]],
    ["no url, with a comma", ["no url, with a comma"]]
  ])("names the servers of %s", (url, expected) => {
    assert.deepStrictEqual(DatabaseUrl.split(url), expected)
  })

  it.each([
    ["postgres://u:p@a:1,b,[::1]:2/my%20d?x", { servers: "a:1, b:5432, [::1]:2", database: "my d" }],
    ["postgres:///d", { servers: "localhost:5432", database: "d" }],
    ["", { servers: "localhost:5432", database: "" }]
  ])("locates %s without the password", (url, expected) => {
    assert.deepStrictEqual(DatabaseUrl.locate(url), expected)
  })

  it("prefers separate fields to those of the URL", () => {
    const fields = { host: "h", database: "e" }
    assert.deepStrictEqual(DatabaseUrl.locate("postgres://a:1/d", fields), { servers: "h:1", database: "e" })
  })
})
