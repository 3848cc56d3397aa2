import type { PaymentsContext } from '#payments/call.ts'
import type { Account } from '#payments/schema/connect.ts'

const PERSON = ['first_name', 'last_name', 'email', 'dob.day', 'dob.month', 'dob.year']

const ADDRESS = ['address.city', 'address.line1', 'address.postal_code']

/** The details that the vendor asks of individuals by country, beside their names, their birth and {@link ADDRESS}. */
const INDIVIDUALS: Readonly<Record<string, readonly string[]>> = {
  AU: ['address.state', 'phone'],
  CA: ['address.state'],
  GB: ['phone'],
  US: ['address.state', 'phone', 'ssn_last_4'],
}

/** Returns what the vendor asks of a new account, as `requirements.currently_due` names it. */
export function requirementsOf(businessType: string | null, country: string): readonly string[] {
  const isIndividual = businessType === 'individual'
  const subject = isIndividual ? 'individual' : 'representative'
  const ofIndividual = isIndividual ? [...ADDRESS, ...(INDIVIDUALS[country] ?? [])] : []
  return [
    'business_profile.mcc',
    'business_profile.url',
    ...(businessType === null ? ['business_type'] : []),
    'external_account',
    ...[...PERSON, ...ofIndividual].map((name) => `${subject}.${name}`),
    'tos_acceptance.date',
    'tos_acceptance.ip',
  ].sort()
}

/** The parameters of a request, or a part of them. */
type Given = Readonly<Record<string, unknown>>

/** Returns the requirements that parameters do not meet. */
export function stillDue(due: readonly string[], given: Given): readonly string[] {
  return due.filter((path) => {
    const [told, instead] = ALTERNATIVES.find(([end]) => path.endsWith(end)) ?? []
    const isMet = told !== undefined && instead !== undefined && !isMissing(given, path.replace(told, instead))
    return isMissing(given, path) && !isMet
  })
}

/** Ends of what is due, with what meets it too: a whole number has its last digits in it. */
const ALTERNATIVES: readonly (readonly [end: string, instead: string])[] = [
  ['.ssn_last_4', '.id_number'],
  ['.mcc', '.product_description'],
]

function isMissing(given: Given, path: string): boolean {
  const value = path.split('.').reduce<unknown>((part, name) => (part as Given | undefined)?.[name], given) // a hash
  return value === undefined || value === null || value === ''
}

/** Returns whether what is due keeps an account from taking payments: a missing bank keeps it from payouts only. */
export function restrictsCapabilities(due: readonly string[]): boolean {
  return due.some((name) => name !== 'external_account')
}

/** Returns what an account may do while something is due. */
export function standingOf(
  due: readonly string[],
): Pick<Account, 'chargesEnabled' | 'detailsSubmitted' | 'payoutsEnabled'> {
  const isDone = due.length === 0
  return { chargesEnabled: !restrictsCapabilities(due), detailsSubmitted: isDone, payoutsEnabled: isDone }
}

/**
 * Notes what an account has told. One that has told everything but its bank may take payments, and with its bank it may
 * be paid: emits `account.updated`, and `capability.updated` for each capability that becomes active.
 */
export function noteGiven(context: PaymentsContext, id: string, given: Given): void {
  const before = context.rows.accounts.require(id)
  if (before.due.length === 0) return
  const due = stillDue(before.due, given)
  if (due.length < before.due.length) changeDue(context, before, due)
}

/** Ends the onboarding of an account, as if it had told everything. */
export function finishOnboarding(context: PaymentsContext, id: string): void {
  const before = context.rows.accounts.require(id)
  if (before.due.length > 0) changeDue(context, before, [])
}

function changeDue(context: PaymentsContext, before: Account, due: readonly string[]): void {
  const after = context.rows.accounts.update(before.id, {
    due,
    ...standingOf(due),
    ...(restrictsCapabilities(due) ? {} : { capabilities: activated(before.capabilities) }),
  })
  context.emit({ type: 'account.updated', kind: 'account', row: after, before })
  for (const [name, status] of Object.entries(after.capabilities)) {
    if (before.capabilities[name] === status) continue
    const { id: account, created: requestedAt } = after
    const capability = { account, name, requestedAt }
    context.emit({
      type: 'capability.updated',
      kind: 'capability',
      row: { ...capability, status },
      before: { ...capability, status: before.capabilities[name] ?? 'unrequested' },
    })
  }
}

function activated(capabilities: Account['capabilities']): Account['capabilities'] {
  return Object.fromEntries(
    Object.entries(capabilities).map(([name, status]) => [name, status === 'pending' ? 'active' : status]),
  )
}
