const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const

/** A number of bytes in the largest unit that it fills. */
export const printSize = (bytes: number): string => {
  const step = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1)
  const format = new Intl.NumberFormat("en", {
    style: "unit",
    unit: units[step] ?? "byte",
    unitDisplay: step === 0 ? "long" : "short",
    maximumFractionDigits: 1
  })
  return format.format(bytes / 1000 ** step)
}
