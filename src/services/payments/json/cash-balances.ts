import type { Resource } from '#payments/protocol/resource.ts'
import type { BankTransfer, CashBalance, CashBalanceTransaction } from '#payments/schema/cash-balances.ts'
import type { NextAction, Wire } from '#payments/schema/payments.ts'
import { readOwn } from './read-own.ts'

/** Writes a cash balance. https://docs.stripe.com/api/cash_balance/object */
export function cashBalanceJson({ id, available, reconciliation, isDefaultMode }: CashBalance) {
  return {
    object: 'cash_balance',
    available: Object.keys(available).length === 0 ? null : available,
    customer: id,
    customer_account: null,
    livemode: false,
    settings: { reconciliation_mode: reconciliation, using_merchant_default: isDefaultMode },
  }
}

/** Writes a movement of a cash balance. https://docs.stripe.com/api/cash_balance_transactions/object */
export function cashBalanceTransactionJson(transaction: CashBalanceTransaction) {
  return {
    id: transaction.id,
    object: 'customer_cash_balance_transaction',
    created: transaction.created,
    currency: transaction.currency,
    customer: transaction.customer,
    customer_account: null,
    ending_balance: transaction.endingBalance,
    livemode: false,
    net_amount: transaction.netAmount,
    type: transaction.type,
    ...detailsOf(transaction),
  }
}

function detailsOf({ type, intent, refund, transfer }: CashBalanceTransaction): Wire {
  switch (type) {
    case 'funded':
      return { funded: { bank_transfer: transfer === null ? null : senderJson(transfer) } }
    case 'refunded_from_payment':
      return { refunded_from_payment: { refund } }
    case 'applied_to_payment':
    case 'unapplied_from_payment':
      return { [type]: { payment_intent: intent } }
  }
}

const SENDER = 'Jenny Rosen'

function senderJson({ type, reference }: NonNullable<CashBalanceTransaction['transfer']>): Wire {
  return { reference, type, ...(type === 'mx_bank_transfer' ? {} : { [type]: SENDERS[type] }) }
}

const SENDERS: Readonly<Record<Exclude<BankTransfer, 'mx_bank_transfer'>, Wire>> = {
  eu_bank_transfer: { bic: 'COBADEFFXXX', iban_last4: '3000', sender_name: SENDER },
  gb_bank_transfer: { account_number_last4: '2345', sender_name: SENDER, sort_code: '108800' },
  jp_bank_transfer: { sender_bank: 'STRIPE TEST BANK', sender_branch: '001', sender_name: SENDER },
  us_bank_transfer: { network: 'ach', sender_name: SENDER },
}

/**
 * Writes the accounts to which a customer sends money.
 * https://docs.stripe.com/api/cash_balance_funding_instructions
 */
export function fundingInstructionsJson(customer: string, currency: string, transfer: BankTransfer, country: string) {
  return {
    object: 'funding_instructions',
    bank_transfer: { country, financial_addresses: addressesJson(customer, transfer, country), type: transfer },
    currency,
    funding_type: 'bank_transfer',
    livemode: false,
  }
}

/** Writes the step of an intent that waits for a bank transfer. */
export function transferActionJson(
  action: Extract<NextAction, { readonly type: 'display_bank_transfer_instructions' }>,
  currency: string,
): Wire {
  return {
    display_bank_transfer_instructions: {
      amount_remaining: action.amountRemaining,
      currency,
      financial_addresses: addressesJson(action.customer, action.transfer, action.country),
      hosted_instructions_url: null,
      reference: action.reference,
      type: action.transfer,
    },
    type: action.type,
  }
}

const NO_ADDRESS = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }

/** Writes the addresses of the account that a customer has for one kind of transfers. */
function addressesJson(customer: string, transfer: BankTransfer, country: string): readonly Wire[] {
  const holder = {
    account_holder_address: { ...NO_ADDRESS, country },
    account_holder_name: 'Stripe Test',
    bank_address: { ...NO_ADDRESS, country },
  }
  const digits = (count: number): string => digitsOf(customer, count)
  const bank = { bank_name: 'STRIPE TEST BANK' }
  switch (transfer) {
    case 'us_bank_transfer': {
      const account = { ...holder, ...bank, account_number: digits(17), account_type: 'checking' }
      return [
        {
          aba: { ...account, routing_number: '110000000' },
          supported_networks: ['ach', 'domestic_wire_us'],
          type: 'aba',
        },
        { supported_networks: ['swift'], swift: { ...account, swift_code: 'TSTEZ122' }, type: 'swift' },
      ]
    }
    case 'eu_bank_transfer': {
      const iban = { ...holder, bic: 'DEUTDE2HXXX', country, iban: `${country}11${digits(18)}` }
      return [{ iban, supported_networks: ['sepa'], type: 'iban' }]
    }
    case 'gb_bank_transfer': {
      const account = { ...holder, account_number: digits(8), sort_code: '108800' }
      return [{ sort_code: account, supported_networks: ['bacs', 'fps'], type: 'sort_code' }]
    }
    case 'jp_bank_transfer': {
      const branch = { bank_code: '1100', branch_code: '000', branch_name: 'STRIPE TEST BRANCH' }
      const zengin = { ...holder, ...bank, ...branch, account_number: digits(7), account_type: 'futsu' }
      return [{ supported_networks: ['zengin'], type: 'zengin', zengin }]
    }
    case 'mx_bank_transfer': {
      const spei = { ...holder, ...bank, bank_code: '002', clabe: `002${digits(15)}` }
      return [{ spei, supported_networks: ['spei'], type: 'spei' }]
    }
  }
}

/** Returns the digits of the account that belongs to a customer: the same ones each time. */
function digitsOf(customer: string, count: number): string {
  const letters = customer.repeat(Math.ceil(count / customer.length)).slice(-count)
  return Array.from(letters, (letter) => String((letter.codePointAt(0) ?? 0) % 10)).join('')
}

/** The kinds of objects about cash balances. */
export const cashBalanceResources: readonly Resource[] = [
  // Neither has an id: nothing refers to one.
  { object: 'cash_balance', read: () => undefined, expandable: {} },
  { object: 'funding_instructions', read: () => undefined, expandable: {} },
  {
    object: 'customer_cash_balance_transaction',
    read: readOwn(
      ({ cashBalanceTransactions }) => cashBalanceTransactions,
      (_context, row) => cashBalanceTransactionJson(row),
    ),
    expandable: {
      'applied_to_payment.payment_intent': ['payment_intent'],
      customer: ['customer'],
      'refunded_from_payment.refund': ['refund'],
      'unapplied_from_payment.payment_intent': ['payment_intent'],
    },
  },
]
