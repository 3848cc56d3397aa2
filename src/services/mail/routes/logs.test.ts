import { describe, expect } from 'vitest'
import { dataOf, mailTest, resendOf, type RunningMail } from '#mail/mail.fixture.ts'

const it = mailTest()

const hello = { from: 'Acme <hello@acme.test>', to: 'ada@example.com', subject: 'Hello', text: 'Hello, Ada.' }
const send = async (mail: RunningMail) => (await dataOf(resendOf(mail).emails.send(hello))).id

describe('the logs', () => {
  it('list the requests to the API, newest first', async ({ mail }) => {
    const { logs, emails } = resendOf(mail)
    const id = await send(mail)
    mail.clock.advance('1m')
    await emails.get(id)
    const { data, has_more: more } = await dataOf(logs.list())
    const common = { id: expect.any(String) as string, user_agent: expect.stringMatching(/^resend-node:/) as string }
    expect([data, more]).toEqual([
      [
        {
          ...common,
          created_at: '2026-01-01 12:01:00+00',
          endpoint: `/emails/${id}`,
          method: 'GET',
          response_status: 200,
        },
        { ...common, created_at: '2026-01-01 12:00:00+00', endpoint: '/emails', method: 'POST', response_status: 200 },
      ],
      false,
    ])
    const [listed] = (await dataOf(logs.list({ limit: 1 }))).data
    expect(listed).toMatchObject({ endpoint: '/logs', method: 'GET' })
  })

  it('have pages', async ({ mail }) => {
    const { logs } = resendOf(mail)
    const ids = [await send(mail), await send(mail), await send(mail)]
    const sent = (await dataOf(logs.list())).data
    expect(sent).toHaveLength(ids.length)
    const after = await dataOf(logs.list({ limit: 1, after: sent[0]?.id ?? '' }))
    expect([after.data, after.has_more]).toEqual([[sent[1]], true])
    const before = await dataOf(logs.list({ limit: 5, before: sent[1]?.id ?? '' }))
    expect(before.data.at(-1)).toEqual(sent[0])
  })

  it('lack the inbox, and requests without a valid key', async ({ mail }) => {
    await fetch(`${mail.url}/inbox`)
    await fetch(`${mail.url}/emails`)
    await resendOf(mail, 'wrong').emails.list()
    expect((await dataOf(resendOf(mail).logs.list())).data).toEqual([])
  })
})

describe('a log', () => {
  it('has what the request and its answer say', async ({ mail }) => {
    const { logs, emails, domains } = resendOf(mail)
    const id = await send(mail)
    const refused = await emails.send({ ...hello, to: 'nobody' })
    await domains.list()
    const [listed, invalid, sent] = (await dataOf(logs.list())).data
    expect(await dataOf(logs.get(sent?.id ?? ''))).toEqual({
      object: 'log',
      ...sent,
      request_body: expect.objectContaining({ ...hello }) as object,
      response_body: { id },
    })
    expect(await dataOf(logs.get(invalid?.id ?? ''))).toMatchObject({
      response_status: 422,
      response_body: { name: refused.error?.name, message: refused.error?.message },
    })
    expect(await dataOf(logs.get(listed?.id ?? ''))).toMatchObject({
      request_body: null,
      response_body: { object: 'list' },
    })
  })

  it('is not found by an id that no request has', async ({ mail }) => {
    const { logs } = resendOf(mail)
    await fetch(`${mail.url}/inbox`)
    for (const number of ['000000000001', '0000000000ff', '000000000000']) {
      const { error } = await logs.get(`00000000-0000-4000-8000-${number}`)
      expect(error).toMatchObject({ statusCode: 404, name: 'not_found' })
    }
    const [log] = (await dataOf(logs.list())).data
    expect((await logs.get(log?.id.replace(/^0/, '1') ?? '')).error?.statusCode).toBe(404)
    expect((await logs.get('first')).error?.statusCode).toBe(422)
  })
})
