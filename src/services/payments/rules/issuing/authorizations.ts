import { SECOND } from '#core/duration.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import { now } from '../new-id.ts'
import { newRecord } from '../records.ts'
import type { Metadata } from '#payments/schema/account.ts'
import type { IssuingAuthorization, RequestDecision } from '#payments/schema/issuing.ts'
import { cancelSpentCard } from './cards.ts'
import { declineReason } from './controls.ts'
import { addTransaction } from './transactions.ts'

/** The time in which an endpoint must decide. https://docs.stripe.com/issuing/controls/real-time-authorizations */
const TIME_TO_DECIDE = 2 * SECOND

type AuthorizationInput = Pick<
  IssuingAuthorization,
  | 'amount'
  | 'authorizationMethod'
  | 'card'
  | 'cardholder'
  | 'currency'
  | 'isAmountControllable'
  | 'merchantData'
  | 'verificationData'
  | 'wallet'
>

/**
 * Lets a card be used for a payment. What the vendor declines by itself is decided at once; everything else is decided
 * by the endpoint that names `issuing_authorization.request`, and is approved where there is none.
 */
export function authorizeCard(
  context: PaymentsContext,
  account: string,
  input: AuthorizationInput,
): IssuingAuthorization {
  const authorization = context.rows.issuingAuthorizations.insert({
    ...newRecord(context, account, 'iauth_'),
    ...input,
    amount: 0,
    approved: false,
    metadata: {},
    pendingAmount: null,
    history: [],
    status: 'pending',
  })
  return requestAmount(context, authorization, input.amount)
}

/** Asks for an amount beside what an authorization holds. */
function requestAmount(context: PaymentsContext, before: IssuingAuthorization, amount: number): IssuingAuthorization {
  const reason = declineReason(context, { ...before, amount: before.amount + amount })
  const asked = context.rows.issuingAuthorizations.update(before.id, { pendingAmount: amount })
  if (reason !== null) return decide(context, asked, { approved: false, reason })
  if (!hasDecider(context, before.account)) return decide(context, asked, { approved: true, reason: 'card_active' })
  context.emit({ type: 'issuing_authorization.request', kind: 'issuing.authorization', row: asked })
  const timer = { authorization: asked.id, decisions: asked.history.length }
  context.schedule(TIME_TO_DECIDE, 'endAuthorizationRequest', timer)
  return asked
}

function hasDecider({ rows }: PaymentsContext, account: string): boolean {
  const isDecider = (enabledEvents: readonly string[]): boolean =>
    enabledEvents.includes('issuing_authorization.request')
  return rows.webhookEndpoints
    .all()
    .some(
      ({ account: owner, connect, enabledEvents, status }) =>
        status === 'enabled' && (connect ? owner !== account : owner === account) && isDecider(enabledEvents),
    )
}

/** A decision about what an authorization asks for. */
export interface Decision {
  readonly approved: boolean
  readonly reason: string
  /** The amount to hold, where the endpoint may choose it. */
  readonly amount?: number | undefined
  readonly metadata?: Metadata
}

/**
 * Decides what an authorization asks for. Emits `issuing_authorization.created` for its first decision, else
 * `issuing_authorization.updated`.
 */
export function decide(
  context: PaymentsContext,
  before: IssuingAuthorization,
  { approved, reason, amount, metadata = before.metadata }: Decision,
): IssuingAuthorization {
  const asked = before.pendingAmount ?? 0
  const held = amount !== undefined && before.isAmountControllable ? amount : asked
  const entry: RequestDecision = { amount: approved ? held : asked, approved, created: now(context), reason }
  const isFirst = before.history.length === 0
  const declinedAtOnce = isFirst && !approved
  const after = context.rows.issuingAuthorizations.update(before.id, {
    amount: approved ? before.amount + held : before.amount,
    approved: isFirst ? approved : before.approved,
    history: [...before.history, entry],
    metadata,
    pendingAmount: null,
    status: declinedAtOnce ? 'closed' : before.status,
  })
  if (isFirst) context.emit({ type: 'issuing_authorization.created', kind: 'issuing.authorization', row: after })
  else context.emit({ type: 'issuing_authorization.updated', kind: 'issuing.authorization', row: after, before })
  if (approved) cancelSpentCard(context, after.card)
  return after
}

/**
 * Decides as the account has told.
 *
 * @throws 400 for an authorization that asks for nothing any more.
 */
export function decideByRequest(
  context: PaymentsContext,
  before: IssuingAuthorization,
  decision: Omit<Decision, 'reason'>,
): IssuingAuthorization {
  if (before.pendingAmount === null) {
    throw invalidRequest(`The authorization ${before.id} has no pending request that could be answered.`)
  }
  return decide(context, before, { ...decision, reason: decision.approved ? 'webhook_approved' : 'webhook_declined' })
}

/** Declines what an authorization asks for when its endpoint has not decided in time. */
export function endAuthorizationRequest(
  context: PaymentsContext,
  { authorization: id, decisions }: { readonly authorization: string; readonly decisions: number },
): void {
  const before = context.rows.issuingAuthorizations.get(id)
  if (before === undefined || before.pendingAmount === null || before.history.length !== decisions) return
  decide(context, before, { approved: false, reason: 'webhook_timeout' })
}

/**
 * Asks for a larger amount.
 *
 * @throws 400 for an authorization that is not open.
 */
export function incrementIssued(
  context: PaymentsContext,
  before: IssuingAuthorization,
  amount: number,
): IssuingAuthorization {
  requireOpen(before)
  return requestAmount(context, before, amount)
}

/**
 * Takes money of an authorization, which is closed then unless `closes` is false. Emits `issuing_transaction.created`.
 *
 * @throws 400 for an authorization that is not open.
 */
export function captureIssued(
  context: PaymentsContext,
  before: IssuingAuthorization,
  {
    amount = before.amount,
    closes = true,
  }: { readonly amount?: number | undefined; readonly closes?: boolean | undefined },
): IssuingAuthorization {
  requireOpen(before)
  const { account, id: authorization, card, cardholder, currency, merchantData, wallet } = before
  const shared = { authorization, card, cardholder, currency, merchantData, wallet }
  addTransaction(context, account, { ...shared, amount: -amount, type: 'capture' })
  const left = Math.max(0, before.amount - amount)
  return move(context, before, closes ? { status: 'closed' } : { amount: left })
}

/**
 * Releases what an authorization holds, or a part of it.
 *
 * @throws 400 for an authorization that is not open, and for more than it holds.
 */
export function reverseIssued(
  context: PaymentsContext,
  before: IssuingAuthorization,
  amount = before.amount,
): IssuingAuthorization {
  requireOpen(before)
  if (amount > before.amount) {
    throw invalidRequest(`You cannot reverse more than the authorization holds: ${before.amount}.`, {
      param: 'reverse_amount',
    })
  }
  const left = before.amount - amount
  return move(context, before, { amount: left, ...(left === 0 ? { status: 'reversed' } : {}) })
}

/**
 * Lets an authorization end without a capture.
 *
 * @throws 400 for one that is not open.
 */
export function expireIssued(context: PaymentsContext, before: IssuingAuthorization): IssuingAuthorization {
  requireOpen(before)
  return move(context, before, { amount: 0, status: 'expired' })
}

function requireOpen({ id, approved, status }: IssuingAuthorization): void {
  if (approved && status === 'pending') return
  throw invalidRequest(`The authorization ${id} must be approved and pending: it is ${approved ? status : 'declined'}.`)
}

function move(
  context: PaymentsContext,
  before: IssuingAuthorization,
  changes: Partial<Pick<IssuingAuthorization, 'amount' | 'status'>>,
): IssuingAuthorization {
  const after = context.rows.issuingAuthorizations.update(before.id, changes)
  context.emit({ type: 'issuing_authorization.updated', kind: 'issuing.authorization', row: after, before })
  return after
}
