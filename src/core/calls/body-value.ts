import { ownMember } from '../objects.ts'
import type { RecordedMessage } from '../request-log/requests.ts'

/** The value of a recorded body. */
export interface BodyValue {
  /** JSON parsed, a form as an object; other text as it is; null for no text. */
  readonly value: unknown
  /** True when the body is a form, whose values are texts: `amount=2000` is `{ amount: '2000' }`. */
  readonly isForm: boolean
}

/** Returns the value of a recorded body, by its content type; text that cannot be parsed stays as it is. */
export function bodyValue({ headers, body }: RecordedMessage): BodyValue {
  if (body === null || body === '') return { value: null, isForm: false }
  const type = ownMember(headers, 'content-type') ?? ''
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return { value: formValue(body), isForm: true }
  // Fetch calls a text without a type plain text, and a driver's protocol has no headers.
  const mayBeJson = /\bjson\b/i.test(type) || type === '' || /^text\/plain\b/i.test(type)
  return { value: mayBeJson ? parsed(body) : body, isForm: false }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/** Returns a form as an object. `card[number]` is a member of a member, and `items[]` or a repeated name is a list. */
function formValue(text: string): Record<string, unknown> {
  const root: Record<string, unknown> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name
      .replaceAll(']', '')
      .split('[')
      .filter((part, index) => part !== '' || index === 0)
    add(root, path, value, name.endsWith('[]'))
  }
  return root
}

/** Adds a value at a path of names; members that are there already become lists. */
function add(root: Record<string, unknown>, path: readonly string[], value: string, isList: boolean): void {
  let at = root
  for (const part of path.slice(0, -1)) {
    const next = ownMember(at, part)
    const member = typeof next === 'object' && next !== null ? (next as Record<string, unknown>) : {} // made here
    if (next !== member) define(at, part, member)
    at = member
  }
  const last = path.at(-1) ?? ''
  const before = ownMember(at, last)
  if (Array.isArray(before)) before.push(value)
  else if (before !== undefined) define(at, last, [before, value])
  else define(at, last, isList ? [value] : value)
}

/** Defined instead of assigned: a client may send the name `__proto__`. */
function define(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
}
