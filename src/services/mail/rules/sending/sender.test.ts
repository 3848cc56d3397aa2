import { describe, expect, it } from 'vitest'
import { dataOf, resendOf, startMail, type RunningMail } from '#mail/mail.fixture.ts'

const from = async (mail: RunningMail, sender: string, to = 'ada@lovelace.test') =>
  (await resendOf(mail).emails.send({ from: sender, to, subject: 'Hello', text: 'Hello' })).error

const unverified = (domain: string) => ({
  statusCode: 403,
  message: `The ${domain} domain is not verified. Please, add and verify your domain on https://resend.com/domains`,
  name: 'validation_error',
})

describe('the sender of an email', () => {
  it('must have a verified domain when domains are seeded', async () => {
    await using mail = await startMail({
      seed: {
        mail: {
          domains: [
            { name: 'Acme.test' },
            { name: 'pending.test', status: 'pending' },
            { name: 'partial.test', status: 'partially_verified' },
          ],
        },
      },
    })
    expect(await from(mail, 'Acme <hello@acme.test>')).toBeNull()
    expect(await from(mail, 'hello@ACME.test')).toBeNull()
    expect(await from(mail, 'hello@pending.test')).toEqual(unverified('pending.test'))
    expect(await from(mail, 'hello@partial.test')).toEqual(unverified('partial.test'))
    expect(await from(mail, 'hello@other.test')).toEqual(unverified('other.test'))
    expect(await from(mail, 'hello@mail.acme.test')).toEqual(unverified('mail.acme.test'))
    expect((await dataOf(resendOf(mail).emails.list())).data).toHaveLength(2)
  })

  it('is refused when its domain may not send', async () => {
    await using mail = await startMail({ seed: { mail: { domains: [{ name: 'acme.test' }] } } })
    const [{ id } = { id: '' }] = (await dataOf(resendOf(mail).domains.list())).data
    const capabilities = { sending: 'disabled', receiving: 'enabled' } as const
    await dataOf(resendOf(mail).domains.update({ id, capabilities }))
    expect(await from(mail, 'hello@acme.test')).toMatchObject({ statusCode: 403, name: 'validation_error' })
  })

  it('may have any domain when none is seeded, except a created one that is not verified', async () => {
    await using mail = await startMail()
    expect(await from(mail, 'hello@acme.test')).toBeNull()
    await dataOf(resendOf(mail).domains.create({ name: 'acme.test' }))
    expect(await from(mail, 'hello@acme.test')).toEqual(unverified('acme.test'))
    expect(await from(mail, 'hello@other.test')).toBeNull()
  })

  it('may have the vendor’s domain, for any recipient unless the seed sets the account address', async () => {
    await using open = await startMail({ seed: { mail: { domains: [{ name: 'acme.test' }] } } })
    expect(await from(open, 'Acme <onboarding@resend.dev>')).toBeNull()
    await using mail = await startMail({ seed: { mail: { account_email: 'Me@acme.test' } } })
    expect(await from(mail, 'onboarding@resend.dev', 'me@acme.test')).toBeNull()
    expect(await from(mail, 'onboarding@resend.dev', 'delivered+1@resend.dev')).toBeNull()
    expect(await from(mail, 'onboarding@resend.dev', 'ada@lovelace.test')).toEqual({
      statusCode: 403,
      message:
        'You can only send testing emails to your own email address (me@acme.test). To send emails to other recipients, ' +
        'please verify a domain at resend.com/domains, and change the `from` address to an email using this domain.',
      name: 'validation_error',
    })
  })
})
