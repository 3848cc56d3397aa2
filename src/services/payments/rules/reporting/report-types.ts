import type { PaymentsContext } from '#payments/call.ts'
import { decimalsOf } from '#payments/schema/currencies.ts'
import type { BalanceTransaction } from '#payments/schema/money.ts'
import type { ReportParameters } from '#payments/schema/reporting.ts'

/** A row of a report by column. */
type ReportRow = Readonly<Record<string, string>>

/** A report that can be run. https://docs.stripe.com/reports/report-types */
export interface ReportType {
  readonly id: string
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: (transactions: readonly BalanceTransaction[], parameters: ReportParameters) => readonly ReportRow[]
}

/** The categories of movements that are payouts; all others are activity. */
const PAYOUTS = ['payout', 'payout_reversal']

const isPayout = ({ reportingCategory }: BalanceTransaction): boolean => PAYOUTS.includes(reportingCategory)

const SUMS = ['currency', 'count', 'gross', 'fee', 'net']
const MOMENTS = ['created_utc', 'created', 'available_on_utc', 'available_on']

/** The reports, by the vendor's ids. */
export const REPORT_TYPES: readonly ReportType[] = [
  {
    id: 'balance.summary.1',
    name: 'Balance summary',
    columns: ['category', 'description', 'net_amount', 'currency'],
    rows: balanceSummary,
  },
  {
    id: 'balance_change_from_activity.itemized.1',
    name: 'Balance change from activity itemized',
    columns: [
      'balance_transaction_id',
      ...MOMENTS,
      'currency',
      'gross',
      'fee',
      'net',
      'reporting_category',
      'source_id',
      'description',
    ],
    rows: (transactions, parameters) =>
      within(transactions, parameters)
        .filter((each) => !isPayout(each))
        .map((each) => itemOf(each, parameters)),
  },
  {
    id: 'balance_change_from_activity.summary.1',
    name: 'Balance change from activity summary',
    columns: ['reporting_category', ...SUMS],
    rows: (transactions, parameters) => summed(within(transactions, parameters).filter((each) => !isPayout(each))),
  },
  {
    id: 'payouts.itemized.1',
    name: 'Payouts itemized',
    columns: [
      'payout_id',
      'effective_at_utc',
      'effective_at',
      'currency',
      'gross',
      'fee',
      'net',
      'reporting_category',
      'description',
    ],
    rows: (transactions, parameters) =>
      within(transactions, parameters)
        .filter(isPayout)
        .map((each) => ({
          ...itemOf(each, parameters),
          payout_id: each.source ?? '',
          effective_at_utc: timeOf(each.created, 'Etc/UTC'),
          effective_at: timeOf(each.created, parameters.timezone ?? 'Etc/UTC'),
        })),
  },
  {
    id: 'payouts.summary.1',
    name: 'Payouts summary',
    columns: ['reporting_category', ...SUMS],
    rows: (transactions, parameters) => summed(within(transactions, parameters).filter(isPayout)),
  },
]

/** Returns the text of a report, with its columns in the first line. */
export function csvOf(
  { rows }: Pick<PaymentsContext, 'rows'>,
  account: string,
  { columns, rows: rowsOf }: ReportType,
  parameters: ReportParameters,
): string {
  const { currency, reportingCategory: category } = parameters
  const own = [...rows.balanceTransactions.scan('all', [parameters.connectedAccount ?? account])].filter(
    (each) =>
      (currency === null || each.currency === currency) && (category === null || each.reportingCategory === category),
  )
  const shown = parameters.columns ?? columns
  const lines = rowsOf(own, parameters).map((row) => shown.map((column) => quoted(row[column] ?? '')).join(','))
  return `${[shown.map(quoted).join(','), ...lines].join('\n')}\n`
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

function within(
  transactions: readonly BalanceTransaction[],
  { intervalStart, intervalEnd }: ReportParameters,
): readonly BalanceTransaction[] {
  return transactions.filter(({ created }) => created >= intervalStart && created < intervalEnd)
}

function itemOf(transaction: BalanceTransaction, { timezone }: ReportParameters): ReportRow {
  const { amount, availableOn, created, currency, description, fee, net, source } = transaction
  const zone = timezone ?? 'Etc/UTC'
  return {
    balance_transaction_id: transaction.id,
    created_utc: timeOf(created, 'Etc/UTC'),
    created: timeOf(created, zone),
    available_on_utc: timeOf(availableOn, 'Etc/UTC'),
    available_on: timeOf(availableOn, zone),
    currency,
    gross: majorUnits(amount, currency),
    fee: majorUnits(fee, currency),
    net: majorUnits(net, currency),
    reporting_category: transaction.reportingCategory,
    source_id: source ?? '',
    description: description ?? '',
  }
}

/** Returns transactions by the key that they have in common, in the order of the first of each. */
function grouped(
  transactions: readonly BalanceTransaction[],
  keyOf: (transaction: BalanceTransaction) => string,
): ReadonlyMap<string, readonly BalanceTransaction[]> {
  const groups = new Map<string, BalanceTransaction[]>()
  for (const each of transactions) {
    const group = groups.get(keyOf(each))
    if (group === undefined) groups.set(keyOf(each), [each])
    else group.push(each)
  }
  return groups
}

/** Returns the sums by category and currency, in the order in which they first occur. */
function summed(transactions: readonly BalanceTransaction[]): readonly ReportRow[] {
  const groups = grouped(transactions, ({ reportingCategory, currency }) => `${reportingCategory} ${currency}`)
  return [...groups].map(([key, group]) => {
    const [category = '', currency = ''] = key.split(' ')
    return {
      reporting_category: category,
      currency,
      count: String(group.length),
      gross: majorUnits(sumOf(group, 'amount'), currency),
      fee: majorUnits(sumOf(group, 'fee'), currency),
      net: majorUnits(sumOf(group, 'net'), currency),
    }
  })
}

/** Returns the balance at the start and at the end of a period, and what lies between, for each currency. */
function balanceSummary(
  transactions: readonly BalanceTransaction[],
  parameters: ReportParameters,
): readonly ReportRow[] {
  const { intervalStart, intervalEnd } = parameters
  return [...grouped(transactions, ({ currency }) => currency)].flatMap(([currency, own]) => {
    const before = own.filter(({ created }) => created < intervalStart)
    const [payouts, activity] = [isPayout, (each: BalanceTransaction) => !isPayout(each)].map((part) =>
      sumOf(within(own, parameters).filter(part), 'net'),
    )
    const amounts = [
      ['starting_balance', 'Starting balance', sumOf(before, 'net')],
      ['activity', 'Net balance change from activity', activity ?? 0],
      ['payouts', 'Net payouts', payouts ?? 0],
      [
        'ending_balance',
        'Ending balance',
        sumOf(
          own.filter(({ created }) => created < intervalEnd),
          'net',
        ),
      ],
    ] as const
    return amounts.map(([category, description, amount]) => ({
      category,
      description,
      net_amount: majorUnits(amount, currency),
      currency,
    }))
  })
}

function sumOf(transactions: readonly BalanceTransaction[], member: 'amount' | 'fee' | 'net'): number {
  return transactions.reduce((sum, each) => sum + each[member], 0)
}

/** Returns an amount as the vendor writes it for people: `10.00`. */
function majorUnits(amount: number, currency: string): string {
  const decimals = decimalsOf(currency)
  return (amount / 10 ** decimals).toFixed(decimals)
}

/** Returns a moment in a time zone: `2026-01-01 12:00:00`. */
function timeOf(seconds: number, timeZone: string): string {
  return new Date(seconds * 1000).toLocaleString('sv-SE', { timeZone })
}
