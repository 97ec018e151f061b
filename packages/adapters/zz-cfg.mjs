import { readFileSync } from "node:fs"
import * as S from "/work/wt/generators/packages/adapters/dist/generators/SiteSettings.js"
import * as T from "/work/wt/generators/packages/adapters/dist/generators/TypeScript.js"

for (const f of process.argv.slice(2)) {
  const text = readFileSync(f, "utf8")
  try {
    T.parseModule(text)
    const r = S.read({ format: "javascript", text })
    console.log(
      f,
      "ok",
      r.isPartial,
      Object.keys(r.value ?? {}).join(),
      r.value?.srcDir,
      JSON.stringify(r.value?.presets)?.slice(0, 200)
    )
  } catch (e) {
    console.log(f, e.message, JSON.stringify(text.slice(Math.max(0, e.pos - 60), e.pos + 40)))
  }
}
