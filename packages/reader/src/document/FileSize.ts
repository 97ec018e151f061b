const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const

const formats = new Map<string, Intl.NumberFormat>()

const formatOf = (language: string, unit: string): Intl.NumberFormat => {
  const key = `${language} ${unit}`
  const known = formats.get(key)
  if (known !== undefined) return known
  const unitDisplay = unit === "byte" ? "long" : "short"
  const made = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay, maximumFractionDigits: 1 })
  formats.set(key, made)
  return made
}

/** A number of bytes for readers, such as "1.5 MB". */
export const sizeText = (bytes: number, language: string): string => {
  let [value, index] = [bytes, 0]
  while (value >= 1000 && index < units.length - 1) {
    value /= 1000
    index++
  }
  return formatOf(language, units[index] ?? "byte").format(value)
}
