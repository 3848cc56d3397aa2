import * as v from 'valibot'
import { unprocessable } from '../../errors.ts'
import type { GitSignature } from '../../git/objects.ts'
import type { Account } from '../../schema/accounts.ts'
import { signatureOf } from '../repos/repositories.ts'

/** Who wrote or committed something, as clients say it. */
export const SignatureInput = v.object({
  name: v.optional(v.string()),
  email: v.optional(v.string()),
  date: v.optional(v.string()),
})

/** The signature that a client asks for; what it leaves out is the fallback's. Throws 422 for what is no date. */
export function signatureFrom(
  person: v.InferOutput<typeof SignatureInput> | undefined,
  fallback: GitSignature,
): GitSignature {
  if (person === undefined) return fallback
  const { name = fallback.name, email = fallback.email, date } = person
  if (date === undefined) return { ...fallback, name, email }
  const at = Date.parse(date)
  if (Number.isNaN(at)) throw unprocessable(`Invalid request.\n\n${JSON.stringify(date)} is not a valid date.`)
  return { name, email, at, offset: offsetOf(date) }
}

/** Author and committer of a commit made for a user: whom the client names, else each other, else the user. */
export function signaturesFrom(
  input: {
    readonly author?: v.InferOutput<typeof SignatureInput> | undefined
    readonly committer?: v.InferOutput<typeof SignatureInput> | undefined
  },
  user: Account,
  now: number,
): { author: GitSignature; committer: GitSignature } {
  const own = signatureOf(user, now)
  const author = signatureFrom(input.author ?? input.committer, own)
  return { author, committer: input.committer === undefined ? author : signatureFrom(input.committer, own) }
}

/** Minutes east of UTC that an ISO 8601 time names; 0 for `Z` and for none. */
function offsetOf(date: string): number {
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d{2}):?(\d{2})$/.exec(date) ?? []
  const east = Number(hours) * 60 + Number(minutes)
  return sign === '-' ? -east : sign === '+' ? east : 0
}
