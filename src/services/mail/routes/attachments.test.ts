import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect } from 'vitest'
import { dataOf, mailTest, resend4Of, resendOf, startMail, type RunningMail } from '#mail/mail.fixture.ts'

const files = createServer((request, response) => {
  if (request.url === '/invoice.pdf') response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.7')
  else if (request.url === '/endless.bin') sendForever(response)
  else if (request.url?.startsWith('/redirect?to=') === true) {
    response.writeHead(302, { location: decodeURIComponent(request.url.slice('/redirect?to='.length)) }).end()
  } else response.writeHead(404).end()
})
await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve))
const filesUrl = `http://127.0.0.1:${(files.address() as AddressInfo).port}` // the address of a TCP server
afterAll(async () => {
  files.closeAllConnections()
  await new Promise((resolve) => files.close(resolve))
})

const it = mailTest()

/** Answers with a body that never ends. */
function sendForever(response: ServerResponse): void {
  const chunk = Buffer.alloc(1024 * 1024)
  const more = (): void => {
    while (!response.destroyed && response.write(chunk)) continue
  }
  response.on('drain', more)
  response.writeHead(200)
  more()
}

type Attachments = NonNullable<Parameters<ReturnType<typeof resendOf>['emails']['send']>[0]['attachments']>

const send = (mail: RunningMail, attachments: Attachments) =>
  resendOf(mail).emails.send({
    from: 'hello@acme.test',
    to: 'ada@lovelace.test',
    subject: 'Your invoice',
    html: '<img src="cid:logo">',
    attachments,
  })
const listed = async (mail: RunningMail, emailId: string) => dataOf(resendOf(mail).emails.attachments.list({ emailId }))

describe('an attachment', () => {
  it('is listed and retrieved with the email, and its link returns the bytes', async ({ mail }) => {
    const { id: emailId } = await dataOf(
      send(mail, [
        { filename: 'notes.txt', content: Buffer.from('Hello, Ada.') },
        { filename: 'logo.png', content: 'iVBORw0KGgo=', contentId: 'logo' },
      ]),
    )
    const list = await listed(mail, emailId)
    expect(list).toEqual({
      object: 'list',
      has_more: false,
      data: [
        {
          id: expect.any(String) as string,
          filename: 'notes.txt',
          size: 11,
          content_type: 'text/plain',
          content_disposition: 'attachment',
          download_url: expect.stringContaining(mail.url) as string,
          expires_at: '2026-01-01T13:00:00.000Z',
        },
        {
          id: expect.any(String) as string,
          filename: 'logo.png',
          size: 8,
          content_type: 'image/png',
          content_disposition: 'inline',
          content_id: 'logo',
          download_url: expect.stringContaining(mail.url) as string,
          expires_at: '2026-01-01T13:00:00.000Z',
        },
      ],
    })
    const [notes] = list.data
    const id = notes?.id ?? ''
    expect(await dataOf(resendOf(mail).emails.attachments.get({ emailId, id }))).toEqual({
      object: 'attachment',
      ...notes,
    })
    const file = await fetch(notes?.download_url ?? '')
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'text/plain',
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
    })
    expect(await file.text()).toBe('Hello, Ada.')
    mail.clock.advance('1h')
    expect((await fetch(notes?.download_url ?? '')).status).toBe(403)
  })

  it('is accepted from the older SDK, which sends a Buffer as JSON', async ({ mail }) => {
    const { id } = await dataOf(
      resend4Of(mail).emails.send({
        from: 'hello@acme.test',
        to: 'ada@lovelace.test',
        subject: 'Logo',
        html: '<img src="cid:logo">',
        attachments: [{ filename: 'logo.gif', content: Buffer.from('GIF89a'), inlineContentId: 'logo' }],
      }),
    )
    expect((await listed(mail, id)).data).toMatchObject([
      { filename: 'logo.gif', size: 6, content_type: 'image/gif', content_disposition: 'inline', content_id: 'logo' },
    ])
  })

  it('is fetched from a path on this machine', async ({ mail }) => {
    const { id } = await dataOf(send(mail, [{ path: `${filesUrl}/invoice.pdf` }]))
    const [invoice] = (await listed(mail, id)).data
    expect(invoice).toMatchObject({ filename: 'invoice.pdf', size: 8, content_type: 'application/pdf' })
    expect(await (await fetch(invoice?.download_url ?? '')).text()).toBe('%PDF-1.7')
  })

  it('is fetched from no instance of backlot', async ({ mail }) => {
    await using other = await startMail()
    const { url: others } = other
    const loopback = mail.url.replace('127.0.0.1', 'localhost')
    for (const path of [`${mail.url}/inbox`, `${loopback}/_backlot/requests`, `${others}/inbox`]) {
      const { error } = await send(mail, [{ path, filename: 'state.json' }])
      expect(error).toMatchObject({
        statusCode: 422,
        name: 'invalid_attachment',
        message: `Failed to fetch the attachment from ${path}: it answered 403`,
      })
    }
    const { error } = await send(mail, [{ path: `${filesUrl}/redirect?to=${encodeURIComponent(`${mail.url}/inbox`)}` }])
    expect(error?.message).toContain('redirect')
    expect(mail.inbox.list()).toEqual([])
  })

  it('is fetched within the limit of 40 MB, however long the answer is', async ({ mail }) => {
    const { error } = await send(mail, [{ path: `${filesUrl}/endless.bin` }])
    expect(error).toMatchObject({ statusCode: 422, name: 'invalid_attachment' })
    expect(error?.message).toContain('is larger than 31457280 bytes')
    const half = 'A'.repeat(20 * 1024 * 1024)
    const rest = await send(mail, [{ filename: 'half.bin', content: half }, { path: `${filesUrl}/endless.bin` }])
    expect(rest.error?.message).toContain('is larger than 15728640 bytes')
  })

  it('is fetched from a host that webhooks may be sent to, and from no other', async ({ mail }) => {
    // An address of this machine that is not a loopback address.
    const path = `${filesUrl.replace('127.0.0.1', '0.0.0.0')}/invoice.pdf`
    const { id } = await dataOf(send(mail, [{ path }]))
    expect((await listed(mail, id)).data).toMatchObject([{ size: 0, download_url: path }])
    await using allowing = await startMail({ allowWebhookHosts: ['0.0.0.0'] })
    const email = { from: 'hello@acme.test', to: 'ada@lovelace.test', subject: 'Invoice', text: 'See the file' }
    const sent = await dataOf(resendOf(allowing).emails.send({ ...email, attachments: [{ path }] }))
    expect((await dataOf(resendOf(allowing).emails.attachments.list({ emailId: sent.id }))).data).toMatchObject([
      { filename: 'invoice.pdf', size: 8 },
    ])
  })

  it('is stored by its URL and not fetched when it is on another machine', async ({ mail }) => {
    const path = 'https://files.example.com/terms.pdf'
    const { id } = await dataOf(send(mail, [{ path, filename: 'Terms.pdf' }]))
    expect((await listed(mail, id)).data).toMatchObject([
      { filename: 'Terms.pdf', size: 0, content_type: 'application/pdf', download_url: path },
    ])
  })

  it('is named by its path unchanged when that is not valid percent-encoding', async ({ mail }) => {
    const { id } = await dataOf(send(mail, [{ path: 'https://files.example.com/100%.pdf' }]))
    expect((await listed(mail, id)).data).toMatchObject([{ filename: '100%.pdf' }])
  })

  it('is refused with a content type that no header can carry', async ({ mail }) => {
    const { error } = await send(mail, [{ filename: 'a.txt', content: 'aGk=', contentType: 'text/plain\nx-evil: yes' }])
    expect(error).toEqual({
      statusCode: 422,
      message: 'Invalid `content_type` field. It can only contain ASCII letters, digits, punctuation and spaces.',
      name: 'validation_error',
    })
  })

  it('is refused without content or path, and when the path cannot be fetched', async ({ mail }) => {
    const nothing = await send(mail, [{ filename: 'empty.txt' }])
    expect(nothing.error).toEqual({
      statusCode: 422,
      message: 'Attachment must have either a `content` or `path`.',
      name: 'invalid_attachment',
    })
    const missing = await send(mail, [{ path: `${filesUrl}/missing.pdf` }])
    expect(missing.error).toMatchObject({ statusCode: 422, name: 'invalid_attachment' })
    expect(missing.error?.message).toContain('it answered 404')
    const local = await send(mail, [{ path: './invoice.pdf' }])
    expect(local.error).toMatchObject({ statusCode: 422, name: 'invalid_attachment' })
    expect((await dataOf(resendOf(mail).emails.list())).data).toEqual([])
  })

  it('is refused when all attachments together exceed 40 MB', async ({ mail }) => {
    const half = 'A'.repeat(20 * 1024 * 1024 + 4)
    const { error } = await send(mail, [
      { filename: 'a.bin', content: half },
      { filename: 'b.bin', content: half },
    ])
    expect(error).toMatchObject({ statusCode: 422, name: 'invalid_attachment' })
  })

  it('is refused with a lone surrogate in its name', async ({ mail }) => {
    const { error } = await send(mail, [{ filename: 'a\ud800.txt', content: 'aGk=' }])
    expect(error).toMatchObject({ statusCode: 400, name: 'validation_error' })
    expect(error?.message).toContain('lone surrogate')
  })

  it('that a test receives has a lone surrogate of its name replaced in downloads', async ({ mail }) => {
    const attachments = [{ filename: 'a\ud800.txt', content: 'aGk=' }]
    const { id: emailId } = mail.receive({ from: 'ada@lovelace.test', to: 'help@acme.test', attachments })
    const { data } = await dataOf(resendOf(mail).emails.receiving.attachments.list({ emailId }))
    const response = await fetch(data[0]?.download_url ?? '')
    expect([response.status, response.headers.get('content-disposition')]).toEqual([
      200,
      "attachment; filename*=UTF-8''a%EF%BF%BD.txt",
    ])
  })

  it('is not found under another email, nor with an unknown id', async ({ mail }) => {
    const { id: emailId } = await dataOf(send(mail, [{ filename: 'a.txt', content: 'aGk=' }]))
    const { id: other } = await dataOf(send(mail, []))
    const [{ id } = { id: '' }] = (await listed(mail, emailId)).data
    const { error } = await resendOf(mail).emails.attachments.get({ emailId: other, id })
    expect(error).toEqual({ statusCode: 404, message: 'Attachment not found', name: 'not_found' })
    expect((await listed(mail, other)).data).toEqual([])
    expect((await fetch(`${mail.url}/files/attachments/${other}?expires=9e15`)).status).toBe(404)
  })
})
