/** The version of the API that added a member, by kind of object and member. Members of the oldest version that backlot speaks are not listed. */
const SINCE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'checkout.session': { allowed_payment_method_types: '2026-10-28', managed_payments: '2026-08-26' },
  payment_link: { managed_payments: '2026-08-26' },
}

/**
 * Returns an object of the API as a version of the API has it: without the members that later versions added. `version` is that of
 * `Stripe-Version`. The object itself where nothing is to be left out.
 */
export function inVersion<T>(value: T, version: string): T {
  const date = version.slice(0, 10)
  const isNewest = !Object.values(SINCE).some((members) => Object.values(members).some((since) => date < since))
  return isNewest ? value : (without(value, date) as T) // only members of the kinds above are left out
}

function without(value: unknown, date: string): unknown {
  if (Array.isArray(value)) return value.map((each) => without(each, date))
  if (typeof value !== 'object' || value === null) return value
  const { object } = value as { readonly object?: unknown }
  const since = typeof object === 'string' ? SINCE[object] : undefined
  const entries = Object.entries(value).filter(([name]) => since?.[name] === undefined || date >= since[name])
  return Object.fromEntries(entries.map(([name, each]) => [name, without(each, date)]))
}
