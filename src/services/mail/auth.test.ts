import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dataOf, resendOf, startMail, type RunningMail } from './mail.fixture.ts'

const INVALID = { statusCode: 403, message: 'API key is invalid.', name: 'invalid_api_key' }

describe('a request without listed keys', () => {
  let mail: RunningMail
  beforeAll(async () => {
    mail = await startMail({ seed: { mail: { api_keys: [{ name: 'Production' }] } } })
  })
  afterAll(() => mail.close())
  beforeEach(() => mail.reset())

  it('accepts any key of the vendor’s form', async () => {
    expect((await resendOf(mail, 're_123456789').domains.list()).error).toBeNull()
    expect((await resendOf(mail, 're_AbCd_0123').domains.list()).error).toBeNull()
    expect((await resendOf(mail, 'sk_test_123').domains.list()).error).toEqual(INVALID)
    expect((await resendOf(mail, 're_').domains.list()).error).toEqual(INVALID)
  })

  it.each([
    ['no header', {}],
    ['another scheme', { authorization: 'Basic cmVfMTIzOg==' }],
    ['a bare key', { authorization: 're_123456789' }],
  ])('is refused with %s', async (_what, headers) => {
    for (const path of ['/emails', '/domains', '/api-keys', '/webhooks']) {
      const response = await mail.fetch(`http://mail${path}`, { headers })
      expect(response.status).toBe(401)
      expect(await response.text()).toBe(
        '{"statusCode":401,"message":"Missing API key in the authorization header.","name":"missing_api_key"}',
      )
    }
  })

  it('is recorded with the name of its key', async () => {
    const { token } = await dataOf(resendOf(mail).apiKeys.create({ name: 'Staging' }))
    await dataOf(resendOf(mail, token).domains.list())
    expect(mail.requests.map(({ principal, operation }) => [operation, principal])).toEqual([
      ['api-keys/create', 'any key'],
      ['domains/list', 'Staging'],
    ])
  })

  it('lists the seeded key without its token', async () => {
    expect((await dataOf(resendOf(mail).apiKeys.list())).data).toMatchObject([
      { name: 'Production', last_used_at: null },
    ])
  })
})

describe('a request with listed keys', () => {
  let mail: RunningMail
  beforeAll(async () => {
    mail = await startMail({
      seed: {
        mail: {
          domains: [{ name: 'acme.test' }, { name: 'other.test' }],
          api_keys: [
            { name: 'Everything', token: 're_everything' },
            { name: 'Sender', token: 're_sender', permission: 'sending_access', domain: 'acme.test' },
          ],
        },
      },
    })
  })
  afterAll(() => mail.close())
  beforeEach(() => mail.reset())

  it('accepts those, and the ones created through the API', async () => {
    const { token } = await dataOf(resendOf(mail, 're_everything').apiKeys.create({ name: 'New' }))
    expect((await resendOf(mail, token).domains.list()).error).toBeNull()
    expect((await resendOf(mail, 're_123456789').domains.list()).error).toEqual(INVALID)
    mail.reset()
    expect((await resendOf(mail, token).domains.list()).error).toEqual(INVALID)
  })

  it('may do what the seed permits its key', async () => {
    const resend = resendOf(mail, 're_sender')
    const hello = { to: 'ada@lovelace.test', subject: 'Hello', text: 'Hello, Ada.' }
    expect((await resend.emails.send({ ...hello, from: 'hello@acme.test' })).error).toBeNull()
    expect((await resend.emails.send({ ...hello, from: 'hello@other.test' })).error?.statusCode).toBe(403)
    expect((await resend.domains.list()).error?.name).toBe('restricted_api_key')
  })
})

describe('a fault', () => {
  it.each([
    ['rate_limit_exceeded', 429],
    ['daily_quota_exceeded', 429],
    ['monthly_quota_exceeded', 429],
    ['security_error', 451],
    ['internal_server_error', 500],
    ['application_error', 500],
  ] as const)('answers %s as the vendor does', async (code, statusCode) => {
    await using mail = await startMail()
    mail.faults.add({ path: '/emails', code, times: 1 })
    const { error, headers } = await resendOf(mail).emails.list()
    expect(error).toEqual({ statusCode, name: code, message: expect.stringMatching(/\.$/) as string })
    if (code === 'rate_limit_exceeded') {
      expect(headers).toMatchObject({ 'ratelimit-remaining': '0', 'retry-after': '1' })
    }
    expect((await resendOf(mail).emails.list()).error).toBeNull()
  })
})
