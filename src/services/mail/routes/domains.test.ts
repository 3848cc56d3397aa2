import { afterAll, describe, expect } from 'vitest'
import {
  dataOf,
  receiveEvents,
  resend4Of,
  resendOf,
  startMail,
  mailTest,
  type RunningMail,
} from '#mail/mail.fixture.ts'

const receiver = await receiveEvents()
const TYPES = ['domain.created', 'domain.updated', 'domain.deleted'] as const
const it = mailTest({ seed: { mail: { webhooks: [{ url: receiver.url, events: [...TYPES] }] } } })

afterAll(() => receiver[Symbol.asyncDispose]())
it.afterEach(async ({ mail }) => {
  // Otherwise deliveries of this test would arrive during the next one.
  await mail.webhooks.settled()
  receiver.received.length = 0
})

const create = (mail: RunningMail, name: string) => dataOf(resendOf(mail).domains.create({ name }))
const get = (mail: RunningMail, id: string) => dataOf(resendOf(mail).domains.get(id))
const events = async (mail: RunningMail) => {
  await mail.webhooks.settled()
  return receiver.received.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> })
}

describe('a domain', () => {
  it('is created with the records that its DNS needs', async ({ mail }) => {
    const domain = await create(mail, 'Acme.test')
    expect(domain).toEqual({
      id: expect.any(String) as string,
      name: 'acme.test',
      created_at: '2026-01-01 12:00:00+00',
      status: 'not_started',
      capabilities: { sending: 'enabled', receiving: 'disabled' },
      open_tracking: false,
      click_tracking: false,
      records: [
        {
          record: 'SPF',
          name: 'send',
          type: 'MX',
          ttl: 'Auto',
          status: 'not_started',
          value: 'feedback-smtp.us-east-1.amazonses.com',
          priority: 10,
        },
        {
          record: 'SPF',
          name: 'send',
          type: 'TXT',
          ttl: 'Auto',
          status: 'not_started',
          value: '"v=spf1 include:amazonses.com ~all"',
        },
        {
          record: 'DKIM',
          name: 'resend._domainkey',
          type: 'TXT',
          ttl: 'Auto',
          status: 'not_started',
          value: expect.stringMatching(/^p=MIGfMA0GCSq[A-Za-z0-9+/]+AQAB$/) as string,
        },
      ],
      region: 'us-east-1',
    })
    const { records, region, ...rest } = domain
    expect(await get(mail, domain.id)).toEqual({ object: 'domain', ...rest, records, region })
  })

  it('has records below its subdomain, of its region, and for receiving and tracking', async ({ mail }) => {
    const { records } = await dataOf(
      resendOf(mail).domains.create({
        name: 'mail.acme.test',
        region: 'eu-west-1',
        customReturnPath: 'bounces',
        trackingSubdomain: 'links',
        capabilities: { sending: 'enabled', receiving: 'enabled' },
      }),
    )
    expect(records.map(({ record, type, name, value }) => [record, type, name, value.slice(0, 36)])).toEqual([
      ['SPF', 'MX', 'bounces.mail', 'feedback-smtp.eu-west-1.amazonses.co'],
      ['SPF', 'TXT', 'bounces.mail', '"v=spf1 include:amazonses.com ~all"'],
      ['DKIM', 'TXT', 'resend._domainkey.mail', expect.stringMatching(/^p=MIG/)],
      ['Receiving', 'MX', 'mail', 'inbound-smtp.eu-west-1.amazonaws.com'],
      ['Tracking', 'CNAME', 'links.mail.acme.test', 'links1.resend-dns.com'],
    ])
  })

  it.for([
    ['acme.test', 'send', '@'],
    ['mail.acme.test', 'send.mail', 'mail'],
    ['acme.co.uk', 'send', '@'],
    ['eu.mail.acme.com.br', 'send.eu.mail', 'eu.mail'],
  ] as const)('named %s has its records below what is registered', async ([name, spf, receiving], { mail }) => {
    const capabilities = { sending: 'enabled', receiving: 'enabled' } as const
    const { records } = await dataOf(resendOf(mail).domains.create({ name, capabilities }))
    expect([records[0]?.name, records[3]?.name]).toEqual([spf, receiving])
  })

  it('that is partially verified says which record is missing', async () => {
    await using seeded = await startMail({
      seed: {
        mail: {
          domains: [
            { name: 'a.test', status: 'partially_verified' },
            { name: 'b.test', status: 'partially_failed' },
          ],
        },
      },
    })
    const { data } = await dataOf(resendOf(seeded).domains.list())
    const statuses = await Promise.all(
      data.map(async ({ id }) => (await dataOf(resendOf(seeded).domains.get(id))).records.map(({ status }) => status)),
    )
    expect(statuses).toEqual([
      ['verified', 'verified', 'failed'],
      ['verified', 'verified', 'pending'],
    ])
  })

  it('is created once, in a known region', async ({ mail }) => {
    await create(mail, 'acme.test')
    const again = await resendOf(mail).domains.create({ name: 'ACME.test' })
    expect(again.error).toEqual({
      statusCode: 403,
      message: 'The acme.test domain has been registered already.',
      name: 'validation_error',
    })
    const nowhere = await resendOf(mail).domains.create({ name: 'other.test', region: 'mars' as never })
    expect(nowhere.error).toMatchObject({ statusCode: 422, name: 'invalid_region' })
    const noDomain = await resendOf(mail).domains.create({ name: 'acme' })
    expect(noDomain.error).toMatchObject({ statusCode: 422, name: 'validation_error' })
    expect((await dataOf(resendOf(mail).domains.list())).data).toHaveLength(1)
  })

  it('is verified on the clock: pending at first', async ({ mail }) => {
    const { id } = await create(mail, 'acme.test')
    const mailFrom = () =>
      resendOf(mail).emails.send({ from: 'hello@acme.test', to: 'ada@lovelace.test', subject: 'Hi', text: 'Hi' })
    expect((await mailFrom()).error?.statusCode).toBe(403)
    expect(await dataOf(resendOf(mail).domains.verify(id))).toEqual({ object: 'domain', id })
    expect(await get(mail, id)).toMatchObject({ status: 'pending', records: [{ status: 'pending' }, {}, {}] })
    mail.clock.advance(499)
    expect((await get(mail, id)).status).toBe('pending')
    expect((await mailFrom()).error?.statusCode).toBe(403)
    mail.clock.advance(1)
    expect(await get(mail, id)).toMatchObject({
      status: 'verified',
      records: [1, 2, 3].map(() => ({ status: 'verified' })),
    })
    expect((await mailFrom()).error).toBeNull()
  })

  it('stays verified when it is verified again', async ({ mail }) => {
    const { id } = await create(mail, 'acme.test')
    await dataOf(resendOf(mail).domains.verify(id))
    mail.clock.advance('1s')
    await dataOf(resendOf(mail).domains.verify(id))
    expect((await get(mail, id)).status).toBe('verified')
  })

  it('is updated member by member', async ({ mail }) => {
    const { id } = await create(mail, 'acme.test')
    expect(await dataOf(resendOf(mail).domains.update({ id, openTracking: true, tls: 'enforced' }))).toEqual({
      object: 'domain',
      id,
    })
    await dataOf(resendOf(mail).domains.update({ id, capabilities: { receiving: 'enabled' } as never }))
    expect(await get(mail, id)).toMatchObject({
      open_tracking: true,
      click_tracking: false,
      capabilities: { sending: 'enabled', receiving: 'enabled' },
    })
    const wrong = await resendOf(mail).domains.update({ id, tls: 'none' as never })
    expect(wrong.error).toMatchObject({ statusCode: 422, name: 'validation_error' })
  })

  it('must be able to send or receive', async ({ mail }) => {
    const refused = {
      statusCode: 422,
      message: 'Invalid `capabilities` field. At least one capability must be enabled.',
      name: 'validation_error',
    }
    const capabilities = { sending: 'disabled' } as const
    expect((await resendOf(mail).domains.create({ name: 'acme.test', capabilities })).error).toEqual(refused)
    const { id } = await create(mail, 'acme.test')
    expect((await resendOf(mail).domains.update({ id, capabilities })).error).toEqual(refused)
    await dataOf(resendOf(mail).domains.update({ id, capabilities: { receiving: 'enabled' } }))
    await dataOf(resendOf(mail).domains.update({ id, capabilities }))
    expect(await get(mail, id)).toMatchObject({ capabilities: { sending: 'disabled', receiving: 'enabled' } })
  })

  it('is deleted, with the keys that are bound to it', async ({ mail }) => {
    const { id } = await create(mail, 'acme.test')
    const { token } = await dataOf(
      resendOf(mail).apiKeys.create({ name: 'Sender', permission: 'sending_access', domain_id: id }),
    )
    expect(await dataOf(resendOf(mail).domains.remove(id))).toEqual({ object: 'domain', id, deleted: true })
    expect((await resendOf(mail).domains.get(id)).error).toEqual({
      statusCode: 404,
      message: 'Domain not found',
      name: 'not_found',
    })
    const refused = await resendOf(mail, token).emails.send({
      from: 'a@acme.test',
      to: 'b@c.test',
      subject: '',
      text: 'x',
    })
    expect(refused.error?.name).toBe('invalid_api_key')
  })

  it('is listed with all others unless the client sets a limit', async ({ mail }) => {
    for (let number = 1; number <= 22; number++) await create(mail, `acme${number}.test`)
    const all = await dataOf(resendOf(mail).domains.list())
    expect([all.data.length, all.has_more]).toEqual([22, false])
    expect(all.data[0]).toEqual({
      id: expect.any(String) as string,
      name: 'acme22.test',
      status: 'not_started',
      created_at: '2026-01-01 12:00:00+00',
      region: 'us-east-1',
      capabilities: { sending: 'enabled', receiving: 'disabled' },
      open_tracking: false,
      click_tracking: false,
    })
    const page = await dataOf(resendOf(mail).domains.list({ limit: 2, after: all.data[19]?.id ?? '' }))
    expect([page.data.map(({ name }) => name), page.has_more]).toEqual([['acme2.test', 'acme1.test'], false])
  })

  it('emits its changes to webhooks', async ({ mail }) => {
    const { id, records } = await create(mail, 'acme.test')
    await dataOf(resendOf(mail).domains.verify(id))
    mail.clock.advance('1s')
    await dataOf(resendOf(mail).domains.update({ id, openTracking: false }))
    await dataOf(resendOf(mail).domains.remove(id))
    const all = await events(mail)
    expect(all.map(({ type, data }) => [type, data['status']])).toEqual([
      ['domain.created', 'not_started'],
      ['domain.updated', 'pending'],
      ['domain.updated', 'verified'],
      ['domain.deleted', 'verified'],
    ])
    expect(all[0]?.data).toEqual({
      id,
      name: 'acme.test',
      status: 'not_started',
      created_at: '2026-01-01T12:00:00.000Z',
      region: 'us-east-1',
      records,
    })
  })

  it('works the same with the older SDK', async ({ mail }) => {
    const { domains } = resend4Of(mail)
    const { id, status } = await dataOf(domains.create({ name: 'acme.test', region: 'sa-east-1' }))
    expect(status).toBe('not_started')
    await dataOf(domains.verify(id))
    await dataOf(domains.update({ id, clickTracking: true, openTracking: true, tls: 'enforced' }))
    expect(await dataOf(domains.get(id))).toMatchObject({ name: 'acme.test', status: 'pending', region: 'sa-east-1' })
    expect((await dataOf(domains.list())).data).toHaveLength(1)
    expect(await dataOf(domains.remove(id))).toEqual({ object: 'domain', id, deleted: true })
  })
})
