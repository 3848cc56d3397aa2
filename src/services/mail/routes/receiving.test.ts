import { describe, expect } from 'vitest'
import { dataOf, resendOf, mailTest, type RunningMail } from '#mail/mail.fixture.ts'

const it = mailTest({ seed: { mail: { webhooks: [{ url: 'http://localhost:9/', events: ['email.received'] }] } } })

const logo = { filename: 'logo.gif', content: 'R0lGODlh', contentType: 'image/gif', contentId: 'logo' }
const question = {
  from: 'Ada <ada@lovelace.test>',
  to: 'support@acme.test',
  subject: 'A question',
  html: '<p>Why?</p><img src="cid:logo">',
  headers: { 'X-Mailer': 'Analytical Engine' },
  attachments: [logo],
}
const received = (mail: RunningMail) => dataOf(resendOf(mail).emails.receiving.list())

describe('an email that comes in', () => {
  it('is listed, and retrieved with all members', async ({ mail }) => {
    const { id } = mail.receive(question)
    const listed = {
      id,
      to: ['support@acme.test'],
      from: 'Ada <ada@lovelace.test>',
      created_at: '2026-01-01T12:00:00.000Z',
      subject: 'A question',
      bcc: [],
      cc: [],
      reply_to: [],
      received_for: ['support@acme.test'],
      message_id: expect.stringMatching(/^<.+@.+>$/) as string,
      attachments: [
        {
          id: expect.any(String) as string,
          filename: 'logo.gif',
          content_type: 'image/gif',
          content_disposition: 'inline',
          content_id: 'logo',
          size: 6,
        },
      ],
    }
    expect(await received(mail)).toEqual({ object: 'list', has_more: false, data: [listed] })
    const email = await dataOf(resendOf(mail).emails.receiving.get(id))
    expect(email).toEqual({
      ...listed,
      object: 'email',
      html: '<p>Why?</p><img src="data:image/gif;base64,R0lGODlh">',
      text: null,
      headers: expect.objectContaining({ subject: 'A question', 'x-mailer': 'Analytical Engine' }) as object,
      raw: { download_url: expect.stringContaining(mail.url) as string, expires_at: '2026-01-01T13:00:00.000Z' },
    })
    expect((await dataOf(resendOf(mail).emails.receiving.get(id, { html_format: 'cid' }))).html).toBe(question.html)
  })

  it('has download links for its attachments and its source', async ({ mail }) => {
    const { id: emailId } = mail.receive(question)
    const { attachments } = resendOf(mail).emails.receiving
    const list = await dataOf(attachments.list({ emailId }))
    const [file] = list.data
    expect(file).toMatchObject({ filename: 'logo.gif', content_id: 'logo', size: 6 })
    expect(await dataOf(attachments.get({ emailId, id: file?.id ?? '' }))).toMatchObject({
      object: 'attachment',
      ...file,
    })
    expect(await (await fetch(file?.download_url ?? '')).text()).toBe('GIF89a')
    const { raw } = await dataOf(resendOf(mail).emails.receiving.get(emailId))
    expect(await (await fetch(raw?.download_url ?? '')).text()).toContain('Subject: A question')
    mail.clock.advance('1h')
    expect((await fetch(raw?.download_url ?? '')).status).toBe(403)
  })

  it('can be forwarded by the SDK', async ({ mail }) => {
    const { id: emailId } = mail.receive({ ...question, html: '<p>Why?</p>', attachments: [] })
    const { receiving } = resendOf(mail).emails
    const { id } = await dataOf(receiving.forward({ emailId, to: 'grace@navy.test', from: 'support@acme.test' }))
    expect(await dataOf(resendOf(mail).emails.get(id))).toMatchObject({
      to: ['grace@navy.test'],
      subject: 'A question',
      html: expect.stringContaining('<p>Why?</p>') as string,
    })
  })

  it('is emitted to webhooks', async ({ mail }) => {
    const { id } = mail.receive(question)
    const [delivery] = mail.webhooks.deliveries
    expect(JSON.parse(delivery?.request.body ?? '')).toEqual({
      type: 'email.received',
      created_at: '2026-01-01T12:00:00.000Z',
      data: {
        email_id: id,
        created_at: '2026-01-01T12:00:00.000Z',
        from: 'Ada <ada@lovelace.test>',
        to: ['support@acme.test'],
        bcc: [],
        cc: [],
        received_for: ['support@acme.test'],
        message_id: expect.any(String) as string,
        subject: 'A question',
        attachments: [
          {
            id: expect.any(String) as string,
            filename: 'logo.gif',
            content_type: 'image/gif',
            content_disposition: 'inline',
            content_id: 'logo',
          },
        ],
      },
    })
  })

  it('may be one that the account sent itself, to a domain that receives', async ({ mail }) => {
    const { id } = await dataOf(
      resendOf(mail).domains.create({ name: 'acme.test', capabilities: { sending: 'enabled', receiving: 'enabled' } }),
    )
    const send = (to: string[]) =>
      dataOf(resendOf(mail).emails.send({ from: 'ada@lovelace.test', to, subject: 'Hi', text: 'Hi' }))
    await send(['support@acme.test'])
    expect((await received(mail)).data).toEqual([])
    await dataOf(resendOf(mail).domains.verify(id))
    mail.clock.advance('1s')
    await send(['grace@navy.test'])
    expect((await received(mail)).data).toEqual([])
    await send(['Support <support@acme.test>', 'grace@navy.test'])
    expect((await received(mail)).data).toMatchObject([
      { subject: 'Hi', received_for: ['Support <support@acme.test>'] },
    ])
  })

  it('answers 404 for an unknown id, and is listed in pages', async ({ mail }) => {
    const { receiving } = resendOf(mail).emails
    expect((await receiving.get('61cda979-919d-4b9d-9638-c148b93ff410')).error).toEqual({
      statusCode: 404,
      message: 'Email not found',
      name: 'not_found',
    })
    for (const subject of ['one', 'two', 'three']) mail.receive({ ...question, subject })
    const page = await dataOf(receiving.list({ limit: 2 }))
    expect([page.data.map(({ subject }) => subject), page.has_more]).toEqual([['three', 'two'], true])
    expect(() => mail.receive({ ...question, colour: 'red' } as never)).toThrow(/receive: unknown option colour/)
    expect(() => mail.receive({ ...question, to: [] })).toThrow('receive: to is empty')
    expect(() => mail.receive({ ...question, to: ['help@acme.test', 'ada'] })).toThrow(
      'receive: "ada" is not an address: write ada@example.com or Ada <ada@example.com>',
    )
  })
})
