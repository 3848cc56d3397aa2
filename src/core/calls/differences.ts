import { isRecord, ownMember } from '../objects.ts'
import { isSecretName, MASK, mask, maskText } from './mask.ts'

/** A place in which a value is not as expected. */
export interface Difference {
  /** The names that lead to it: `body.labels[0]`. */
  readonly path: string
  readonly expected: unknown
  /** The value there; undefined for none. */
  readonly received: unknown
}

/**
 * A matcher of a runner, such as `expect.any(String)`. All runners' matchers have this method, which Playwright's type
 * of them leaves out.
 */
export interface AsymmetricMatcher {
  asymmetricMatch?(received: unknown): boolean
}

/** The value that another is compared with: every member may be left out, and be a matcher. */
export type Expectation<T> =
  | AsymmetricMatcher
  | (T extends readonly unknown[]
      ? { readonly [I in keyof T]: Expectation<T[I]> }
      : T extends object
        ? { readonly [K in keyof T]?: Expectation<T[K]> | undefined }
        : T)

/**
 * Returns where `received` differs from `expected`. An object may have members that are not expected; a list must be as
 * long as expected. With `asText` a number or boolean equals its text, as forms have no others.
 */
export function differences(
  expected: unknown,
  received: unknown,
  { path = '', asText = false }: { readonly path?: string; readonly asText?: boolean } = {},
): Difference[] {
  if (isMatcher(expected)) return expected.asymmetricMatch(received) ? [] : [{ path, expected, received }]
  // The values may come from another realm: nothing is compared by its class.
  if (Array.isArray(expected)) {
    if (!Array.isArray(received) || received.length !== expected.length) return [{ path, expected, received }]
    return expected.flatMap((each: unknown, index) =>
      differences(each, received[index], { path: `${path}[${index}]`, asText }),
    )
  }
  if (isPattern(expected)) {
    return typeof received === 'string' && expected.test(received) ? [] : [{ path, expected, received }]
  }
  if (isRecord(expected)) {
    if (!isRecord(received)) return [{ path, expected, received }]
    return Object.entries(expected).flatMap(([name, each]) =>
      differences(each, ownMember(received, name), {
        path: path === '' ? name : `${path}.${name}`,
        asText,
      }),
    )
  }
  if (Object.is(expected, received)) return []
  const isText = asText && (typeof expected === 'number' || typeof expected === 'boolean')
  return isText && String(expected) === received ? [] : [{ path, expected, received }]
}

/** Formats a difference for people, without secrets. */
export function formatDifference({ path, expected, received }: Difference): string {
  const name = path.replaceAll(/\[\d+\]/g, '')
  const secret = isSecretName(name)
  const shown = (value: unknown): string => (secret && typeof value === 'string' ? MASK : show(value))
  // Two secrets that differ look the same.
  const note = secret ? ' (another value)' : ''
  return `${path}: expected ${shown(expected)}, received ${received === undefined ? 'nothing' : shown(received)}${note}`
}

/** Returns a value for people, on one line, without secrets. */
function show(value: unknown): string {
  if (isMatcher(value)) return matcherText(value)
  if (isPattern(value)) return String(value)
  const text = JSON.stringify(masked(value)) ?? String(value)
  return text.length > 200 ? `${text.slice(0, 199)}…` : text
}

function masked(value: unknown): unknown {
  if (isMatcher(value)) return matcherText(value)
  if (isPattern(value)) return String(value)
  if (typeof value === 'string') return maskText(value)
  if (Array.isArray(value)) return value.map(masked)
  if (!isRecord(value)) return mask(value)
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, isMatcher(each) ? matcherText(each) : mask(masked(each), name)]),
  )
}

function isMatcher(value: unknown): value is Required<AsymmetricMatcher> {
  return isRecord(value) && typeof value['asymmetricMatch'] === 'function'
}

/** True for a regular expression, of any realm. */
function isPattern(value: unknown): value is RegExp {
  return Object.prototype.toString.call(value) === '[object RegExp]'
}

function matcherText(matcher: AsymmetricMatcher & { toAsymmetricMatcher?: () => string; sample?: unknown }): string {
  if (typeof matcher.toAsymmetricMatcher === 'function') return maskText(matcher.toAsymmetricMatcher())
  // oxlint-disable-next-line typescript/no-base-to-string -- the matchers of all runners have a toString of their own
  const name = String(matcher)
  if (name === '[object Object]') return 'a matching value'
  return matcher.sample === undefined ? name : `${name} ${show(matcher.sample)}`
}
