// The sentences are those of the vendor's own validator: https://github.com/slackhq/hack-json-schema
// The parts of which the schemas of Block Kit are made. Each is a check that returns a mistake, in the vendor's words,
// for everything that is wrong.

/** One mistake: the vendor's words for it, and the place as a JSON pointer (RFC 6901). */
export interface Mistake {
  readonly words: string
  readonly pointer: string
}

/** Checks a value at a place. Returns its mistakes, outermost first; none for a valid value. */
export type Check = (value: unknown, pointer: string) => readonly Mistake[]

const NONE: readonly Mistake[] = []

/** Makes a mistake. */
export function mistake(words: string, pointer: string): Mistake {
  return { words, pointer }
}

/** Returns true for an object that is not an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Text of `min` to `max` characters, counted in UTF-16 units. */
export function text(max = Infinity, min = 0): Check {
  return (value, pointer) => {
    if (typeof value !== 'string') return [mistake('must provide a string', pointer)]
    if (value.length < min) return [mistake(`must be more than ${min - 1} characters`, pointer)]
    if (value.length > max) return [mistake(`must be less than ${max + 1} characters`, pointer)]
    return NONE
  }
}

/** Text that a pattern matches; `words` are those of the mistake. */
export function pattern(regexp: RegExp, words: string): Check {
  return (value, pointer) => (typeof value === 'string' && regexp.test(value) ? NONE : [mistake(words, pointer)])
}

/** An absolute URL of at most 3000 characters. */
export const url: Check = (value, pointer) => {
  const wrong = text(3000, 1)(value, pointer)
  if (wrong.length > 0) return wrong
  return URL.canParse(String(value)) ? NONE : [mistake('must be a valid url', pointer)]
}

/** True or false. */
export const boolean: Check = (value, pointer) =>
  typeof value === 'boolean' ? NONE : [mistake('must be a boolean', pointer)]

/** A whole number in a range, both ends included. The vendor's sentence names the end itself. */
export function integer(min = -Infinity, max = Infinity): Check {
  return (value, pointer) => {
    if (typeof value !== 'number' || !Number.isInteger(value)) return [mistake('must provide an integer', pointer)]
    if (value < min) return [mistake(`must be greater than ${min}`, pointer)]
    if (value > max) return [mistake(`must be less than ${max}`, pointer)]
    return NONE
  }
}

/** A number. */
export const number: Check = (value, pointer) =>
  typeof value === 'number' ? NONE : [mistake('must provide a number', pointer)]

/** One of some texts. */
export function oneOf(...values: readonly string[]): Check {
  return (value, pointer) => {
    if (typeof value !== 'string') return [mistake('must provide a string', pointer)]
    return values.includes(value) ? NONE : [mistake('must be a valid enum value', pointer)]
  }
}

/** A list of `min` to `max` items. */
export function list(item: Check, { min = 0, max = Infinity }: { min?: number; max?: number } = {}): Check {
  return (value, pointer) => {
    if (!Array.isArray(value)) return [mistake('must provide an array', pointer)]
    if (value.length < min) return [mistake(`must provide at least ${min} items`, pointer)]
    if (value.length > max) return [mistake(`no more than ${max} items allowed`, pointer)]
    return value.flatMap((each: unknown, index) => item(each, `${pointer}/${index}`))
  }
}

/**
 * An object with these members and no others. As at the vendor, null is a value of a wrong type, and not an absent
 * member.
 */
export function object(
  required: Readonly<Record<string, Check>>,
  optional: Readonly<Record<string, Check>> = {},
): Check {
  const members: Readonly<Record<string, Check>> = { ...required, ...optional }
  return (value, pointer) => {
    if (!isObject(value)) return [mistake('must provide an object', pointer)]
    const missing = Object.keys(required).filter((name) => value[name] === undefined)
    const extra = Object.keys(value).filter((name) => !Object.hasOwn(members, name))
    return [
      ...missing.map((name) => mistake(`missing required field: ${name}`, pointer)),
      ...extra.map((name) => mistake(`invalid additional property: ${name}`, pointer)),
      ...Object.entries(members).flatMap(([name, check]) => {
        const member = value[name]
        return member === undefined ? NONE : check(member, `${pointer}/${name}`)
      }),
    ]
  }
}

/** An object whose `type` selects its schema. */
export function typed(schemas: Readonly<Record<string, Check>>): Check {
  return (value, pointer) => {
    if (!isObject(value)) return [mistake('must provide an object', pointer)]
    const { type } = value
    if (type === undefined) return [mistake('missing required field: type', pointer)]
    const schema = typeof type === 'string' && Object.hasOwn(schemas, type) ? schemas[type] : undefined
    if (schema === undefined)
      return [mistake(`unsupported type: ${typeof type === 'string' ? type : JSON.stringify(type)}`, `${pointer}/type`)]
    return schema(value, pointer)
  }
}

/** A check before whose mistakes the vendor puts one about the whole value: `failed to match all allowed schemas`. */
export function schema(inner: Check): Check {
  return (value, pointer) => {
    const mistakes = inner(value, pointer)
    return mistakes.length === 0 ? NONE : [mistake('failed to match all allowed schemas', pointer), ...mistakes]
  }
}

/** A check that is looked up when it runs, for schemas that contain themselves. */
export function lazy(check: () => Check): Check {
  return (value, pointer) => check()(value, pointer)
}

/** A check followed by further ones, which run when it has found no mistake. */
export function refine(check: Check, ...further: readonly Check[]): Check {
  return (value, pointer) => {
    const mistakes = check(value, pointer)
    return mistakes.length > 0 ? mistakes : further.flatMap((each) => each(value, pointer))
  }
}

/** An object with at least one of these members. */
export function someOf(...names: readonly string[]): Check {
  return (value, pointer) =>
    isObject(value) && names.some((name) => value[name] !== undefined && value[name] !== null)
      ? NONE
      : [mistake(`must define either ${names.map((name) => `\`${name}\``).join(' or ')}`, placeOf(value, pointer))]
}

/** Returns the place at which the vendor reports a member that is missing: the type, of an object that has one. */
function placeOf(value: unknown, pointer: string): string {
  return isObject(value) && value['type'] !== undefined ? `${pointer}/type` : pointer
}

/** An object with at most one of these members. */
export function notBoth(first: string, second: string): Check {
  return (value, pointer) =>
    isObject(value) && value[first] !== undefined && value[second] !== undefined
      ? [mistake(`must not define both \`${first}\` and \`${second}\``, placeOf(value, pointer))]
      : NONE
}
