import { describe, expect } from 'vitest'
import { dataOf, resend4Of, resendOf, mailTest, type RunningMail } from '#mail/mail.fixture.ts'

const it = mailTest()

const hello = { from: 'Acme <hello@acme.test>', to: 'ada@lovelace.test', subject: 'Hello', text: 'Hello, Ada.' }
const schedule = async (mail: RunningMail, scheduledAt: string) =>
  (await dataOf(resendOf(mail).emails.send({ ...hello, scheduledAt }))).id
const emailAt = async (mail: RunningMail, id: string) => {
  const { last_event, scheduled_at } = await dataOf(resendOf(mail).emails.get(id))
  return [last_event, scheduled_at]
}

describe('a scheduled email', () => {
  it('is sent when the clock reaches its time, and not before', async ({ mail }) => {
    const id = await schedule(mail, '2026-01-01T13:00:00.000Z')
    expect(await emailAt(mail, id)).toEqual(['scheduled', '2026-01-01 13:00:00+00'])
    mail.clock.advance('59m 59s')
    expect(await emailAt(mail, id)).toEqual(['scheduled', '2026-01-01 13:00:00+00'])
    mail.clock.advance('1s')
    expect(await emailAt(mail, id)).toEqual(['delivered', '2026-01-01 13:00:00+00'])
  })

  // The clock is set to Thursday, 2026-01-01 12:00 UTC.
  it.for([
    ['in 1 hour', '2026-01-01T13:00:00'],
    ['in 90 seconds', '2026-01-01T12:01:30'],
    ['tomorrow at 9am', '2026-01-02T09:00:00'],
    ['Friday at 3pm', '2026-01-02T15:00:00'],
    ['next week', '2026-01-08T12:00:00'],
    ['2026-01-02', '2026-01-02T00:00:00'],
    ['2026-01-02T10:00:00', '2026-01-02T10:00:00'],
    ['2026-01-02T10:00:00+02:00', '2026-01-02T08:00:00'],
    ['2026-01-02T10:00:00+02', '2026-01-02T08:00:00'],
    ['2026-01-02 10:00:00.000000+00', '2026-01-02T10:00:00'],
  ] as const)('understands %s, in UTC and from the clock on', async ([text, expected], { mail }) => {
    expect(await emailAt(mail, await schedule(mail, text))).toEqual(['scheduled', `${expected.replace('T', ' ')}+00`])
  })

  it('is sent at once when its time has passed', async ({ mail }) => {
    expect(await emailAt(mail, await schedule(mail, '2026-01-01T11:59:00Z'))).toEqual([
      'delivered',
      '2026-01-01 11:59:00+00',
    ])
  })

  it('is refused for a day that does not exist', async ({ mail }) => {
    mail.clock.set('2026-02-10T12:00:00Z')
    for (const scheduledAt of ['2026-02-30', '2026-02-30T10:00:00Z']) {
      const { error } = await resendOf(mail).emails.send({ ...hello, scheduledAt })
      expect(error).toMatchObject({
        statusCode: 422,
        message: expect.stringContaining('Invalid `scheduled_at` field.'),
      })
    }
  })

  it.for(['when pigs fly', '2026-13-45', 'in 31 days', '2026-02-01T00:00:00Z'])(
    'is refused for %s',
    async (text, { mail }) => {
      const { error } = await resendOf(mail).emails.send({ ...hello, scheduledAt: text })
      expect(error).toMatchObject({ statusCode: 422, name: 'validation_error' })
      expect((await dataOf(resendOf(mail).emails.list())).data).toEqual([])
    },
  )

  it('is moved to a later and to an earlier time', async ({ mail }) => {
    const id = await schedule(mail, 'in 1 hour')
    expect(await dataOf(resendOf(mail).emails.update({ id, scheduledAt: 'in 2 hours' }))).toEqual({
      object: 'email',
      id,
    })
    mail.clock.advance('1h')
    expect(await emailAt(mail, id)).toEqual(['scheduled', '2026-01-01 14:00:00+00'])
    await dataOf(resend4Of(mail).emails.update({ id, scheduledAt: '2026-01-01T13:10:00Z' }))
    mail.clock.advance('10m')
    expect(await emailAt(mail, id)).toEqual(['delivered', '2026-01-01 13:10:00+00'])
  })

  it('is canceled, and then never sent', async ({ mail }) => {
    const id = await schedule(mail, 'in 1 hour')
    expect(await dataOf(resendOf(mail).emails.cancel(id))).toEqual({ object: 'email', id })
    mail.clock.advance('2h')
    expect(await emailAt(mail, id)).toEqual(['canceled', '2026-01-01 13:00:00+00'])
    expect((await resend4Of(mail).emails.cancel(id)).error).toMatchObject({ name: 'validation_error' })
  })

  it('can be neither canceled nor moved once it was sent', async ({ mail }) => {
    const { id } = await dataOf(resendOf(mail).emails.send(hello))
    const canceled = await resendOf(mail).emails.cancel(id)
    expect(canceled.error).toEqual({
      statusCode: 422,
      message: 'Only scheduled emails can be canceled; this one is delivered.',
      name: 'validation_error',
    })
    const moved = await resendOf(mail).emails.update({ id, scheduledAt: 'in 1 hour' })
    expect(moved.error).toMatchObject({ statusCode: 422, name: 'validation_error' })
    const missing = '61cda979-919d-4b9d-9638-c148b93ff410'
    expect((await resendOf(mail).emails.cancel(missing)).error?.name).toBe('not_found')
    expect((await resendOf(mail).emails.update({ id: missing, scheduledAt: 'in 1 hour' })).error?.name).toBe(
      'not_found',
    )
  })

  it('is removed by a reset, and restored by a snapshot', async ({ mail }) => {
    const id = await schedule(mail, 'in 1 hour')
    const snapshot = mail.snapshot()
    mail.reset()
    mail.clock.advance('2h')
    expect((await dataOf(resendOf(mail).emails.list())).data).toEqual([])
    mail.restore(snapshot)
    mail.clock.advance('1h')
    expect(await emailAt(mail, id)).toEqual(['delivered', '2026-01-01 13:00:00+00'])
  })
})
