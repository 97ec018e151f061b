import { assert, it } from "vitest"
import { entered } from "../contract/scenarios/sessions.ts"
import type { Given } from "./comments.ts"
import type { Client } from "./official.ts"

interface Listed {
  readonly items: ReadonlyArray<{ readonly id: string; readonly userAgent: string; readonly current: boolean }>
}

/** Sessions of the administrator of the world, by requests of the client that none of its methods makes. */
export const sessions = (given: () => Given & { readonly nobody: Client }): void => {
  it("lists browsers and signs out of one, with a token and with the session of a browser", async () => {
    const { admin, nobody, world } = given()
    const [desk, phone] = [await entered(world, "admin", "Desk"), await entered(world, "admin", "Phone")]
    const list = async (by: Client, headers: Readonly<Record<string, string>> = {}) => {
      const path = "/user/sessions"
      const { data } = await by.request<Listed>({ path, method: "GET", secure: true, format: "json", headers })
      return data.items.filter(({ userAgent }) => ["Desk", "Phone"].includes(userAgent))
    }
    const end = async (by: Client, id: string | undefined, headers: Readonly<Record<string, string>> = {}) =>
      (await by.request({ path: `/user/sessions/${id}`, method: "DELETE", secure: true, headers })).status

    const first = await list(admin)
    assert.deepStrictEqual(first.map(({ current, userAgent }) => [userAgent, current]).sort(), [
      ["Desk", false],
      ["Phone", false]
    ])
    const idOf = (name: string) => first.find(({ userAgent }) => userAgent === name)?.id
    assert.deepStrictEqual([await end(admin, idOf("Desk")), await end(admin, idOf("Desk"))], [205, 204])

    const of = (secret: string) => ({ cookie: `quire-session=${secret}` })
    const seen = await list(nobody, of(phone))
    assert.deepStrictEqual(
      seen.map(({ current, userAgent }) => [userAgent, current]),
      [["Phone", true]]
    )
    const refused = await list(nobody, of(desk)).catch((error: unknown) => error)
    assert.propertyVal(refused, "code", 401)
    const json = { ...of(phone), "content-type": "application/json" }
    const forged = await end(nobody, idOf("Phone"), { ...json, origin: "http://evil.test" }).catch((error) => error)
    assert.propertyVal(forged, "code", 401)
    assert.strictEqual(await end(nobody, idOf("Phone"), { ...json, origin: "http://quire.test" }), 205)
    assert.deepStrictEqual(await list(admin), [])
  })
}
