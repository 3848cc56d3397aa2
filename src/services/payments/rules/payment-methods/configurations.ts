import type { PaymentsContext } from '#payments/call.ts'
import { newRecord } from '../records.ts'
import { DEBIT_KIND_NAMES, type DebitKindName } from '#payments/schema/debit-kinds.ts'
import { METHOD_KIND_NAMES, type MethodKindName } from '#payments/schema/method-kinds.ts'
import type { ConfiguredMethod, PaymentMethodConfiguration } from '#payments/schema/payment-settings.ts'

/** The payment methods that are on where neither the account nor its platform has a wish. */
const ON_BY_DEFAULT: readonly ConfiguredMethod[] = [
  'apple_pay',
  'card',
  'google_pay',
  'link',
  'sepa_debit',
  'us_bank_account',
]

/** Returns whether a configuration offers a payment method. */
export function isOffered(
  { preferences }: Pick<PaymentMethodConfiguration, 'preferences'>,
  method: ConfiguredMethod,
): boolean {
  const { [method]: preference = 'none' } = preferences
  return preference === 'none' ? ON_BY_DEFAULT.includes(method) : preference === 'on'
}

/** Returns the kinds of another page and of bank debits that the account's default configuration offers. */
export function offeredKinds(
  { rows }: Pick<PaymentsContext, 'rows'>,
  account: string,
): readonly (DebitKindName | MethodKindName)[] {
  const configuration = rows.paymentMethodConfigurations.list('all', account).find(({ isDefault }) => isDefault)
  return configuration === undefined
    ? []
    : [...DEBIT_KIND_NAMES, ...METHOD_KIND_NAMES].filter((name) => isOffered(configuration, name))
}

/** Adds a configuration to an account. */
export function addConfiguration(
  context: PaymentsContext,
  account: string,
  input: Pick<PaymentMethodConfiguration, 'isDefault' | 'name' | 'parent' | 'preferences'>,
): PaymentMethodConfiguration {
  const head = newRecord(context, account, 'pmc_')
  return context.rows.paymentMethodConfigurations.insert({ ...head, active: true, ...input })
}

/** Returns the account's default configuration; adds it when there is none. */
export function defaultMethodConfiguration(context: PaymentsContext, account: string): PaymentMethodConfiguration {
  const all = context.rows.paymentMethodConfigurations.list('all', account)
  return (
    all.find(({ isDefault }) => isDefault) ??
    addConfiguration(context, account, { isDefault: true, name: 'Default', parent: null, preferences: {} })
  )
}
