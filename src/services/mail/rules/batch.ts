import { Failure } from '../../../core/errors.ts'
import type { MailCall } from '../call.ts'
import { validationError } from '../errors.ts'
import { outgoing, parseEmail } from './email-wishes.ts'
import type { Outgoing } from './send.ts'

/** Mails in one request. https://resend.com/docs/api-reference/emails/send-batch-emails */
const LARGEST_BATCH = 100

/** What is wrong with one mail of a batch. */
interface BatchError {
  readonly index: number
  readonly message: string
}

/**
 * Reads the mails of a batch. With `x-batch-validation: permissive` those that cannot be sent are left out and
 * `errors` says why; otherwise the first of them refuses the whole batch, and `errors` is null. Attachments are ignored, as
 * they are at the vendor.
 */
export async function emailsOfBatch(
  call: MailCall,
): Promise<{ readonly mails: readonly Outgoing[]; readonly errors: readonly BatchError[] | null }> {
  const values = listed(call.json())
  const permissive = permissiveness(call)
  const mails: Outgoing[] = []
  const errors: BatchError[] = []
  for (const [index, value] of values.entries()) {
    try {
      // One after the other: of several that are wrong, the first is named.
      // oxlint-disable-next-line no-await-in-loop
      mails.push(await outgoing(call, { ...parseEmail(call, value), attachments: [] }))
    } catch (error) {
      if (!permissive || !(error instanceof Failure)) throw error
      errors.push({ index, message: error.message })
    }
  }
  return { mails, errors: permissive ? errors : null }
}

function listed(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw validationError('The request body must be an array of emails.')
  if (value.length === 0) throw validationError('The batch must contain at least one email.')
  if (value.length > LARGEST_BATCH) {
    throw validationError(`The batch can contain up to ${LARGEST_BATCH} emails, got ${value.length}.`)
  }
  return value
}

function permissiveness({ header }: MailCall): boolean {
  const mode = header('x-batch-validation') ?? 'strict'
  if (mode === 'permissive') return true
  if (mode === 'strict') return false
  throw validationError(
    `The \`x-batch-validation\` header must be \`strict\` or \`permissive\`, got ${JSON.stringify(mode)}.`,
  )
}
