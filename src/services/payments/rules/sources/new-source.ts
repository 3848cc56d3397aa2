import { HOUR } from '#core/duration.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { invalidParameter, missingParameter } from '#payments/errors.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import type { ValuesOf } from '#payments/protocol/params.ts'
import { kindNamed } from '#payments/schema/method-kinds.ts'
import type { Source, SourceType } from '#payments/schema/sources.ts'
import { ownMembers } from '../payment-methods/kind-params.ts'
import { insertMethod, newMethodFields, type MethodFields } from '../payment-methods/new-payment-method.ts'
import { billingDetailsOf } from '../payment-methods/params.ts'
import { takeCardToken, tokenFieldsOf } from '../payment-methods/tokens.ts'
import { newRecord } from '../records.ts'
import { findSourceObject, requireChargeable } from './find-source.ts'
import type { SOURCE_INPUT } from './params.ts'

type Input = ValuesOf<typeof SOURCE_INPUT>

/** The types of sources that need no page of the customer's bank. */
const WITHOUT_PAGE: readonly SourceType[] = ['card', 'sepa_debit']

/** The time after which a source that nobody authorizes, or that is not charged, is canceled. */
const PENDING_SPAN = HOUR
const CHARGEABLE_SPAN = 6 * HOUR

/**
 * Adds a source, with the payment method that is charged. One that needs no page is chargeable at once.
 * https://docs.stripe.com/api/sources/create
 *
 * @throws 400 for missing parameters, a currency that the type does not have, and a card that is not chargeable; 402
 * for a card that cannot be one.
 */
export function addSourceObject(context: PaymentsContext, account: string, input: Input): Source {
  const type = input.type ?? (input.token === undefined ? undefined : 'card')
  if (type === undefined) throw missingParameter('type')
  const isRedirect = !WITHOUT_PAGE.includes(type)
  const usage = usageOf(type, input)
  checkTerms(type, input, { isRedirect, usage })
  const fields = methodOf(context, account, type, input)
  const head = newRecord(context, account, 'src_')
  insertMethod(context, account, { ...fields, id: head.id, metadata: mergeMetadata({}, input.metadata) })
  const { redirect } = input
  const source = context.rows.sources.insert({
    type,
    amount: input.amount ?? null,
    card: input.three_d_secure?.card ?? null,
    clientSecret: `src_client_secret_${context.ids.secret.base62(24)}`,
    currency: input.currency ?? null,
    redirect:
      isRedirect && redirect !== undefined
        ? { failureReason: null, returnUrl: redirect.return_url, status: 'pending' }
        : null,
    statementDescriptor: input.statement_descriptor ?? null,
    status: isRedirect ? 'pending' : 'chargeable',
    usage,
    ...head,
  })
  if (isRedirect) {
    context.schedule(PENDING_SPAN, 'cancelSource', { source: source.id, status: 'pending' })
    return source
  }
  return becomeChargeable(context, source)
}

/** Makes a source chargeable, and emits `source.chargeable`. One for a single charge does not stay so for long. */
export function becomeChargeable(context: PaymentsContext, { id }: Source): Source {
  const { sources } = context.rows
  const before = sources.require(id)
  const redirect = before.redirect === null ? null : ({ ...before.redirect, status: 'succeeded' } as const)
  const source = sources.update(id, { status: 'chargeable', redirect })
  context.emit({ type: 'source.chargeable', kind: 'source_object', row: source })
  if (source.usage === 'single_use') {
    context.schedule(CHARGEABLE_SPAN, 'cancelSource', { source: id, status: 'chargeable' })
  }
  return source
}

function usageOf(type: SourceType, { usage }: Input): Source['usage'] {
  const usual = WITHOUT_PAGE.includes(type) ? 'reusable' : 'single_use'
  // Cards can be either, all other types are what they are.
  if (usage === undefined || usage === usual || type === 'card') return usage ?? usual
  throw invalidParameter('usage', `The usage \`${usage}\` is not supported for sources of type \`${type}\`.`)
}

interface Terms {
  readonly isRedirect: boolean
  readonly usage: Source['usage']
}

/** @throws 400 for parameters that a type cannot do without, and for what it cannot be. */
function checkTerms(type: SourceType, input: Input, { isRedirect, usage }: Terms): void {
  const { amount, currency, flow, redirect } = input
  const usual = isRedirect ? 'redirect' : 'none'
  if (flow !== undefined && flow !== usual) {
    throw invalidParameter('flow', `The flow \`${flow}\` is not supported for sources of type \`${type}\`.`)
  }
  if (usage === 'single_use') {
    if (amount === undefined) throw missingParameter('amount')
    if (currency === undefined) throw missingParameter('currency')
  }
  if (isRedirect && redirect === undefined) throw missingParameter('redirect[return_url]')
  const currencies = type === 'sepa_debit' ? ['eur'] : kindNamed(type)?.currencies
  if (currency === undefined || currencies === undefined || currencies.includes(currency)) return
  throw invalidParameter(
    'currency',
    `Invalid currency: ${currency}. The source type \`${type}\` only supports the following currencies: ${[...currencies].sort().join(', ')}.`,
  )
}

/** Returns the fields of the payment method of a source. */
function methodOf(context: PaymentsContext, account: string, type: SourceType, input: Input): MethodFields {
  const billingDetails = billingDetailsOf(input.owner)
  switch (type) {
    case 'card': {
      const { card, billingDetails: given } =
        input.token === undefined
          ? tokenFieldsOf(context, { card: input.card })
          : takeCardToken(context, account, input.token, 'token')
      return { type: 'card', card, billingDetails: billingDetailsOf(input.owner, given) }
    }
    case 'three_d_secure': {
      if (input.three_d_secure === undefined) throw missingParameter('three_d_secure[card]')
      const card = findSourceObject(context, account, input.three_d_secure.card, { param: 'three_d_secure[card]' })
      requireChargeable(card)
      const method = context.rows.paymentMethods.require(card.id)
      if (method.card === null) throw invalidParameter('three_d_secure[card]', 'The source is not a card.')
      return { type: 'card', card: { ...method.card, setUp: true }, billingDetails: method.billingDetails }
    }
    case 'sepa_debit':
      if (input.sepa_debit === undefined) throw missingParameter('sepa_debit[iban]')
      return {
        ...newMethodFields(context, account, {
          type,
          sepa_debit: input.sepa_debit,
          billing_details: { email: '', ...input.owner, name: input.owner?.name ?? '' },
        }),
        billingDetails,
      }
    default:
      return { type, billingDetails, own: ownMembers(type, { bank: input.ideal?.bank }) }
  }
}
