import * as v from 'valibot'
import { formBoundary, formParts } from '#core/http/form-data.ts'
import { parseJson } from '#core/text/parse-json.ts'
import type { ChatCall } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'

/** The unchecked arguments of a method: texts of a query or form, bytes of a file in a form, values of JSON. */
export type RawArguments = Readonly<Record<string, unknown>>

/**
 * Returns the arguments of a request: those of the query, then those of the body, which may be a form or JSON.
 * https://docs.slack.dev/apis/web-api/#slack-web-api__basics__post-bodies
 *
 * @throws the vendor's failure for a body that cannot be read.
 */
export function argumentsOf(call: ChatCall): RawArguments | Promise<RawArguments> {
  const raw = rawArguments(call)
  return raw instanceof Promise ? raw.then(withCheckedNames) : withCheckedNames(raw)
}

/** The longest name of an argument, in characters. The vendor publishes no number. */
const LONGEST_NAME = 255

/**
 * @throws `invalid_array_arg` for a name such as `users[]`, and `invalid_arg_name` for one with characters that no
 * argument has.
 */
function withCheckedNames(raw: RawArguments): RawArguments {
  for (const name of Object.keys(raw)) {
    if (/^\w+\[.*\]$/.test(name)) throw slackFailure('invalid_array_arg')
    if (name.length > LONGEST_NAME || !/^\w+$/.test(name)) throw slackFailure('invalid_arg_name')
  }
  return raw
}

function rawArguments(call: ChatCall): RawArguments | Promise<RawArguments> {
  const query = Object.fromEntries(call.query)
  if (call.method === 'GET' || call.bytes.length === 0) return query
  checkCharset(call)
  switch (contentType(call)) {
    case 'application/x-www-form-urlencoded':
      return { ...query, ...Object.fromEntries(call.form()) }
    case 'application/json':
      return { ...query, ...jsonArguments(call) }
    case 'multipart/form-data':
      return multipartArguments(call).then((fields) => ({ ...query, ...fields }))
    // The vendor accepts this type, and reads the arguments from the query then.
    case 'text/plain':
      return query
    case '':
      throw slackFailure('missing_post_type')
    default:
      throw slackFailure('invalid_post_type')
  }
}

/** Returns the vendor's warnings about the content type of a request. */
export function warningsOf(call: ChatCall): string[] {
  if (call.method === 'GET' || call.bytes.length === 0) return []
  const hasCharset = /;\s*charset=/i.test(call.header('content-type') ?? '')
  const type = contentType(call)
  if (type === 'application/json' && !hasCharset) return ['missing_charset']
  if (type === 'application/x-www-form-urlencoded' && hasCharset) return ['superfluous_charset']
  return []
}

function contentType(call: ChatCall): string {
  return (call.header('content-type') ?? '').split(';', 1).join('').trim().toLowerCase()
}

function checkCharset(call: ChatCall): void {
  const [, charset] = /;\s*charset=["']?([\w-]+)/i.exec(call.header('content-type') ?? '') ?? []
  if (charset !== undefined && !/^(?:utf-?8|iso-8859-1)$/i.test(charset)) throw slackFailure('invalid_charset')
}

function jsonArguments(call: ChatCall): RawArguments {
  const value = call.json()
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw slackFailure('json_not_object')
  return value as RawArguments // an object of JSON
}

async function multipartArguments(call: ChatCall): Promise<RawArguments> {
  const boundary = formBoundary(call.header('content-type'))
  if (boundary === null) throw slackFailure('invalid_form_data')
  const fields: [string, string | Uint8Array][] = []
  try {
    for await (const { name, filename, pieces } of formParts(piecesOf(call.bytes), boundary)) {
      const parts: Uint8Array[] = []
      for await (const piece of pieces) parts.push(piece)
      const bytes = Buffer.concat(parts)
      fields.push([name, filename === null ? bytes.toString('utf8') : bytes])
    }
  } catch {
    throw slackFailure('invalid_form_data')
  }
  return Object.fromEntries(fields)
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** A text. Numbers and booleans of JSON count as their text. */
export const text = v.pipe(
  v.union([v.string(), v.number(), v.boolean()], 'must provide a string'),
  v.transform((value) => String(value)),
)

/** True or false. As at the vendor, every text but `false`, `0` and the empty one is true. */
export const flag = v.union(
  [
    v.boolean(),
    v.pipe(
      v.string(),
      v.transform((word) => !/^(?:false|0|)$/i.test(word)),
    ),
    v.pipe(
      v.picklist([0, 1]),
      v.transform((digit) => digit === 1),
    ),
  ],
  'must be a boolean',
)

/** A whole number; its digits in forms. */
export const integer = v.union(
  [
    v.pipe(v.number(), v.safeInteger('must provide a number')),
    v.pipe(v.string(), v.regex(/^-?\d{1,15}$/), v.transform(Number)),
  ],
  'must provide a number',
)

/** A whole number that may be absent: undefined, or an empty text in forms. */
export const optionalInteger = v.optional(
  v.union(
    [
      v.pipe(
        v.literal(''),
        v.transform(() => undefined),
      ),
      integer,
    ],
    'must provide a number',
  ),
)

/** A list or an object; its JSON text in forms. A text that is not JSON stays a text, for the method to refuse. */
export const structure = v.pipe(v.unknown(), v.transform(parsed))

/** A list of ids: separated by commas, or a list of JSON. */
export const ids = v.pipe(
  v.unknown(),
  v.transform(parsed),
  v.union([v.array(v.string()), v.string(), v.number()], 'must provide a string'),
  v.transform((value) => (Array.isArray(value) ? value : String(value).split(','))),
  v.transform((all) => all.map((each) => each.trim()).filter((each) => each !== '')),
)

function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{"]|^null$/.test(value)) return value
  try {
    return parseJson(value)
  } catch {
    return value
  }
}
