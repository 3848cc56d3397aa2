import { DetectError } from './detect-error.ts'

/** Whether a parsed value is an object with keys, not an array and not null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The kind of a parsed value, as a message would call it. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/**
 * Parses the JSON text of a file.
 *
 * @throws DetectError with the file, line and column of the first fault.
 */
export function parseJsonText(text: string, file: string): unknown {
  // npm reads a package.json that begins with a byte order mark; JSON.parse does not.
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text
  try {
    const value: unknown = JSON.parse(json)
    return value
  } catch {
    const { offset, expected } = firstFault(json)
    const found = offset >= json.length ? 'the file ends' : `found ${JSON.stringify(json[offset])}`
    throw new DetectError(`${file}${lineAndColumn(json, offset)}: broken JSON, expected ${expected} but ${found}.
Mend the file and run backlot-detect again.`)
  }
}

function lineAndColumn(text: string, offset: number): string {
  const lines = text.slice(0, offset).split('\n')
  return `:${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`
}

interface Fault {
  readonly offset: number
  readonly expected: string
}

const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y // oxlint-disable-line no-control-regex -- JSON's grammar names them
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const space = /[ \t\n\r]*/y

/** Where text stops being JSON. JSON.parse of Node 20 tells the position of only some faults, hence this second reading. */
function firstFault(text: string): Fault {
  let offset = 0
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = offset
    const matched = pattern.exec(text)
    if (matched) offset += matched[0].length
    return matched !== null
  }
  const takeMark = (mark: string): boolean => {
    take(space)
    if (text[offset] !== mark) return false
    offset += 1
    return true
  }
  const fault = (expected: string): Fault => ({
    offset,
    expected: text[offset] === '"' && expected.startsWith('a ') ? 'a string that closes on its line' : expected,
  })

  function members(close: string, member: () => Fault | undefined): Fault | undefined {
    if (takeMark(close)) return undefined
    do {
      const inside = member()
      if (inside) return inside
    } while (takeMark(','))
    return takeMark(close) ? undefined : fault(`"," or "${close}"`)
  }
  function property(): Fault | undefined {
    take(space)
    if (!take(string)) return fault('a name in double quotes')
    return takeMark(':') ? value() : fault('":"')
  }
  function value(): Fault | undefined {
    if (takeMark('{')) return members('}', property)
    if (takeMark('[')) return members(']', value)
    return take(string) || take(scalar) ? undefined : fault('a value')
  }

  const inside = value()
  take(space)
  return inside ?? fault('nothing more')
}
