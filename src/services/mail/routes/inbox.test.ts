import { describe, expect } from 'vitest'
import { dataOf, resendOf, mailTest, type RunningMail } from '#mail/mail.fixture.ts'

const it = mailTest()

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const send = (mail: RunningMail, fields: object = {}) =>
  dataOf(
    resendOf(mail).emails.send({
      from: 'Acme <hello@acme.test>',
      to: 'ada@example.com',
      subject: 'Welcome',
      text: 'Hello',
      ...fields,
    }),
  )
const at = (mail: RunningMail, path: string, headers: Record<string, string> = {}) =>
  fetch(`${mail.url}${path}`, { headers })
const found = async (mail: RunningMail, query: string) => {
  const { data } = (await (await at(mail, `/inbox${query}`, { accept: 'application/json' })).json()) as {
    data: { subject: string }[]
  }
  return data.map(({ subject }) => subject)
}

describe('the inbox as JSON', () => {
  it('has every message, newest first, and needs no key', async ({ mail }) => {
    await send(mail, { subject: 'One' })
    await send(mail, { subject: 'Two' })
    const response = await at(mail, '/inbox', { accept: 'application/json' })
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.has('ratelimit-limit')).toBe(false)
    const body = (await response.json()) as { data: object[] }
    expect(Object.keys(body)).toEqual(['data'])
    expect(body.data).toMatchObject([{ subject: 'Two' }, { subject: 'One' }])
    expect(Object.keys(body.data[0] ?? {})).toEqual(
      'id from to cc bcc reply_to subject html text headers attachments tags created_at links codes'.split(' '),
    )
    // A request without a preference is a program's.
    expect(await (await at(mail, '/inbox')).json()).toEqual(body)
  })

  it('is filtered by recipient, subject, time and text', async ({ mail }) => {
    await send(mail, { subject: 'Welcome Ada', text: 'first words' })
    mail.clock.advance('1h')
    await send(mail, {
      subject: 'Reset',
      to: 'Bob <BOB@example.com>',
      text: undefined,
      html: '<p>other <b>wo</b>rds</p>',
    })
    expect(await found(mail, '?to=bob@example.com')).toEqual(['Reset'])
    expect(await found(mail, '?subject=welc')).toEqual(['Welcome Ada'])
    expect(await found(mail, `?since=${mail.clock.now()}`)).toEqual(['Reset'])
    expect(await found(mail, '?since=2026-01-01T12:00:00Z')).toEqual(['Reset', 'Welcome Ada'])
    expect(await found(mail, '?q=other+WORDS')).toEqual(['Reset'])
    expect(await found(mail, '?to=&q=')).toHaveLength(2)
    expect(await found(mail, '?to=nobody@example.com')).toEqual([])
    for (const since of ['soon', '275760-09-13', '8640000000000000', '9'.repeat(400)]) {
      expect((await at(mail, `/inbox?since=${since}`)).status).toBe(422)
    }
  })

  it('has each message at its id', async ({ mail }) => {
    const { id } = await send(mail)
    expect(await (await at(mail, `/inbox/${id}`)).json()).toMatchObject({ id, subject: 'Welcome' })
    const missing = await at(mail, '/inbox/nothing')
    expect([missing.status, await missing.json()]).toEqual([
      404,
      { statusCode: 404, message: 'Message not found', name: 'not_found' },
    ])
  })

  it('does not have scheduled emails', async ({ mail }) => {
    const { id } = await send(mail, { scheduledAt: 'in 1 hour' })
    expect((await at(mail, `/inbox/${id}`)).status).toBe(404)
    await resendOf(mail).emails.cancel(id)
    mail.clock.advance('2h')
    expect(await found(mail, '')).toEqual([])
  })

  it('is emptied with 204; the emails stay', async ({ mail }) => {
    const { id } = await send(mail)
    expect((await fetch(`${mail.url}/inbox`, { method: 'DELETE' })).status).toBe(204)
    expect(await found(mail, '')).toEqual([])
    expect((await at(mail, `/inbox/${id}`)).status).toBe(404)
    expect(await dataOf(resendOf(mail).emails.get(id))).toMatchObject({ id, last_event: 'delivered' })
  })
})

describe('a message of the inbox', () => {
  it('has its attachments as sandboxed downloads', async ({ mail }) => {
    const { id } = await send(mail, {
      attachments: [
        { filename: 'Rechnung №1.svg', content: Buffer.from('<svg/>'), contentType: 'image/svg+xml' },
        { filename: 'logo.png', content: PIXEL, contentId: 'logo' },
        { path: 'https://files.example.com/terms.pdf' },
      ],
    })
    const { attachments } = await mail.inbox.next()
    expect(attachments).toMatchObject([
      { filename: 'Rechnung №1.svg', content_type: 'image/svg+xml', content_id: null, size: 6 },
      { filename: 'logo.png', content_id: 'logo', size: 70 },
      { filename: 'terms.pdf', url: 'https://files.example.com/terms.pdf' },
    ])
    const response = await fetch(attachments[0]?.url ?? '')
    expect(await response.text()).toBe('<svg/>')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-disposition': "attachment; filename*=UTF-8''Rechnung%20%E2%84%961.svg",
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
    })
    expect((await at(mail, `/inbox/${id}/attachments/nothing`)).status).toBe(404)
    const other = await send(mail)
    expect((await at(mail, `/inbox/${other.id}/attachments/${attachments[0]?.id}`)).status).toBe(404)
  })

  it('that is missing is answered to a person with a page that links to the inbox', async ({ mail }) => {
    const { id } = await send(mail)
    mail.inbox.clear()
    const response = await at(mail, `/inbox/${id}`, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const text = await response.text()
    expect(text).toContain('<h1>Message not found</h1>')
    expect(text).toContain('href="/inbox"')
  })

  it('has its HTML in a sandbox, with its inline images', async ({ mail }) => {
    const { id } = await send(mail, {
      html: '<html><head><title>x</title></head><body><img src="cid:logo"></body></html>',
      attachments: [{ filename: 'logo.png', content: PIXEL, contentId: 'logo' }],
    })
    const response = await at(mail, `/inbox/${id}/html`)
    const image = `data:image/png;base64,${PIXEL}`
    expect(await response.text()).toBe(
      `<html><head><base target="_blank"><title>x</title></head><body><img src="${image}"></body></html>`,
    )
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(
      /^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src data: http/,
    )
    expect(policy).not.toContain('script')
    expect(policy).not.toContain(' https:')
    const remote = await at(mail, `/inbox/${id}/html?images=remote`)
    expect(remote.headers.get('content-security-policy')).toContain(' http: https:')
    const { id: plain } = await send(mail)
    expect((await at(mail, `/inbox/${plain}/html`)).status).toBe(404)
  })

  it('has a source as MIME', async ({ mail }) => {
    const { id } = await send(mail, {
      from: 'Zoë Ångström <zoe@acme.test>',
      to: ['Ada <ada@example.com>', 'bob@example.com'],
      bcc: 'secret@example.com',
      subject: 'Grüße',
      html: '<p>Hällo</p>\n<img src="cid:logo">',
      text: 'Hällo',
      headers: { 'X-Campaign': 'spring' },
      attachments: [
        { filename: 'a.txt', content: Buffer.from('a'.repeat(100)) },
        { filename: 'logo.png', content: PIXEL, contentId: 'logo' },
      ],
    })
    const response = await at(mail, `/inbox/${id}/source`)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const source = await response.text()
    const [head = '', ...rest] = source.split('\r\n\r\n')
    expect(head.split('\r\n')).toEqual([
      'From: =?UTF-8?B?Wm/DqyDDhW5nc3Ryw7Zt?= <zoe@acme.test>',
      'To: Ada <ada@example.com>, bob@example.com',
      'Subject: =?UTF-8?B?R3LDvMOfZQ==?=',
      'Date: Thu, 01 Jan 2026 12:00:00 +0000',
      expect.stringMatching(/^Message-ID: <[^>]+>$/),
      'X-Campaign: spring',
      'MIME-Version: 1.0',
      `Content-Type: multipart/mixed; boundary="mixed-${id}"`,
    ])
    const body = rest.join('\r\n\r\n')
    expect(body.match(/^Content-Type: .*$/gm)).toEqual(
      [
        `Content-Type: multipart/alternative; boundary="alternative-${id}"`,
        'Content-Type: text/plain; charset=utf-8',
        `Content-Type: multipart/related; boundary="related-${id}"`,
        'Content-Type: text/html; charset=utf-8',
        'Content-Type: image/png',
        'Content-Type: text/plain',
      ].map((line) => expect.stringContaining(line)),
    )
    expect(body).toContain('Content-ID: <logo>')
    expect(body).toContain('<p>Hällo</p>\r\n<img')
    expect(body.split('\r\n').every((line) => line.length <= 998)).toBe(true)
    expect(body.trimEnd().endsWith(`--mixed-${id}--`)).toBe(true)
    expect(source).not.toContain('secret@example.com')
  })

  it('has a source with the text of its HTML when it has no text part', async ({ mail }) => {
    const source = async (text?: string) => {
      const { id } = await send(mail, { html: '<h1>Hi</h1><p>Ada &amp; Bob</p>', text })
      return (await at(mail, `/inbox/${id}/source`)).text()
    }
    const made = await source()
    expect(made).toContain('Content-Type: multipart/alternative')
    expect(made).toContain('Content-Transfer-Encoding: 8bit\r\n\r\nHi\r\n\r\nAda & Bob\r\n')
    const without = await source('')
    expect(without).not.toContain('text/plain')
    expect(without).toContain('<p>Ada &amp; Bob</p>')
  })
})
