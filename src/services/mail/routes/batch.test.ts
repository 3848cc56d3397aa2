import { describe, expect } from 'vitest'
import { dataOf, resend4Of, resendOf, mailTest, type RunningMail } from '#mail/mail.fixture.ts'

const it = mailTest({ seed: { mail: { domains: [{ name: 'acme.test' }] } } })

const hello = { from: 'Acme <hello@acme.test>', to: 'ada@lovelace.test', subject: 'Hello', text: 'Hello, Ada.' }
const subjects = async (mail: RunningMail) =>
  (await dataOf(resendOf(mail).emails.list())).data.map(({ subject }) => subject)

describe('a batch of emails', () => {
  it('is sent, each with its id, in order', async ({ mail }) => {
    const { data, error } = await resendOf(mail).batch.send([
      { ...hello, subject: 'one', tags: [{ name: 'kind', value: 'first' }] },
      { ...hello, subject: 'two', scheduledAt: 'in 1 hour' },
    ])
    expect(error).toBeNull()
    expect(data).toEqual({ data: [{ id: expect.any(String) as string }, { id: expect.any(String) as string }] })
    const [one, two] = await Promise.all((data?.data ?? []).map(({ id }) => dataOf(resendOf(mail).emails.get(id))))
    expect(one).toMatchObject({ subject: 'one', tags: [{ name: 'kind', value: 'first' }], last_event: 'delivered' })
    expect(two).toMatchObject({ subject: 'two', last_event: 'scheduled' })
  })

  it('is sent by the older SDK', async ({ mail }) => {
    const { data } = await dataOf(resend4Of(mail).batch.send([hello, { ...hello, subject: 'two' }]))
    expect(data).toHaveLength(2)
    expect(await subjects(mail)).toEqual(['two', 'Hello'])
  })

  it('has 100 emails at most', async ({ mail }) => {
    const batch = (size: number) => Array.from({ length: size }, () => hello)
    expect((await dataOf(resendOf(mail).batch.send(batch(100)))).data).toHaveLength(100)
    mail.reset()
    const { error } = await resendOf(mail).batch.send(batch(101))
    expect(error).toEqual({
      statusCode: 422,
      message: 'The batch can contain up to 100 emails, got 101.',
      name: 'validation_error',
    })
    expect(await subjects(mail)).toEqual([])
  })

  it('is refused whole when one email cannot be sent', async ({ mail }) => {
    const { error } = await resendOf(mail).batch.send([hello, { ...hello, to: 'nobody' }])
    expect(error).toMatchObject({ statusCode: 422, name: 'validation_error' })
    const stranger = await resendOf(mail).batch.send([hello, { ...hello, from: 'me@other.test' }])
    expect(stranger.error).toMatchObject({ statusCode: 403, name: 'validation_error' })
    expect(await subjects(mail)).toEqual([])
  })

  it('is sent without the invalid emails when validation is permissive, and lists them', async ({ mail }) => {
    const { data, error } = await resendOf(mail).batch.send(
      [
        { ...hello, subject: 'one' },
        { ...hello, subject: 'two', to: 'nobody' },
        { ...hello, subject: 'three', from: 'me@other.test' },
        { ...hello, subject: 'four' },
      ],
      { batchValidation: 'permissive' },
    )
    expect(error).toBeNull()
    expect(data).toEqual({
      data: [{ id: expect.any(String) as string }, { id: expect.any(String) as string }],
      errors: [
        {
          index: 1,
          message:
            'Invalid `to` field. The email address needs to follow the `email@example.com` or `Name <email@example.com>` format.',
        },
        {
          index: 2,
          message:
            'The other.test domain is not verified. Please, add and verify your domain on https://resend.com/domains',
        },
      ],
    })
    expect(await subjects(mail)).toEqual(['four', 'one'])
  })

  it('has an empty list of errors when permissive, and none when strict', async ({ mail }) => {
    const permissive = await dataOf(resendOf(mail).batch.send([hello], { batchValidation: 'permissive' }))
    expect(permissive.errors).toEqual([])
    expect(await dataOf(resendOf(mail).batch.send([hello]))).not.toHaveProperty('errors')
  })

  it('ignores attachments, as the vendor does', async ({ mail }) => {
    const attachments = [{ filename: 'a.txt', content: 'aGk=' }]
    const batch = [{ ...hello, attachments }] as never // the SDK's types do not allow attachments in a batch
    const { data } = await dataOf(resendOf(mail).batch.send(batch))
    const list = await dataOf(resendOf(mail).emails.attachments.list({ emailId: data[0]?.id ?? '' }))
    expect(list.data).toEqual([])
  })

  it('must be a non-empty list with a known validation mode', async ({ mail }) => {
    const send = async (body: unknown, headers: Record<string, string> = {}) => {
      const response = await mail.fetch('http://mail/emails/batch', {
        method: 'POST',
        headers: { authorization: 'Bearer re_test', ...headers },
        body: JSON.stringify(body),
      })
      return [response.status, ((await response.json()) as { message: string }).message]
    }
    expect(await send(hello)).toEqual([422, 'The request body must be an array of emails.'])
    expect(await send([])).toEqual([422, 'The batch must contain at least one email.'])
    expect((await send([hello], { 'x-batch-validation': 'lax' }))[0]).toBe(422)
  })
})
