import type { PaymentsContext } from '#payments/call.ts'
import type { Account } from '#payments/schema/connect.ts'

const PERSON = ['first_name', 'last_name', 'email', 'dob.day', 'dob.month', 'dob.year']

/** Returns what the vendor asks of a new account, as `requirements.currently_due` names it. */
export function requirementsOf(businessType: string | null): readonly string[] {
  const subject = businessType === 'individual' ? 'individual' : 'representative'
  return [
    'business_profile.mcc',
    'business_profile.url',
    ...(businessType === null ? ['business_type'] : []),
    'external_account',
    ...PERSON.map((name) => `${subject}.${name}`),
    'tos_acceptance.date',
    'tos_acceptance.ip',
  ]
}

/** The parameters of a request, or a part of them. */
type Given = Readonly<Record<string, unknown>>

/** Returns the requirements that parameters do not meet. */
export function stillDue(due: readonly string[], given: Given): readonly string[] {
  return due.filter((path) => {
    const value = path.split('.').reduce<unknown>((part, name) => (part as Given | undefined)?.[name], given)
    return value === undefined || value === null || value === ''
  })
}

/**
 * Notes what an account has told. One that has told everything may take payments and be paid: emits `account.updated`,
 * and `capability.updated` for each capability that becomes active.
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
  const done = due.length === 0
  const after = context.rows.accounts.update(before.id, {
    due,
    ...(done ? { chargesEnabled: true, payoutsEnabled: true, detailsSubmitted: true } : {}),
    ...(done ? { capabilities: activated(before.capabilities) } : {}),
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
