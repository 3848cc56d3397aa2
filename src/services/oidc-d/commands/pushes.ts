import * as v from 'valibot'
import { awaited } from '#core/commands.ts'
import type { Waiting } from '#core/controls.ts'
import { checkedOptions } from '#core/options.ts'
import type { OidcContext } from '#oidc-d/call.ts'
import { resultOf } from '#oidc-d/rules/factors/challenges.ts'
import { activateFactor } from '#oidc-d/rules/factors/factors.ts'
import { findUser } from '#oidc-d/rules/users/users.ts'

/** The questions to the devices of users: to sign in, and to enroll the device. */
export interface OidcDPushes {
  /**
   * Approves the oldest question to a user's device. Waits for one when there is none yet. Rejects after `timeout`
   * (5 s), and at a reset.
   */
  approve(filter?: PushFilter & Waiting): Promise<AnsweredPush>
  /** Rejects the oldest question to a user's device; waits as `approve` does. */
  reject(filter?: PushFilter & Waiting): Promise<AnsweredPush>
}

/** The filter of `pushes.approve` and `pushes.reject`. */
interface PushFilter {
  /** The login of the user. Default: any */
  readonly login?: string
}

/** A question that was answered. */
interface AnsweredPush {
  readonly login: string
  readonly factorId: string
}

const Filter = v.strictObject({ login: v.optional(v.string()) })

/** The commands that answer the questions to devices. */
export const pushes = { approve: answer('pushes.approve', 'SUCCESS'), reject: answer('pushes.reject', 'REJECTED') }

function answer(name: string, result: 'SUCCESS' | 'REJECTED') {
  return awaited<OidcContext, PushFilter, AnsweredPush>({
    look(context, filter) {
      const { rows } = context
      const { login } = checkedOptions(name, Filter, filter)
      const userId = login === undefined ? undefined : findUser(rows, login)?.id
      const asked = rows.factorChallenges.all().find((each) => {
        const factor = rows.factors.require(each.factorId)
        const isOfUser = login === undefined || factor.userId === userId
        return isOfUser && factor.factorType === 'push' && resultOf(context, each) === 'WAITING'
      })
      if (asked === undefined) return undefined
      rows.factorChallenges.update(asked.id, { result })
      const factor = rows.factors.require(asked.factorId)
      if (result === 'SUCCESS' && factor.status === 'PENDING_ACTIVATION') activateFactor(context, factor)
      return { login: rows.users.require(factor.userId).profile.login, factorId: factor.id }
    },
    missing: (_context, { login }) => `no device${login === undefined ? '' : ` of ${login}`} was asked`,
  })
}
