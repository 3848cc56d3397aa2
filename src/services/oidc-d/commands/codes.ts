import * as v from 'valibot'
import { awaited } from '#core/commands.ts'
import type { Waiting } from '#core/controls.ts'
import { checkedOptions } from '#core/options.ts'
import type { OidcContext } from '#oidc-d/call.ts'

/** The one-time codes that the instance sent. */
export interface OidcDCodes {
  /**
   * Returns the next code to an address or number: the oldest that no earlier `next` has returned. Waits for one when
   * there is none yet. Rejects after `timeout` (5 s) with the list of codes that were sent, and at a reset.
   */
  next(filter?: CodeFilter & Waiting): Promise<SentFactorCode>
}

/** The filter of `codes.next`. */
export interface CodeFilter {
  /** The e-mail address or phone number that the code was sent to. Default: any */
  readonly to?: string
}

/** A one-time code that the instance sent. */
export interface SentFactorCode {
  readonly code: string
  readonly to: string
  readonly channel: 'sms' | 'call' | 'email'
  /** The link of the mail, which spares the code; null for a code without one. */
  readonly link: string | null
  /** Epoch milliseconds. */
  readonly sentAt: number
}

const Filter = v.strictObject({ to: v.optional(v.string()) })

/** The commands for the one-time codes that were sent. */
export const codes = {
  next: awaited<OidcContext, CodeFilter, SentFactorCode>({
    look({ rows, origin }, filter) {
      const { to } = checkedOptions('codes.next', Filter, filter)
      const found = rows.sentCodes.all().find((each) => !each.seen && (to === undefined || isSame(each.to, to)))
      if (found === undefined) return undefined
      rows.sentCodes.update(found.id, { seen: true })
      const { code, channel, sentAt, factorId } = found
      const link = factorId === undefined ? null : `${origin}/email/verify/${factorId}?token=${code}`
      return { code, to: found.to, channel, link, sentAt }
    },
    missing({ rows }, { to }) {
      const others = rows.sentCodes.all().map((each) => `${each.to}${each.seen ? ' (returned before)' : ''}`)
      return `no code was sent${to === undefined ? '' : ` to ${to}`}; sent to ${others.length === 0 ? 'nobody' : others.join(', ')}`
    },
  }),
}

function isSame(receiver: string, address: string): boolean {
  return receiver === address || receiver === address.replaceAll(/[\s().-]/g, '')
}
