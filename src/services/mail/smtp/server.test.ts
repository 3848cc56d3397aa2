import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createTransport, type SendMailOptions } from 'nodemailer10'
import { describe, expect } from 'vitest'
import { dataOf, resendOf, startMail, mailTest, type RunningMail } from '#mail/mail.fixture.ts'

const seed = {
  mail: {
    smtp: 0,
    domains: [{ name: 'acme.test' }, { name: 'other.test' }],
    api_keys: [
      { name: 'All', token: 're_all' },
      { name: 'News', token: 're_news', permission: 'sending_access' as const, domain: 'other.test' },
    ],
  },
}
const it = mailTest({ seed })

const hello: SendMailOptions = { from: 'Acme <hello@acme.test>', to: 'ada@lovelace.test', subject: 'Hello', text: 'Hi' }

/** Sends with nodemailer, as the user and key of the instance's URL unless others are given. */
const send = (mail: RunningMail, message: SendMailOptions, auth?: { user: string; pass: string }) => {
  const { MAIL_SMTP_HOST: host, MAIL_SMTP_PORT: port } = mail.env
  return createTransport({
    host: host ?? '',
    port: Number(port),
    auth: auth ?? { user: 'resend', pass: 're_all' },
  }).sendMail(message)
}

describe('mail over SMTP', () => {
  it('is sent by nodemailer to the URL in env, and arrives in the inbox with all its parts', async ({ mail }) => {
    const transport = createTransport(mail.env['MAIL_SMTP_URL'] ?? '')
    const { response } = await transport.sendMail({
      ...hello,
      from: '"Lovelace, Ada" <hello@acme.test>',
      to: ['ada@lovelace.test', 'Bob <bob@example.test>'],
      cc: 'carl@example.test',
      bcc: 'dora@example.test',
      replyTo: 'answers@acme.test',
      subject: 'Grüße ✓',
      html: '<p>Hello <img src="cid:logo"> <a href="https://acme.test/in">Sign in</a></p>',
      headers: { 'X-Entity-Ref-ID': '42' },
      attachments: [
        { filename: 'Grüße.txt', content: 'Hello, Ada.' },
        { filename: 'logo.gif', content: Buffer.from('GIF89a'), cid: 'logo' },
      ],
    })
    const message = await mail.inbox.next({ to: 'dora@example.test' })
    expect(response).toBe(`250 Queued as ${message.id}`)
    expect(message).toMatchObject({
      from: '"Lovelace, Ada" <hello@acme.test>',
      to: ['ada@lovelace.test', 'Bob <bob@example.test>'],
      cc: ['carl@example.test'],
      bcc: ['dora@example.test'],
      reply_to: ['answers@acme.test'],
      subject: 'Grüße ✓',
      text: 'Hi',
      headers: { 'X-Entity-Ref-ID': '42' },
      links: ['https://acme.test/in'],
      attachments: [
        { filename: 'logo.gif', content_type: 'image/gif', content_id: 'logo', size: 6 },
        { filename: 'Grüße.txt', content_type: 'text/plain', size: 11 },
      ],
    })
    const { id } = message
    expect(await dataOf(resendOf(mail, 're_all').emails.get(id))).toMatchObject({ id, last_event: 'delivered' })
  })

  it('needs the user resend and a key of the instance', async ({ mail }) => {
    await expect(send(mail, hello, { user: 'resend', pass: 're_unknown' })).rejects.toMatchObject({
      responseCode: 535,
      response: '535 API key is invalid.',
    })
    await expect(send(mail, hello, { user: 'me', pass: 're_all' })).rejects.toMatchObject({ responseCode: 535 })
    const anonymous = createTransport({ host: '127.0.0.1', port: Number(mail.env['MAIL_SMTP_PORT']) })
    await expect(anonymous.sendMail(hello)).rejects.toMatchObject({ responseCode: 530 })
  })

  it('follows the rules of the API: domain of the key, verified domains, batches of recipients', async ({ mail }) => {
    const news = { user: 'resend', pass: 're_news' }
    await expect(send(mail, hello, news)).rejects.toMatchObject({
      responseCode: 550,
      response: '550 This API key is not authorized to send emails from acme.test',
    })
    await send(mail, { ...hello, from: 'news@other.test' }, news)
    await expect(send(mail, { ...hello, from: 'me@stranger.test' })).rejects.toThrow(
      'The stranger.test domain is not verified',
    )
    const to = Array.from({ length: 51 }, (_, index) => `user${index}@example.test`)
    await expect(send(mail, { ...hello, to })).rejects.toThrow('can have up to 50 recipients')
    expect(mail.inbox.list()).toHaveLength(1)
  })

  it('is sent once for an idempotency key', async ({ mail }) => {
    const message = { ...hello, headers: { 'Resend-Idempotency-Key': 'welcome/1' } }
    const first = await send(mail, message)
    expect((await send(mail, message)).response).toBe(first.response)
    await expect(send(mail, { ...message, text: 'Another' })).rejects.toThrow('different request payload')
    expect(mail.inbox.list()).toHaveLength(1)
  })

  it('is answered as temporary when a fault says so', async ({ mail }) => {
    mail.faults.add({ code: 'rate_limit_exceeded', times: 1 })
    await expect(send(mail, hello)).rejects.toMatchObject({ responseCode: 451 })
    expect((await send(mail, hello)).response).toMatch(/^250 /)
  })

  it('is not served unless the seed asks for it, and closes with the instance', async () => {
    const without = await startMail()
    expect(Object.keys(without.env).filter((name) => name.includes('SMTP'))).toEqual([])
    await without.close()
    const closed = await startMail({ seed })
    const { MAIL_SMTP_URL: url } = closed.env
    await closed.close()
    await expect(createTransport(url ?? '').sendMail(hello)).rejects.toMatchObject({ code: 'ESOCKET' })
  })

  it('names the port that is in use, and leaves nothing open', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo // the address of a TCP server
    await expect(startMail({ seed: { mail: { smtp: port } } })).rejects.toThrow(
      `port ${port} is in use (mail.smtp in the seed)`,
    )
    await new Promise((resolve) => other.close(resolve))
  })

  it('offers STARTTLS when the instance serves TLS', async () => {
    const secure = await startMail({ seed, https: true })
    const { MAIL_SMTP_HOST: host = '', MAIL_SMTP_PORT: port, NODE_EXTRA_CA_CERTS: file = '' } = secure.env
    const ca = await (await import('node:fs/promises')).readFile(file)
    const auth = { user: 'resend', pass: 're_all' }
    const transport = createTransport({ host, port: Number(port), requireTLS: true, tls: { ca }, auth })
    expect((await transport.sendMail(hello)).response).toMatch(/^250 /)
    await secure.close()
  })
})
