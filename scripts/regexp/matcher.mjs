/**
 * A matcher that backtracks as engines do and counts its steps, so that the growth of the work of an expression is
 * measured without a clock.
 */

class TooManySteps extends Error {}

const isUnicode = ({ flags }) => flags.unicode || flags.unicodeSets

const isWord = (character) => character !== undefined && /\w/.test(character)

const isLineEnd = (character) =>
  character === "\n" || character === "\r" || character === "\u2028" || character === "\u2029"

/** Whether one character is of a leaf: the engine itself decides, once for each character. */
export const testOf = (leaf, { flags }) => {
  const source = leaf.type === "Character" ? escaped(leaf.raw) : leaf.raw
  const pattern = new RegExp(`^(?:${source})$`, flags.raw.replace(/[gymd]/g, ""))
  const known = new Map()
  return (character) => {
    let found = known.get(character)
    if (found === undefined) known.set(character, (found = pattern.test(character)))
    return found
  }
}

const escaped = (raw) => (raw.length === 1 && "^$\\.*+?()[]{}|/".includes(raw) ? `\\${raw}` : raw)

/** The leaves of an expression: the nodes that are matched against one character. */
export const leavesOf = function* (node) {
  switch (node.type) {
    case "Pattern":
    case "Group":
    case "CapturingGroup":
      for (const each of node.alternatives) yield* leavesOf(each)
      return
    case "Alternative":
      for (const each of node.elements) yield* leavesOf(each)
      return
    case "Quantifier":
      yield* leavesOf(node.element)
      return
    case "Assertion":
      if (node.alternatives !== undefined) for (const each of node.alternatives) yield* leavesOf(each)
      return
    case "Backreference":
      return
    default:
      yield node
  }
}

/** A function of characters that returns the steps of a search; of more than `most`, about that many. */
export const compile = (pattern, flags) => {
  const parsed = { flags: { ...flags, raw: flags.raw } }
  let [text, steps, limit] = [[], 0, 0]
  const captures = new Map()
  const step = () => {
    steps += 1
    if (steps > limit) throw new TooManySteps()
  }

  const leaf = (node, direction) => {
    const test = testOf(node, parsed)
    return (at, next) => {
      step()
      const character = text[direction > 0 ? at : at - 1]
      return character !== undefined && test(character) && next(at + direction)
    }
  }

  const sequence = (elements, direction) => {
    const parts = elements.map((each) => make(each, direction))
    const ordered = direction > 0 ? parts : parts.reverse()
    const from = (index) => (at, next) =>
      index === ordered.length ? next(at) : ordered[index](at, (end) => from(index + 1)(end, next))
    return from(0)
  }

  const choice = (alternatives, direction) => {
    const parts = alternatives.map(({ elements }) => sequence(elements, direction))
    return (at, next) => {
      step()
      return parts.some((part) => part(at, next))
    }
  }

  const repetition = ({ element, greedy, max, min }, direction) => {
    const part = make(element, direction)
    const from = (count) => (at, next) => {
      step()
      const more = () =>
        count < max && part(at, (end) => (end === at && count >= min ? false : from(count + 1)(end, next)))
      if (count < min) return more()
      return greedy ? more() || next(at) : next(at) || more()
    }
    return from(0)
  }

  const lookaround = (node) => {
    const part = choice(node.alternatives, node.kind === "lookahead" ? 1 : -1)
    return (at, next) => part(at, () => true) !== node.negate && next(at)
  }

  const edge = {
    start: (at) => at === 0 || (flags.multiline && isLineEnd(text[at - 1])),
    end: (at) => at === text.length || (flags.multiline && isLineEnd(text[at])),
    word: (at) => isWord(text[at - 1]) !== isWord(text[at])
  }

  const make = (node, direction) => {
    switch (node.type) {
      case "Group":
        return choice(node.alternatives, direction)
      case "CapturingGroup": {
        const part = choice(node.alternatives, direction)
        return (at, next) =>
          part(at, (end) => {
            captures.set(node, text.slice(Math.min(at, end), Math.max(at, end)))
            return next(end)
          })
      }
      case "Quantifier":
        return repetition(node, direction)
      case "Assertion":
        if (node.alternatives !== undefined) return lookaround(node)
        return (at, next) => {
          step()
          return edge[node.kind](at) !== (node.negate === true) && next(at)
        }
      case "Backreference":
        return (at, next) => {
          const said = captures.get(node.resolved) ?? []
          steps += said.length
          return said.every((character, index) => text[at + index] === character) && next(at + said.length)
        }
      default:
        return leaf(node, direction)
    }
  }

  const whole = choice(pattern.alternatives, 1)
  /**
   * The number of steps to find every match, as `matchAll` does; for a sticky expression, only matches at the
   * beginning.
   */
  return (given, most) => {
    text = isUnicode(parsed) ? Array.from(given) : given.split("")
    steps = 0
    limit = most
    try {
      for (let at = 0; at <= text.length; ) {
        let end = at
        const isFound = whole(at, (found) => {
          end = found
          return true
        })
        if (flags.sticky) break
        at = isFound && end > at ? end : at + 1
      }
    } catch (error) {
      if (!(error instanceof TooManySteps)) throw error
    }
    return steps
  }
}
