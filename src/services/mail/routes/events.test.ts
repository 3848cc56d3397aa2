import { describe, expect } from 'vitest'
import { dataOf, mailTest, resendOf, type RunningMail } from '#mail/mail.fixture.ts'

const it = mailTest()

const resend = (mail: RunningMail) => resendOf(mail)
const create = (mail: RunningMail, fields: Parameters<ReturnType<typeof resendOf>['events']['create']>[0]) =>
  dataOf(resend(mail).events.create(fields))

describe('events', () => {
  it('are created, read by id and by name, listed, updated and deleted', async ({ mail }) => {
    const { object, id } = await create(mail, { name: 'user.created', schema: { plan: 'string' } })
    expect(object).toBe('event')
    const event = {
      id,
      name: 'user.created',
      schema: { plan: 'string' },
      created_at: '2026-01-01 12:00:00+00',
      updated_at: null,
    }
    expect(await dataOf(resend(mail).events.get(id))).toEqual({ object: 'event', ...event })
    expect(await dataOf(resend(mail).events.get('user.created'))).toMatchObject({ id })
    expect(await dataOf(resend(mail).events.list())).toEqual({ object: 'list', has_more: false, data: [event] })

    mail.clock.advance('1m')
    expect(await dataOf(resend(mail).events.update('user.created', { schema: null }))).toEqual({ object: 'event', id })
    expect(await dataOf(resend(mail).events.get(id))).toMatchObject({
      schema: null,
      updated_at: '2026-01-01 12:01:00+00',
    })
    expect(await dataOf(resend(mail).events.remove(id))).toEqual({ object: 'event', id, deleted: true })
    expect((await resend(mail).events.get(id)).error).toMatchObject({ name: 'not_found', message: 'Event not found' })
  })

  it('have names of their own, without the prefix of the vendor', async ({ mail }) => {
    await create(mail, { name: 'user.created' })
    expect((await resend(mail).events.create({ name: 'user.created' })).error).toMatchObject({ statusCode: 409 })
    expect((await resend(mail).events.create({ name: 'resend:sent' })).error).toMatchObject({ statusCode: 422 })
    expect((await resend(mail).events.create({ name: '' })).error).toMatchObject({ statusCode: 422 })
  })

  it('are sent for a contact or an address, but not for both or neither', async ({ mail }) => {
    const { id } = await dataOf(resend(mail).contacts.create({ email: 'ada@example.com' }))
    const sent = { object: 'event', event: 'user.created' }
    expect(await dataOf(resend(mail).events.send({ event: 'user.created', contactId: id }))).toEqual(sent)
    expect(await dataOf(resend(mail).events.send({ event: 'user.created', email: 'bob@example.com' }))).toEqual(sent)
    const refused = async (subject: object) => {
      const { error } = await resend(mail).events.send({ event: 'user.created', ...subject } as never)
      return error?.statusCode
    }
    expect(await refused({})).toBe(422)
    expect(await refused({ contactId: id, email: 'ada@example.com' })).toBe(422)
    expect(await refused({ contactId: '7f2e4a3b-dfbc-4e9a-8b2c-5f3a1d6e7c8b' })).toBe(404)
    expect(await refused({ email: 'ada' })).toBe(422)
  })

  it.for([
    [{ amount: '12.5', at: '2026-01-31', vip: 'true', note: 7, more: [1] }, 202],
    [{ amount: 'much' }, 422],
    [{ at: 'soon' }, 422],
    [{ vip: 'perhaps' }, 422],
    [{ note: { text: 'a' } }, 422],
  ] as const)('with a schema take the payload %j with %i', async ([payload, status], { mail }) => {
    await create(mail, {
      name: 'order.paid',
      schema: { amount: 'number', at: 'date', vip: 'boolean', note: 'string' },
    })
    const answer = await mail.fetch(`${mail.url}/events/send`, {
      method: 'POST',
      headers: { authorization: 'Bearer re_test', 'content-type': 'application/json' },
      body: JSON.stringify({ event: 'order.paid', email: 'ada@example.com', payload }),
    })
    expect(answer.status).toBe(status)
  })
})
