const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-"

/** A value as `lz-string` unpacks it from an address: every character is spelled out, and none is named again. */
export const packed = (value: unknown): string => {
  const bits: Array<number> = []
  const write = (number: number, count: number) => {
    for (let bit = 0; bit < count; bit++) bits.push((number >> bit) & 1)
  }
  let [room, width] = [4, 3]
  const grow = () => {
    room -= 1
    if (room === 0) room = 2 ** width++
  }
  for (const [at, code] of Array.from(JSON.stringify(value), (each) => each.charCodeAt(0)).entries()) {
    write(1, at === 0 ? 2 : width)
    write(code, 16)
    if (at === 0) continue
    grow()
    grow()
  }
  write(2, width)
  const values = Array.from({ length: Math.ceil(bits.length / 6) }, (_, at) =>
    Array.from({ length: 6 }, (__, bit) => bits[at * 6 + bit] ?? 0).reduce((sum, bit) => sum * 2 + bit, 0)
  )
  return `${values.map((one) => alphabet.charAt(one)).join("")}`
}
