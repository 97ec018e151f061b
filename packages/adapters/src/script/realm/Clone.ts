import { bytesOf } from "./Host.ts"

const refuse = (what: string) => new DOMException(`${what} could not be cloned`, "DataCloneError")

const bufferOf = (value: ArrayBuffer): ArrayBuffer => value.slice(0)

const cloneError = (value: Error): Error => {
  const made = new Error(value.message)
  made.name = value.name
  return made
}

/** Clones an object without nested values. */
const cloneWhole = (value: object): object | undefined => {
  if (value instanceof Date) return new Date(value.getTime())
  if (value instanceof RegExp) return new RegExp(value.source, value.flags)
  if (value instanceof ArrayBuffer) return bufferOf(value)
  if (value instanceof DataView) return new DataView(new Uint8Array(bytesOf(value)).buffer)
  if (ArrayBuffer.isView(value)) return Reflect.construct(value.constructor, [value])
  if (value instanceof Error) return cloneError(value)
  return undefined
}

export const structuredClone = (root: unknown): unknown => {
  const made = new Map<object, object>()
  const keep = <A extends object>(from: object, to: A, fill: (to: A) => void): A => {
    made.set(from, to)
    fill(to)
    return to
  }
  const clone = (value: unknown): unknown => {
    if (typeof value === "function" || typeof value === "symbol") throw refuse(typeof value)
    if (typeof value !== "object" || value === null) return value
    return made.get(value) ?? cloneParts(value)
  }
  const cloneParts = (value: object): object => {
    const whole = cloneWhole(value)
    if (whole !== undefined) return keep(value, whole, () => undefined)
    if (value instanceof Map)
      return keep(value, new Map<unknown, unknown>(), (to) => {
        for (const [name, one] of value) to.set(clone(name), clone(one))
      })
    if (value instanceof Set)
      return keep(value, new Set<unknown>(), (to) => {
        for (const one of value) to.add(clone(one))
      })
    if (value instanceof WeakMap || value instanceof WeakSet || value instanceof Promise) throw refuse("The object")
    const target: object = Array.isArray(value) ? Array.from({ length: value.length }) : {}
    return keep(value, target, (to) => {
      for (const [name, one] of Object.entries(value))
        Object.defineProperty(to, name, { value: clone(one), writable: true, enumerable: true, configurable: true })
    })
  }
  return clone(root)
}
