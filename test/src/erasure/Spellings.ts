import { Text } from "@quire/core"

/** A text as it may stand in a store: as it is, folded, escaped, and encoded at any place of a longer text. */
export const spellingsOf = (text: string): ReadonlyArray<string> => {
  const forms = [text, Text.fold(text), text.toLowerCase(), text.normalize("NFD")]
  const encoded = forms.flatMap((form) => {
    const bytes = Buffer.from(form)
    const aligned = [0, 1, 2].flatMap((shift) => {
      const whole = Buffer.concat([Buffer.alloc(shift), bytes])
      const from = shift === 0 ? 0 : shift + 1
      const to = Math.floor(whole.length / 3) * 4
      return [whole.toString("base64").slice(from, to), whole.toString("base64url").slice(from, to)]
    })
    const ascii = JSON.stringify(form).replace(
      /[\u0080-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`
    )
    return [
      JSON.stringify(form).slice(1, -1),
      ascii.slice(1, -1),
      encodeURIComponent(form),
      bytes.toString("hex"),
      ...aligned
    ]
  })
  return [...new Set([...forms, ...encoded])]
}

/** Those of some texts that a store says in any spelling, with what says it. */
export const findSaid = (said: ReadonlyArray<string>, texts: ReadonlyArray<string>): ReadonlyArray<string> => {
  const wanted = texts.flatMap((text) => spellingsOf(text).map((spelling) => [text, spelling.toLowerCase()] as const))
  return said.flatMap((place) => {
    const lower = place.toLowerCase()
    return wanted.flatMap(([text, spelling]) => (lower.includes(spelling) ? [`${text}: ${place.slice(0, 300)}`] : []))
  })
}
