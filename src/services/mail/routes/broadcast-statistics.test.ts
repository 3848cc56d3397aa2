import { describe, expect } from 'vitest'
import { dataOf, mailTest, resendOf, type RunningMail } from '#mail/mail.fixture.ts'

const it = mailTest({
  seed: {
    mail: {
      audiences: [
        {
          name: 'Newsletter',
          contacts: [{ email: 'ada@example.com' }, { email: 'bob@example.com' }, { email: 'bounced@resend.dev' }],
        },
      ],
    },
  },
})

/** Sends a broadcast to the audience, and returns its id. */
async function sent(mail: RunningMail): Promise<string> {
  const resend = resendOf(mail)
  const [segment] = (await dataOf(resend.segments.list())).data
  const html = '<a href="https://acme.test/a">A</a> <a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Stop</a>'
  const fields = { from: 'Acme <news@acme.test>', subject: 'News', html, segmentId: segment?.id ?? '', send: true }
  return (await dataOf(resend.broadcasts.create(fields as never))).id
}

const idOf = (mail: RunningMail, to: string) => mail.inbox.list({ to })[0]?.id ?? ''
const click = (mail: RunningMail, to: string, link: string) =>
  mail.report({ email: idOf(mail, to), event: 'clicked', link })

describe('the recipients of a broadcast', () => {
  it('are listed by what became of their emails', async ({ mail }) => {
    const id = await sent(mail)
    mail.report({ email: idOf(mail, 'ada@example.com'), event: 'opened' })
    mail.report({ email: idOf(mail, 'ada@example.com'), event: 'opened' })
    for (const path of ['a', 'a', 'b']) click(mail, 'ada@example.com', `https://acme.test/${path}`)
    const list = async (type: string) => {
      const { data } = await dataOf(resendOf(mail).broadcasts.recipients(id, { type } as { type: 'sent' }))
      return data as readonly { readonly email: string }[]
    }
    const emails = async (type: string) => (await list(type)).map(({ email }) => email)
    expect(await emails('sent')).toEqual(['ada@example.com', 'bob@example.com', 'bounced@resend.dev'])
    expect(await emails('delivered')).toEqual(['ada@example.com', 'bob@example.com'])
    expect(await list('bounced')).toMatchObject([{ email: 'bounced@resend.dev', bounce_type: 'permanent' }])
    const { id: contactId } = await dataOf(resendOf(mail).contacts.get('ada@example.com'))
    const row = { id: 'b2Zmc2V0OjA', contact_id: contactId, email: 'ada@example.com' }
    expect(await list('opened')).toEqual([{ ...row, count: 2 }])
    const clicked = [
      { url: 'https://acme.test/a', clicks: 2 },
      { url: 'https://acme.test/b', clicks: 1 },
    ]
    expect(await list('clicked')).toEqual([{ ...row, count: 3, clicked_links: clicked }])
    expect(await list('complained')).toEqual([])
  })

  it('are paged, and found by address and type of bounce', async ({ mail }) => {
    const id = await sent(mail)
    const { broadcasts } = resendOf(mail)
    const first = await dataOf(broadcasts.recipients(id, { type: 'sent', limit: 2 }))
    expect([first.data.length, first.has_more]).toEqual([2, true])
    const rest = await dataOf(broadcasts.recipients(id, { type: 'sent', after: first.data[1]?.id ?? '' }))
    expect(rest.data.map(({ email }) => email)).toEqual(['bounced@resend.dev'])
    const bob = await dataOf(broadcasts.recipients(id, { type: 'sent', email: 'Bob@example.com' }))
    expect(bob.data.map(({ email }) => email)).toEqual(['bob@example.com'])
    expect((await dataOf(broadcasts.recipients(id, { type: 'bounced', bounceType: 'transient' }))).data).toEqual([])
    expect((await broadcasts.recipients(id, { type: 'read' as 'sent' })).error).toMatchObject({ statusCode: 422 })
    const mixed = { type: 'sent', bounceType: 'permanent' } as never
    expect((await broadcasts.recipients(id, mixed)).error).toMatchObject({ statusCode: 422 })
  })

  it('that unsubscribe by its link are counted once', async ({ mail }) => {
    const id = await sent(mail)
    const link = mail.inbox.list({ to: 'bob@example.com' })[0]?.links[1] ?? ''
    for (let time = 0; time < 2; time += 1) {
      await fetch(link, { method: 'POST', body: new URLSearchParams({ confirmed: 'yes' }) })
    }
    const { data } = await dataOf(resendOf(mail).broadcasts.recipients(id, { type: 'unsubscribed' }))
    expect(data.map(({ email }) => email)).toEqual(['bob@example.com'])
  })
})

describe('the clicked links of a broadcast', () => {
  it('are listed with their clicks, most first', async ({ mail }) => {
    const id = await sent(mail)
    click(mail, 'ada@example.com', 'https://acme.test/b')
    for (const to of ['ada@example.com', 'ada@example.com', 'bob@example.com']) click(mail, to, 'https://acme.test/a')
    expect(await dataOf(resendOf(mail).broadcasts.clickedLinks(id))).toEqual({
      object: 'list',
      has_more: false,
      data: [
        { id: 'b2Zmc2V0OjA', url: 'https://acme.test/a', clicks: 3, unique_clicks: 2 },
        { id: 'b2Zmc2V0OjE', url: 'https://acme.test/b', clicks: 1, unique_clicks: 1 },
      ],
    })
  })
})
