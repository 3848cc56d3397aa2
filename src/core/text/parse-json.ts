/** The most levels of objects and lists in a body. Code that walks a deeper one would overflow the stack. */
export const DEPTH_LIMIT = 256

/**
 * Parses JSON. With `surrogates: 'any'`, texts may contain lone surrogates: for a service that has its own error for
 * them.
 *
 * @throws SyntaxError for text that is not JSON, for values that are nested deeper than {@link DEPTH_LIMIT}, and for
 * texts with a lone surrogate (`"\ud800"`), which URLs and headers cannot carry.
 */
export function parseJson(text: string, surrogates: 'paired' | 'any' = 'paired'): unknown {
  if (isDeeperThan(text, DEPTH_LIMIT)) throw new SyntaxError(`the value is nested deeper than ${DEPTH_LIMIT} levels`)
  return surrogates === 'paired' && ESCAPED_SURROGATE.test(text)
    ? JSON.parse(text, refuseLoneSurrogates)
    : JSON.parse(text)
}

const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/

/** Matches a surrogate that is not part of a pair. */
const LONE_SURROGATE = /\p{Surrogate}/u

function refuseLoneSurrogates(name: string, value: unknown): unknown {
  if (LONE_SURROGATE.test(name) || (typeof value === 'string' && LONE_SURROGATE.test(value))) {
    throw new SyntaxError('a text contains a lone surrogate')
  }
  return value
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d]

function isDeeperThan(text: string, limit: number): boolean {
  // Each level takes two characters.
  if (text.length <= 2 * limit) return false
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      for (at++; at < text.length && text.charCodeAt(at) !== QUOTE; at++) {
        if (text.charCodeAt(at) === BACKSLASH) at++
      }
    } else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      if (++depth > limit) return true
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) depth--
  }
  return false
}
