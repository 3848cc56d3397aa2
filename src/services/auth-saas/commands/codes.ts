import type { Waiting } from '#core/controls.ts'
import * as v from 'valibot'
import { awaited } from '#core/commands.ts'
import { checkedOptions } from '#core/options.ts'
import type { AuthContext } from '#auth-saas/call.ts'

/** The one-time codes that the instance sent. */
export interface AuthSaasCodes {
  /**
   * Returns the next code to an address or number: the oldest that no earlier `next` has returned. Waits for one when
   * there is none yet. Rejects after `timeout` (5 s) with the list of codes that were sent, and at a reset.
   */
  next(filter?: CodeFilter & Waiting): Promise<SentMessageCode>
}

const Filter = v.strictObject({ to: v.optional(v.string()) })

/** The filter of `codes.next`. */
export interface CodeFilter {
  /** The e-mail address or phone number that the code was sent to. Default: any */
  readonly to?: string
}

/** A one-time code that the instance sent. */
export interface SentMessageCode {
  readonly code: string
  readonly to: string
  readonly channel: 'email' | 'sms'
  /** Epoch milliseconds. */
  readonly sentAt: number
}

/** The links of e-mails that the instance sent: to sign in, to verify an address, to accept an invitation. */
export interface AuthSaasLinks {
  /**
   * Returns the next link to an address: the oldest that no earlier `next` has returned. Waits for one when there is
   * none yet. Rejects after `timeout` (5 s), and at a reset.
   */
  next(filter?: CodeFilter & Waiting): Promise<SentLink>
}

/** A link that the instance sent by e-mail. */
export interface SentLink {
  readonly url: string
  readonly to: string
  /** Epoch milliseconds. */
  readonly sentAt: number
}

/** The commands for the links that were sent. */
export const links = {
  next: awaited<AuthContext, CodeFilter, SentLink>({
    look({ rows }, filter) {
      const { to } = checkedOptions('links.next', Filter, filter)
      const found = rows.messages
        .all()
        .find(({ url, seen, to: receiver }) => url !== null && !seen && (to === undefined || isSame(receiver, to)))
      if (found === undefined || found.url === null) return undefined
      rows.messages.update(found.id, { seen: true })
      return { url: found.url, to: found.to, sentAt: found.sentAt }
    },
    missing: (_context, { to }) => `no link was sent${to === undefined ? '' : ` to ${to}`}`,
  }),
}

/** The commands for the one-time codes that were sent. */
export const codes = {
  next: awaited<AuthContext, CodeFilter, SentMessageCode>({
    look({ rows }, filter) {
      const { to } = checkedOptions('codes.next', Filter, filter)
      const found = rows.messages
        .all()
        .find(({ code, seen, to: receiver }) => code !== null && !seen && (to === undefined || isSame(receiver, to)))
      if (found === undefined || found.code === null) return undefined
      rows.messages.update(found.id, { seen: true })
      const { code, channel, sentAt } = found
      return { code, to: found.to, channel, sentAt }
    },
    missing({ rows }, { to }) {
      const sent = rows.messages.all().filter(({ code }) => code !== null)
      const others = sent.map((each) => `${each.to}${each.seen ? ' (returned before)' : ''}`).join(', ')
      return `no code was sent${to === undefined ? '' : ` to ${to}`}; sent to ${others === '' ? 'nobody' : others}`
    },
  }),
}

function isSame(receiver: string, address: string): boolean {
  return receiver === address.toLowerCase() || receiver === address.replaceAll(/[\s().-]/g, '')
}
