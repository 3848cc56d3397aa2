import { describe, expect, it } from 'vitest'
import { dataOf, resendOf, startMail } from '#mail/mail.fixture.ts'

type Section = NonNullable<Exclude<NonNullable<Parameters<typeof startMail>[0]>['seed'], string | undefined>['mail']>

const start = (section: Section) => startMail({ seed: { mail: section } })

describe('a seed of mail', () => {
  it('may be empty, or list names only', async () => {
    await using mail = await start({ domains: [{ name: 'acme.test' }], api_keys: [{ name: 'Production' }] })
    const [domain] = (await dataOf(resendOf(mail).domains.list())).data
    expect(domain).toMatchObject({ name: 'acme.test', status: 'verified', region: 'us-east-1' })
    await using empty = await start({})
    expect((await dataOf(resendOf(empty).domains.list())).data).toEqual([])
  })

  it('sets how long a verification takes', async () => {
    await using mail = await start({ domains: [{ name: 'acme.test', status: 'not_started' }], verify_ms: 60_000 })
    const [{ id } = { id: '' }] = (await dataOf(resendOf(mail).domains.list())).data
    await dataOf(resendOf(mail).domains.verify(id))
    mail.clock.advance(59_999)
    expect((await dataOf(resendOf(mail).domains.get(id))).status).toBe('pending')
    mail.clock.advance(1)
    expect((await dataOf(resendOf(mail).domains.get(id))).status).toBe('verified')
  })

  it('gives webhooks all events and a generated secret unless it sets them', async () => {
    await using mail = await start({
      webhooks: [
        { url: 'http://localhost:9/all' },
        { url: 'http://localhost:9/one', events: ['email.sent'], secret: 'whsec_c2VjcmV0' },
      ],
    })
    const [one, all] = (await dataOf(resendOf(mail).webhooks.list())).data
    expect(all?.events).toContain('email.bounced')
    expect((await dataOf(resendOf(mail).webhooks.get(all?.id ?? ''))).signing_secret).toMatch(/^whsec_/)
    expect(await dataOf(resendOf(mail).webhooks.get(one?.id ?? ''))).toMatchObject({
      endpoint: 'http://localhost:9/one',
      events: ['email.sent'],
      signing_secret: 'whsec_c2VjcmV0',
    })
  })

  it.each([
    [
      'two domains of one name',
      { domains: [{ name: 'acme.test' }, { name: 'ACME.test' }] },
      /another domain has this name/,
    ],
    ['no domain', { domains: [{ name: 'acme' }] }, /expected a domain, such as example.com/],
    [
      'two keys with one token',
      {
        api_keys: [
          { name: 'a', token: 're_1' },
          { name: 'b', token: 're_1' },
        ],
      },
      /another key has this token/,
    ],
    ['a token of another form', { api_keys: [{ name: 'a', token: 'sk_1' }] }, /expected a key that begins with re_/],
    [
      'a key for a domain that is not seeded',
      { domains: [{ name: 'acme.test' }], api_keys: [{ name: 'a', domain: 'acne.test' }] },
      /no domain is named "acne.test".*did you mean.*acme\.test/s,
    ],
    ['a secret that is none', { webhooks: [{ url: 'http://localhost/', secret: 'shh' }] }, /expected whsec_/],
  ] satisfies [string, Section, RegExp][])('is refused with %s', async (_what, section, message) => {
    await expect(start(section)).rejects.toThrow(message)
  })

  it('is refused with an unknown event', async () => {
    const events = ['email.read'] as never // wrong on purpose
    await expect(start({ webhooks: [{ url: 'http://localhost/', events }] })).rejects.toThrow(/email\.read/)
  })
})

describe('the environment of mail', () => {
  it('points the SDK at the instance', async () => {
    await using mail = await start({})
    expect(mail.env).toEqual({ MAIL_API_BASE: mail.url, RESEND_BASE_URL: mail.url, RESEND_API_KEY: 're_dev_token' })
    expect((await resendOf(mail, mail.env['RESEND_API_KEY']).emails.list()).error).toBeNull()
  })
})
