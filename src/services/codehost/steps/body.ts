import * as v from 'valibot'
import type { Problem } from '#core/errors.ts'
import { problems } from '#core/input.ts'
import { declareInput } from '#core/route-input.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { invalidRequest, notSupplied } from '#codehost/errors.ts'

/**
 * A step like `body`, for operations whose bodies the vendor validates first: an invalid body is refused with `Invalid
 * request.` and sentences in place of `errors`.
 *
 * @throws 422.
 */
export function requireBody<S extends v.GenericSchema>(
  schema: S,
): (call: CodehostCall) => { readonly body: v.InferOutput<S> } {
  const step = (call: CodehostCall): { readonly body: v.InferOutput<S> } => {
    const result = v.safeParse(schema, call.json() ?? {})
    if (result.success) return { body: result.output }
    throw invalidRequest(sentences(problems(result.issues)))
  }
  return declareInput(step, { media: 'json', schema })
}

function sentences(found: readonly Problem[]): string {
  const missing = found.filter(({ code }) => code === 'missing').map(({ path }) => String(path.at(-1)))
  const wrong = found.filter(({ code }) => code !== 'missing').map(wrongValue)
  return [...(missing.length === 0 ? [] : [notSupplied(...missing)]), ...wrong].join('\n')
}

function wrongValue(problem: Problem): string {
  const { path, value, expected, message } = problem
  if (expected === 'check') return `${JSON.stringify(value)} is not a valid ${message}.`
  const limit = outsideLimit(problem)
  if (limit !== null) return limit
  const shown = value === null || value === undefined ? 'nil' : JSON.stringify(value)
  const where = path.length === 0 ? 'links/0/schema' : `properties/${path.join('/')}`
  return `For '${where}', ${shown} ${requirement(expected)}.`
}

/** Returns the vendor's sentence about a text or a list that is too long or too short; null for other mistakes. */
function outsideLimit({ value, expected }: Problem): string | null {
  const [, comparison, limit] = /^([<>])=(\d+)$/.exec(expected) ?? []
  if (comparison === undefined || (typeof value !== 'string' && !Array.isArray(value))) return null
  const things = typeof value === 'string' ? 'characters' : 'items'
  if (comparison === '>') return `At least ${limit} ${things} are required; only ${value.length} were supplied.`
  const most = typeof value === 'string' ? 'Only' : 'No more than'
  return `${most} ${limit} ${things} are allowed; ${value.length} were supplied.`
}

function requirement(expected: string): string {
  if (expected.startsWith('/')) return `does not match ${expected}`
  if (expected.includes('"')) return `is not a member of [${expected.replaceAll(/[()]/g, '').split(' | ').join(', ')}]`
  const kind = expected
    .replace(/ \| (?:null|undefined)/g, '')
    .replaceAll(/[()]/g, '')
    .toLowerCase()
  return `is not ${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`
}
