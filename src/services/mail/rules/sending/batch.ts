import { Failure } from '#core/errors.ts'
import type { MailCall } from '#mail/call.ts'
import { validationError } from '#mail/errors.ts'
import { outgoingEmail, parseEmail } from './email-input.ts'
import type { OutgoingEmail } from './send.ts'

/** The largest number of emails in one request. https://resend.com/docs/api-reference/emails/send-batch-emails */
const LARGEST_BATCH = 100

/** A problem with one email of a batch. */
interface BatchError {
  readonly index: number
  readonly message: string
}

/**
 * Parses the emails of a batch. With `x-batch-validation: permissive`, invalid emails are left out and listed in
 * `errors`; otherwise the first invalid email makes the whole batch fail, and `errors` is null. Attachments are
 * ignored, as at the vendor.
 */
export async function emailsOfBatch(
  call: MailCall,
): Promise<{ readonly mails: readonly OutgoingEmail[]; readonly errors: readonly BatchError[] | null }> {
  const values = listed(call.json())
  const permissive = isPermissive(call)
  const mails: OutgoingEmail[] = []
  const errors: BatchError[] = []
  for (const [index, value] of values.entries()) {
    try {
      mails.push(await outgoingEmail(call, { ...parseEmail(call, value), attachments: [] }))
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

function isPermissive({ header }: MailCall): boolean {
  const mode = header('x-batch-validation') ?? 'strict'
  if (mode === 'permissive') return true
  if (mode === 'strict') return false
  throw validationError(
    `The \`x-batch-validation\` header must be \`strict\` or \`permissive\`, got ${JSON.stringify(mode)}.`,
  )
}
