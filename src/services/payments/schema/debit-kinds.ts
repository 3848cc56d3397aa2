import type { MethodKind } from './method-kinds.ts'

/** A part of the number of a bank account. */
interface BankNumber {
  /** The name that people know. */
  readonly label: string
  readonly digits: number
  /** The smallest count of digits, where it is another one. */
  readonly least?: number
  /** True where people write it behind the number of the account. */
  readonly isSuffix?: boolean
}

/**
 * A kind of bank debit whose account has a number and a number of its bank. The debits of the United States and of the
 * single European payments area have rules of their own. https://docs.stripe.com/payments/bank-debits
 */
export interface DebitKind extends Pick<MethodKind, 'amounts' | 'currencies' | 'manualCapture' | 'needs'> {
  /** The name that people know. */
  readonly label: string
  readonly saves: 'itself'
  /** The parameters beside `account_number`: those that name the bank, and a suffix. */
  readonly bank: Readonly<Record<string, BankNumber>>
  /** The smallest and the largest count of digits of an account's number. */
  readonly accountDigits: readonly [least: number, most: number]
  /** Days of the clock from the confirmation until the debit ends. */
  readonly days: number
}

/** The vendor's name of a kind in {@link DEBIT_KINDS}: it is published, so it is written out. */
export type DebitKindName = 'acss_debit' | 'au_becs_debit' | 'bacs_debit' | 'nz_bank_account'

/** The kinds by the vendor's name. */
export const DEBIT_KINDS: Readonly<Record<DebitKindName, DebitKind>> = {
  acss_debit: {
    label: 'Pre-authorized debit',
    currencies: ['cad', 'usd'],
    needs: ['name', 'email'],
    saves: 'itself',
    bank: {
      institution_number: { label: 'Institution number', digits: 3 },
      transit_number: { label: 'Transit number', digits: 5 },
    },
    accountDigits: [7, 12],
    days: 5,
  },
  au_becs_debit: {
    label: 'BECS Direct Debit',
    currencies: ['aud'],
    needs: ['name', 'email'],
    saves: 'itself',
    bank: { bsb_number: { label: 'BSB', digits: 6 } },
    accountDigits: [4, 9],
    days: 4,
  },
  bacs_debit: {
    label: 'Bacs Direct Debit',
    currencies: ['gbp'],
    needs: ['name', 'email', 'address'],
    saves: 'itself',
    bank: { sort_code: { label: 'Sort code', digits: 6 } },
    accountDigits: [8, 8],
    days: 4,
  },
  nz_bank_account: {
    label: 'NZ BECS Direct Debit',
    currencies: ['nzd'],
    needs: ['name', 'email'],
    saves: 'itself',
    bank: {
      bank_code: { label: 'Bank code', digits: 2 },
      branch_code: { label: 'Branch code', digits: 4 },
      suffix: { label: 'Suffix', digits: 3, least: 2, isSuffix: true },
    },
    accountDigits: [7, 8],
    days: 2,
  },
}

/** The parameters of an account's numbers, with their names and counts of digits, in the order that people write. */
export function accountNumbers({
  bank,
  accountDigits: [least, digits],
}: DebitKind): readonly (readonly [param: string, number: BankNumber & { readonly least: number }])[] {
  const numbers = Object.entries(bank).map(
    ([param, each]) => [param, { ...each, least: each.least ?? each.digits }] as const,
  )
  return [
    ...numbers.filter(([, { isSuffix }]) => isSuffix !== true),
    ['account_number', { label: 'Account number', digits, least }],
    ...numbers.filter(([, { isSuffix }]) => isSuffix === true),
  ]
}

/** The names of the kinds, in the order of the alphabet. */
export const DEBIT_KIND_NAMES = Object.keys(DEBIT_KINDS) as readonly DebitKindName[] // the keys of the literal above

/** Returns the kind with a name; undefined for another type of payment method. */
export function debitNamed(name: string): DebitKind | undefined {
  return Object.hasOwn(DEBIT_KINDS, name) ? DEBIT_KINDS[name as DebitKindName] : undefined // it is one of the keys
}
