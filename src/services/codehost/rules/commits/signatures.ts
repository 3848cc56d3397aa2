import * as v from 'valibot'
import { unprocessable } from '#codehost/errors.ts'
import type { GitSignature } from '#codehost/git/objects.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import { webFlow } from '../pulls/mergeable.ts'
import { signatureOf } from '../repos/repositories.ts'

/** An author, committer or tagger in a request body. */
export const SignatureInput = v.object({ email: v.string(), name: v.string(), date: v.optional(v.string()) })

/** One whose members may all be left out. */
export const PartialSignatureInput = v.partial(SignatureInput)

type PartialSignatureInput = v.InferOutput<typeof PartialSignatureInput>

/**
 * Returns the signature that a body asks for. Absent fields come from the fallback.
 *
 * @throws 422 for an invalid date.
 */
export function signatureFrom(person: PartialSignatureInput | undefined, fallback: GitSignature): GitSignature {
  if (person === undefined) return fallback
  const { name = fallback.name, email = fallback.email, date } = person
  if (date === undefined) return { ...fallback, name, email }
  const at = Date.parse(date)
  if (Number.isNaN(at)) throw unprocessable(`Invalid request.\n\n${JSON.stringify(date)} is not a valid date.`)
  return { name, email, at, offset: offsetOf(date) }
}

/**
 * Returns author and committer of a commit made for a user: from the body, else each from the other, else the user. The
 * vendor itself commits, and so signs, for a bot that names neither.
 * https://docs.github.com/authentication/managing-commit-signature-verification/about-commit-signature-verification#signature-verification-for-bots
 */
export function signaturesFrom(
  input: {
    readonly author?: PartialSignatureInput | undefined
    readonly committer?: PartialSignatureInput | undefined
  },
  user: Account,
  now: number,
): { author: GitSignature; committer: GitSignature } {
  const own = signatureOf(user, now)
  const isNamed = input.author !== undefined || input.committer !== undefined
  if (user.type === 'Bot' && !isNamed) return { author: own, committer: webFlow(now) }
  const author = signatureFrom(input.author ?? input.committer, own)
  return { author, committer: input.committer === undefined ? author : signatureFrom(input.committer, own) }
}

/** Returns the offset of an ISO 8601 time in minutes east of UTC; 0 for `Z` and for none. */
function offsetOf(date: string): number {
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d{2}):?(\d{2})$/.exec(date) ?? []
  const east = Number(hours) * 60 + Number(minutes)
  return sign === '-' ? -east : sign === '+' ? east : 0
}
