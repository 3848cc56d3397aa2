import { isRecord } from '#core/objects.ts'
import { againstPolicy, invalidPolicyDocument } from '#cloud/errors/s3-uploads.ts'
import { parseJsonText, shownValue } from '#cloud/protocols/json-text.ts'

/** A condition on one field, or on the size of the file. */
type Condition =
  | { readonly kind: 'eq' | 'starts-with'; readonly field: string; readonly value: string }
  | { readonly kind: 'content-length-range'; readonly min: number; readonly max: number }
  /** A condition that no form meets, because its field or its sizes cannot be. */
  | { readonly kind: 'impossible'; readonly text: string }

/** The policy of a form. https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html */
export interface PostPolicy {
  /** Epoch milliseconds. */
  readonly expiration: number
  readonly conditions: readonly Condition[]
}

/** The range of a file's size in bytes. */
export interface SizeRange {
  readonly min: number
  readonly max: number
}

/**
 * Parses the Base64 policy of a form.
 *
 * @throws `InvalidPolicyDocument`.
 */
export function parsePolicy(encoded: string): PostPolicy {
  const { expiration, conditions } = parseJson(Buffer.from(encoded, 'base64').toString('utf8'))
  if (expiration === undefined) throw invalidPolicyDocument('Policy missing expiration.')
  if (conditions === undefined) throw invalidPolicyDocument('Policy missing conditions.')
  const at =
    typeof expiration === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(expiration)
      ? Date.parse(expiration)
      : Number.NaN
  if (Number.isNaN(at)) throw invalidPolicyDocument(`Invalid 'expiration' value: '${shownValue(expiration)}'`)
  if (!Array.isArray(conditions)) throw invalidPolicyDocument("Invalid 'conditions' value: must be a List.")
  return { expiration: at, conditions: conditions.flatMap((each: unknown) => parseCondition(each)) }
}

function parseJson(text: string): { readonly expiration?: unknown; readonly conditions?: unknown } {
  const value = parseJsonText(text)
  if (isRecord(value)) return value
  throw invalidPolicyDocument('Invalid JSON.')
}

function parseCondition(condition: unknown): Condition {
  if (Array.isArray(condition)) {
    const [operator, first, second] = condition as readonly unknown[] // a list
    const kind = shownValue(operator).toLowerCase()
    if (condition.length !== 3)
      throw invalidPolicyDocument(`Invalid Condition: ${JSON.stringify(condition)} must have three elements.`)
    const text = `[${condition.map((each) => JSON.stringify(each)).join(', ')}]`
    if (kind === 'content-length-range') {
      const [min, max] = [sizeOf(first), sizeOf(second)]
      return min === null || max === null ? { kind: 'impossible', text } : { kind, min, max }
    }
    if (kind !== 'eq' && kind !== 'starts-with')
      throw invalidPolicyDocument(`Invalid Condition: unknown operation '${shownValue(operator)}'.`)
    if (typeof first !== 'string' || !first.startsWith('$')) return { kind: 'impossible', text }
    return { kind, field: first.slice(1).toLowerCase(), value: shownValue(second) }
  }
  const entries = typeof condition === 'object' && condition !== null ? Object.entries(condition) : []
  const [only] = entries
  if (only === undefined || entries.length !== 1) {
    throw invalidPolicyDocument('Invalid Simple-Condition: Simple-Conditions must have exactly one property specified.')
  }
  return { kind: 'eq', field: only[0].toLowerCase(), value: shownValue(only[1]) }
}

function sizeOf(value: unknown): number | null {
  const size = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  return Number.isInteger(size) ? size : null
}

/** The fields that need no condition, beside those that begin with `x-ignore-`. */
const UNNAMED = new Set(['x-amz-signature', 'file', 'policy', 'awsaccesskeyid', 'signature'])

/**
 * Checks a form against its policy.
 *
 * @param fields by names in lower case; `bucket` is the form's target
 * @param now epoch milliseconds
 * @returns the range of sizes that the policy allows
 * @throws `AccessDenied` with the vendor's reason.
 */
export function checkPolicy(policy: PostPolicy, fields: ReadonlyMap<string, string>, now: number): SizeRange {
  if (now > policy.expiration) throw againstPolicy('Policy expired.')
  const named = new Set<string>()
  let range: SizeRange = { min: 0, max: Number.POSITIVE_INFINITY }
  for (const condition of policy.conditions) {
    if (condition.kind === 'content-length-range') {
      range = { min: Math.max(range.min, condition.min), max: Math.min(range.max, condition.max) }
      continue
    }
    if (condition.kind === 'impossible') throw againstPolicy(`Policy Condition failed: ${condition.text}`)
    const { kind, field, value } = condition
    named.add(field)
    if (!holds(condition, fields.get(field) ?? '')) {
      throw againstPolicy(`Policy Condition failed: ["${kind}", "$${field}", "${value}"]`)
    }
  }
  const extra = [...fields.keys()].filter(
    (name) => !named.has(name) && !UNNAMED.has(name) && !name.startsWith('x-ignore-') && name !== 'bucket',
  )
  if (extra.length > 0) throw againstPolicy(`Extra input fields: ${extra.join(', ')}`)
  return range
}

/** Returns whether a form's field satisfies a condition; `text` is the value of the field. */
function holds({ kind, field, value }: Extract<Condition, { field: string }>, text: string): boolean {
  if (kind === 'eq') return text === value
  // A list of content types matches when each of them does.
  const texts = field === 'content-type' ? text.split(',').map((type) => type.trim()) : [text]
  return texts.every((each) => each.startsWith(value))
}
