import { assert, describe, it } from "@effect/vitest"
import * as SiteTarget from "../../src/request/SiteTarget.ts"

const mount = "/sites/acme/handbook/"

const read = (url: string) => {
  const target = SiteTarget.mounted(url)
  if (target?._tag !== "Target") return target
  const { changeRequest, key, path, preview, shareKey, spelled, whole } = target
  return { changeRequest, key, path, preview, shareKey, spelled, whole }
}

const none = { changeRequest: undefined, key: "", preview: undefined, shareKey: undefined, whole: "" }
const seven = { space: "s1", number: 7 }

describe("the target of a site URL", () => {
  const table: ReadonlyArray<readonly [url: string, read: object]> = [
    [`${mount}guide`, { ...none, path: "guide", spelled: "guide" }],
    [mount.slice(0, -1), { ...none, path: undefined, spelled: "", whole: "./handbook/" }],
    [
      `${mount}~share/k/guide`,
      { ...none, shareKey: "k", key: "~share/k/", path: "guide", spelled: "guide", whole: "./guide/" }
    ],
    [`${mount}~preview/t`, { ...none, preview: "t", key: "~preview/t/", path: undefined, spelled: "", whole: "./t/" }],
    [
      `${mount}~preview/t/~changes/s1/7/guide/a`,
      {
        ...none,
        preview: "t",
        changeRequest: seven,
        key: "~preview/t/~changes/s1/7/",
        path: "guide/a",
        spelled: "guide/a",
        whole: "./a/"
      }
    ],
    [
      `${mount}%7Epreview/t/%7Echanges/s1/7`,
      {
        ...none,
        preview: "t",
        changeRequest: seven,
        key: "~preview/t/~changes/s1/7/",
        path: undefined,
        spelled: "",
        whole: "./7/"
      }
    ],
    [
      `${mount}~preview/t/~changes/s1/0/`,
      { ...none, preview: "t", key: "~preview/t/", path: "~changes/s1/0/", spelled: "~changes/s1/0/", whole: ".//" }
    ],
    [`${mount}~changes/s1/7/`, { ...none, path: "~changes/s1/7/", spelled: "~changes/s1/7/" }],
    [
      `${mount}~share/k/~changes/s1/7/`,
      { ...none, shareKey: "k", key: "~share/k/", path: "~changes/s1/7/", spelled: "~changes/s1/7/", whole: ".//" }
    ]
  ]

  it.each(table)("parses %s (rules published-mounts and published-preview)", (url, expected) => {
    assert.deepStrictEqual(read(url) as object, expected)
  })
})
