import { expect, it } from 'vitest'
import { nextTime, readCron } from './cron.ts'

const after = Date.parse('2026-11-30T23:59:30Z')
const next = (text: string): string | null => {
  const cron = readCron(text)
  const at = cron === null ? null : nextTime(cron, after)
  return at === null ? null : new Date(at).toISOString().slice(0, 16)
}

it.for([
  ['* * * * *', '2026-12-01T00:00'],
  ['*/15 * * * *', '2026-12-01T00:00'],
  ['5/20 3 * * *', '2026-12-01T03:05'],
  ['30 5,17 * * *', '2026-12-01T05:30'],
  ['0 9-17/4 * * MON-FRI', '2026-12-01T09:00'],
  ['0 0 * * 0', '2026-12-06T00:00'],
  ['0 0 13 * FRI', '2026-12-04T00:00'],
  ['0 0 1 jan *', '2027-01-01T00:00'],
  ['0 0 29 2 *', '2028-02-29T00:00'],
  ['0 0 31 2 *', null],
] as const)('the schedule %s comes next at %s', ([text, at]) => {
  expect(next(text)).toBe(at)
})

it.for(['', '* * * *', '60 * * * *', '* * 0 * *', '@daily', 'a * * * *', '5-1 * * * *', '*/0 * * * *', '* * * * 7'])(
  'a text such as %j is no schedule',
  (text) => {
    expect(readCron(text)).toBeNull()
  },
)
