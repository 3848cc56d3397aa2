import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { EVENT_TYPES } from '#payments/schema/event-types.ts'

/** The types of events that never happen here, each with its reason. */
const NEVER: Readonly<Record<string, string>> = {
  'customer.discount.updated': 'the discount of a customer is never replaced by another',
  'customer.source.expiring': 'no time comes near the end of a card',
  'invoice.payment_attempt_required': 'invoices are paid by payment intents of the vendor only',
  'payment_method.automatically_updated': 'no card network replaces a card',
  'test_helpers.test_clock.internal_failure': 'a test clock does not fail',
  'topup.reversed': 'no bank takes money back',
}

const SERVICE = join(import.meta.dirname, '..')

/** The files that emit: all but tests and the list itself. */
const SOURCES = readdirSync(SERVICE, { recursive: true, encoding: 'utf8' })
  .filter((path) => /(?<!\.test|\.fixture|\.generated)\.ts$/.test(path) && !path.endsWith('event-types.ts'))
  .map((path) => readFileSync(join(SERVICE, path), 'utf8'))
  .join('\n')

/** True where the sources name a type: whole, or as the end of a schedule (`subscription_schedule.${outcome}`). */
function isEmitted(type: string): boolean {
  if (SOURCES.includes(`'${type}'`)) return true
  const [, outcome] = /^subscription_schedule\.(\w+)$/.exec(type) ?? []
  return outcome !== undefined && /`subscription_schedule\.\$\{/.test(SOURCES) && SOURCES.includes(`'${outcome}'`)
}

describe('the types of events', () => {
  it('are emitted, but for those that never happen, each for a reason', () => {
    expect(EVENT_TYPES.filter((type) => !isEmitted(type)).toSorted()).toEqual(Object.keys(NEVER).toSorted())
  })

  it('that never happen are named by the docs', () => {
    const docs = readFileSync('docs/payments.md', 'utf8')
    expect(Object.keys(NEVER).filter((type) => !docs.includes(`\`${type}\``))).toEqual([])
  })
})
