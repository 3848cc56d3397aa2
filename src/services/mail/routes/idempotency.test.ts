import { describe, expect } from 'vitest'
import { dataOf, resend4Of, resendOf, mailTest, type RunningMail } from '#mail/mail.fixture.ts'

const it = mailTest()

const hello = { from: 'Acme <hello@acme.test>', to: 'ada@lovelace.test', subject: 'Hello', text: 'Hello, Ada.' }
const send = (mail: RunningMail, key: string, changes = {}) =>
  resendOf(mail).emails.send({ ...hello, ...changes }, { idempotencyKey: key })
const sent = async (mail: RunningMail) => (await dataOf(resendOf(mail).emails.list())).data.length

describe('an idempotency key', () => {
  it('makes a repeated request return the same answer and send once', async ({ mail }) => {
    const first = await dataOf(send(mail, 'welcome/1'))
    expect(await dataOf(send(mail, 'welcome/1'))).toEqual(first)
    expect(await dataOf(resend4Of(mail).emails.send(hello, { idempotencyKey: 'welcome/1' }))).toEqual(first)
    expect(await sent(mail)).toBe(1)
    expect(await dataOf(send(mail, 'welcome/2'))).not.toEqual(first)
    expect(await sent(mail)).toBe(2)
  })

  it('makes a repeated request return the same answer when its template is gone', async ({ mail }) => {
    const { templates } = resendOf(mail)
    const { id } = await dataOf(templates.create({ name: 'Hello', subject: 'Hello', html: '<p>Hello</p>' }))
    await dataOf(templates.publish(id))
    const request = () =>
      resendOf(mail).emails.send({ from: hello.from, to: hello.to, template: { id } }, { idempotencyKey: 'welcome/1' })
    const batch = () =>
      resendOf(mail).batch.send([{ from: hello.from, to: hello.to, template: { id } }], { idempotencyKey: '2' })
    const [one, several] = [await dataOf(request()), await dataOf(batch())]
    await dataOf(templates.remove(id))
    expect(await dataOf(request())).toEqual(one)
    expect(await dataOf(batch())).toEqual(several)
    expect(await sent(mail)).toBe(2)
  })

  it('refuses another request', async ({ mail }) => {
    await dataOf(send(mail, 'welcome/1'))
    const { error } = await send(mail, 'welcome/1', { subject: 'Hello again' })
    expect(error).toEqual({
      statusCode: 409,
      message: 'Same idempotency key used with a different request payload.',
      name: 'invalid_idempotent_request',
    })
    expect(await sent(mail)).toBe(1)
  })

  it('refuses the same batch with another validation mode', async ({ mail }) => {
    const batch = (batchValidation: 'strict' | 'permissive') =>
      resendOf(mail).batch.send([hello, hello], { idempotencyKey: 'welcome/1', batchValidation })
    await dataOf(batch('permissive'))
    expect((await batch('strict')).error).toMatchObject({ statusCode: 409, name: 'invalid_idempotent_request' })
    expect((await batch('permissive')).error).toBeNull()
    expect(await sent(mail)).toBe(2)
  })

  it('works for a batch, and separately for each operation', async ({ mail }) => {
    const batch = () => resendOf(mail).batch.send([hello, hello], { idempotencyKey: 'welcome/1' })
    const first = await dataOf(batch())
    expect(await dataOf(batch())).toEqual(first)
    expect(await sent(mail)).toBe(2)
    await dataOf(send(mail, 'welcome/1'))
    expect(await sent(mail)).toBe(3)
  })

  it('is forgotten after 24 hours', async ({ mail }) => {
    const first = await dataOf(send(mail, 'welcome/1'))
    mail.clock.advance('23h 59m')
    expect(await dataOf(send(mail, 'welcome/1'))).toEqual(first)
    mail.clock.advance('1m')
    expect(await dataOf(send(mail, 'welcome/1', { subject: 'Another' }))).not.toEqual(first)
    expect(await sent(mail)).toBe(2)
  })

  it('may be used again after a refusal', async ({ mail }) => {
    expect((await send(mail, 'welcome/1', { to: 'nobody' })).error?.name).toBe('validation_error')
    await dataOf(send(mail, 'welcome/1'))
    expect(await sent(mail)).toBe(1)
  })

  it('has 1 to 256 characters', async ({ mail }) => {
    expect((await send(mail, 'k'.repeat(256))).error).toBeNull()
    const tooLong = await send(mail, 'k'.repeat(257))
    expect(tooLong.error).toEqual({
      statusCode: 400,
      message: 'The key must be between 1-256 chars.',
      name: 'invalid_idempotency_key',
    })
    const empty = await mail.fetch('http://mail/emails', {
      method: 'POST',
      headers: { authorization: 'Bearer re_test', 'idempotency-key': '' },
      body: JSON.stringify(hello),
    })
    expect(empty.status).toBe(400)
    expect(await sent(mail)).toBe(1)
  })

  it('sends once when requests come at the same time', async ({ mail }) => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => dataOf(send(mail, 'welcome/1', { scheduledAt: 'in 1 hour' }))),
    )
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await sent(mail)).toBe(1)
  })

  it('is in use when a fault says so', async ({ mail }) => {
    mail.faults.add({ path: '/emails', code: 'concurrent_idempotent_requests', times: 1 })
    expect((await send(mail, 'welcome/1')).error).toEqual({
      statusCode: 409,
      message: 'Same idempotency key used while original request is still in progress.',
      name: 'concurrent_idempotent_requests',
    })
    expect((await send(mail, 'welcome/1')).error).toBeNull()
  })
})
