import type { AuthContext } from '#auth-saas/call.ts'
import type { Message } from '#auth-saas/schema/sessions.ts'
import { emit } from '#auth-saas/webhooks.ts'

/**
 * The code of the vendor's test addresses and numbers.
 * https://clerk.com/docs/guides/development/testing/test-emails-and-phones
 */
const TEST_CODE = '424242'

/** Returns whether an address or a number is one of the vendor's for tests, whose code is always the same. */
function isTestIdentifier(identifier: string): boolean {
  return /\+clerk_test@/.test(identifier) || /^\+1\d{3}55501\d\d$/.test(identifier)
}

/** A message to send. */
export interface NewMessage {
  readonly channel: Message['channel']
  readonly to: string
  readonly slug: string
  readonly subject: string
  readonly body: string
  readonly code?: string
  readonly url?: string
  readonly userId?: string | null
}

/** Sends a message: it is kept for `codes.next`, and webhooks hear of it. */
export function sendMessage(context: AuthContext, message: NewMessage): Message {
  const { rows, clock, ids } = context
  const { channel, to, slug, subject, body, code = null, url = null } = message
  const address = rows.emailAddresses.find('emailAddress', to)
  const number = rows.phoneNumbers.find('phoneNumber', to)
  const userId = message.userId ?? address?.userId ?? number?.userId
  const sent = rows.messages.insert({ channel, to, slug, code, url, sentAt: clock.now(), seen: false })
  const data = {
    otp_code: code,
    ...(url === null ? {} : { action_url: url }),
    app: { name: 'backlot', domain_name: context.origin },
  }
  if (channel === 'email') {
    emit(context, 'email.created', () => ({
      object: 'email',
      id: `ema_${ids.base62(27)}`,
      slug,
      from_email_name: 'notifications',
      to_email_address: to,
      email_address_id: address?.id ?? null,
      user_id: userId ?? null,
      subject,
      body: `<p>${body}</p>`,
      body_plain: body,
      status: 'queued',
      data,
      delivered_by_clerk: true,
    }))
  } else {
    emit(context, 'sms.created', () => ({
      object: 'sms_message',
      id: `sms_${ids.base62(27)}`,
      slug,
      from_phone_number: '+15555550199',
      to_phone_number: to,
      phone_number_id: number?.id ?? null,
      ...(userId === undefined ? {} : { user_id: userId }),
      message: body,
      status: 'queued',
      data,
      delivered_by_clerk: true,
    }))
  }
  return sent
}

/** Sends a one-time code to an address or a number, and returns the code. */
export function sendCode(context: AuthContext, to: string, slug = 'verification_code'): string {
  const code = isTestIdentifier(to) ? TEST_CODE : context.ids.secret.from('0123456789', 6)
  const channel = to.includes('@') ? 'email' : 'sms'
  sendMessage(context, {
    channel,
    to,
    slug,
    subject: `${code} is your verification code`,
    body: `${code} is your verification code. Do not share it with anybody.`,
    code,
  })
  return code
}

/** Sends a one-time code about a record, and keeps the code under the record's id until an attempt names it. */
export function sendStoredCode(context: AuthContext, id: string, to: string, slug?: string): void {
  const { rows } = context
  const code = sendCode(context, to, slug)
  if (rows.identifierCodes.get(id) === undefined) rows.identifierCodes.insert({ id, code })
  else rows.identifierCodes.update(id, { code })
}
