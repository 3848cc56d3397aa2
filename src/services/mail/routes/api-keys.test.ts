import { describe, expect } from 'vitest'
import { dataOf, resend4Of, resendOf, mailTest, type RunningMail } from '#mail/mail.fixture.ts'

const it = mailTest({ seed: { mail: { domains: [{ name: 'acme.test' }, { name: 'other.test' }] } } })

const hello = { from: 'Acme <hello@acme.test>', to: 'ada@lovelace.test', subject: 'Hello', text: 'Hello, Ada.' }
const create = (mail: RunningMail, options: Parameters<ReturnType<typeof resendOf>['apiKeys']['create']>[0]) =>
  dataOf(resendOf(mail).apiKeys.create(options))

describe('an API key', () => {
  it('is created with a token, which works and is never shown again', async ({ mail }) => {
    const created = await create(mail, { name: 'Production' })
    expect(created).toEqual({
      id: expect.any(String) as string,
      token: expect.stringMatching(/^re_\w{8}_\w{24}$/) as string,
    })
    expect((await resendOf(mail, created.token).emails.send(hello)).error).toBeNull()
    const list = await dataOf(resendOf(mail).apiKeys.list())
    expect(list).toEqual({
      object: 'list',
      has_more: false,
      data: [
        {
          id: created.id,
          name: 'Production',
          created_at: '2026-01-01 12:00:00+00',
          last_used_at: '2026-01-01 12:00:00+00',
        },
      ],
    })
  })

  it('may have an empty name', async ({ mail }) => {
    const { id } = await create(mail, { name: '' })
    expect((await dataOf(resendOf(mail).apiKeys.list())).data).toMatchObject([{ id, name: '' }])
  })

  it('has no last use before its first use', async ({ mail }) => {
    const { token } = await create(mail, { name: 'Production' })
    const lastUsed = async () => (await dataOf(resendOf(mail).apiKeys.list())).data[0]?.last_used_at
    expect(await lastUsed()).toBeNull()
    mail.clock.advance('1h')
    await dataOf(resendOf(mail, token).domains.list())
    expect(await lastUsed()).toBe('2026-01-01 13:00:00+00')
  })

  it('that may only send is refused for other operations', async ({ mail }) => {
    const { token } = await create(mail, { name: 'Sender', permission: 'sending_access' })
    const { id } = await dataOf(resendOf(mail, token).emails.send(hello))
    await dataOf(resendOf(mail, token).batch.send([hello]))
    const resend = resendOf(mail, token)
    const refused = [
      resend.emails.get(id),
      resend.emails.list(),
      resend.emails.cancel(id),
      resend.domains.list(),
      resend.apiKeys.create({ name: 'Another' }),
      resend.webhooks.list(),
    ]
    for (const { error } of await Promise.all(refused)) {
      expect(error).toEqual({
        statusCode: 401,
        message: 'This API key is restricted to only send emails.',
        name: 'restricted_api_key',
      })
    }
  })

  it('that is bound to a domain sends from no other', async ({ mail }) => {
    const { data: domains } = await dataOf(resendOf(mail).domains.list())
    const acme = domains.find(({ name }) => name === 'acme.test')
    const { token } = await create(mail, { name: 'Acme', permission: 'sending_access', domain_id: acme?.id ?? '' })
    expect((await resendOf(mail, token).emails.send(hello)).error).toBeNull()
    const { error } = await resendOf(mail, token).emails.send({ ...hello, from: 'hello@other.test' })
    expect(error).toEqual({
      statusCode: 403,
      message: 'This API key is not authorized to send emails from other.test',
      name: 'validation_error',
    })
  })

  it('is renamed', async ({ mail }) => {
    const { id } = await create(mail, { name: 'Production' })
    expect(await dataOf(resendOf(mail).apiKeys.update(id, { name: 'Staging' }))).toEqual({ object: 'api_key', id })
    expect((await dataOf(resendOf(mail).apiKeys.list())).data[0]?.name).toBe('Staging')
  })

  it('no longer works once it is deleted', async ({ mail }) => {
    const { id, token } = await create(mail, { name: 'Production' })
    expect(await dataOf(resendOf(mail).apiKeys.remove(id))).toEqual({ object: 'api_key', id, deleted: true })
    expect((await resendOf(mail, token).emails.send(hello)).error).toEqual({
      statusCode: 403,
      message: 'API key is invalid.',
      name: 'invalid_api_key',
    })
    expect((await resendOf(mail).apiKeys.remove(id)).error).toMatchObject({ statusCode: 404, name: 'not_found' })
  })

  it('with full access ignores domain_id', async ({ mail }) => {
    const { data: domains } = await dataOf(resendOf(mail).domains.list())
    const acme = domains.find(({ name }) => name === 'acme.test')
    const { token } = await create(mail, { name: 'All', permission: 'full_access', domain_id: acme?.id ?? '' })
    const { error } = await resendOf(mail, token).emails.send({ ...hello, from: 'hello@other.test' })
    expect(error).toBeNull()
  })

  it('needs a name, a known permission and a known domain', async ({ mail }) => {
    const { apiKeys } = resendOf(mail)
    expect((await apiKeys.create({} as never)).error).toEqual({
      statusCode: 422,
      message: 'Missing `name` field.',
      name: 'missing_required_field',
    })
    expect((await apiKeys.create({ name: 'x', permission: 'read' as never })).error).toEqual({
      statusCode: 422,
      message: 'Access must be "full_access" | "sending_access".',
      name: 'invalid_access',
    })
    const nowhere = {
      name: 'x',
      permission: 'sending_access',
      domain_id: '61cda979-919d-4b9d-9638-c148b93ff410',
    } as const
    expect((await apiKeys.create(nowhere)).error).toMatchObject({ statusCode: 404, name: 'not_found' })
    expect((await dataOf(apiKeys.list())).data).toEqual([])
  })

  it('is created, listed and deleted by the older SDK', async ({ mail }) => {
    const { apiKeys } = resend4Of(mail)
    const { id, token } = await dataOf(apiKeys.create({ name: 'Older', permission: 'full_access' }))
    expect(token).toMatch(/^re_/)
    // The SDK's types omit the wrapper around the list.
    expect(await dataOf(apiKeys.list())).toMatchObject({ data: [{ id, name: 'Older' }] })
    expect((await apiKeys.remove(id)).error).toBeNull()
  })
})
