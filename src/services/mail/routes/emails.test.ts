import { describe, expect } from 'vitest'
import { createElement, dataOf, resend4Of, resendOf, mailTest, type RunningMail } from '#mail/mail.fixture.ts'

const it = mailTest()

const hello = { from: 'Acme <hello@acme.test>', to: 'ada@lovelace.test', subject: 'Hello', text: 'Hello, Ada.' }
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('sending an email', () => {
  it('answers its id and stores all members', async ({ mail }) => {
    const { data, error, headers } = await resendOf(mail).emails.send({
      from: 'Acme <hello@acme.test>',
      to: ['ada@lovelace.test', 'Grace Hopper <grace@navy.test>'],
      cc: 'cc@acme.test',
      bcc: ['bcc@acme.test'],
      replyTo: 'support@acme.test',
      subject: 'Welcome',
      html: '<p>Welcome</p>',
      text: 'Welcome',
      headers: { 'X-Entity-Ref-ID': '123' },
      tags: [{ name: 'category', value: 'confirm_email' }],
    })
    expect(error).toBeNull()
    expect(data).toEqual({ id: expect.stringMatching(UUID) as string })
    expect(headers).toMatchObject({ 'ratelimit-limit': '5', 'ratelimit-remaining': '4', 'ratelimit-reset': '1' })
    const { data: email } = await resendOf(mail).emails.get(data?.id ?? '')
    expect(email).toEqual({
      object: 'email',
      id: data?.id,
      message_id: expect.stringMatching(/^<.+@.+>$/) as string,
      to: ['ada@lovelace.test', 'Grace Hopper <grace@navy.test>'],
      from: 'Acme <hello@acme.test>',
      created_at: '2026-01-01 12:00:00+00',
      subject: 'Welcome',
      html: '<p>Welcome</p>',
      text: 'Welcome',
      bcc: ['bcc@acme.test'],
      cc: ['cc@acme.test'],
      reply_to: ['support@acme.test'],
      last_event: 'delivered',
      scheduled_at: null,
      tags: [{ name: 'category', value: 'confirm_email' }],
    })
  })

  it('accepts React elements', async ({ mail }) => {
    const react = createElement('p', null, 'Hello, ', createElement('b', null, 'Ada'))
    const { from, to, subject } = hello
    for (const resend of [resendOf(mail), resend4Of(mail)]) {
      const { id } = await dataOf(resend.emails.send({ from, to, subject, react }))
      const { html } = await dataOf(resendOf(mail).emails.get(id))
      expect(html).toContain('Ada</b>')
    }
  })

  it('returns absent members as null or empty lists', async ({ mail }) => {
    const { id } = await dataOf(resend4Of(mail).emails.send(hello))
    expect(await dataOf(resend4Of(mail).emails.get(id))).toMatchObject({
      object: 'email',
      html: null,
      text: 'Hello, Ada.',
      to: ['ada@lovelace.test'],
      cc: [],
      bcc: [],
      reply_to: [],
      scheduled_at: null,
      tags: [],
    })
  })

  it('answers an unknown id with 404', async ({ mail }) => {
    const { data, error } = await resendOf(mail).emails.get('61cda979-919d-4b9d-9638-c148b93ff410')
    expect(data).toBeNull()
    expect(error).toEqual({ statusCode: 404, message: 'Email not found', name: 'not_found' })
  })

  it('answers a malformed id with 422', async ({ mail }) => {
    const { error } = await resendOf(mail).emails.get('em_123')
    expect(error).toEqual({ statusCode: 422, message: 'The `id` must be a valid UUID.', name: 'invalid_parameter' })
  })

  it.for(['X-Ref\r\nBcc', 'X Ref', 'X-Ref:', ''])('refuses %j as the name of a header', async (name, { mail }) => {
    const { error } = await resendOf(mail).emails.send({ ...hello, headers: { [name]: 'x' } })
    expect(error).toEqual({
      statusCode: 422,
      message:
        'Invalid `headers` field. The name of a header has ASCII letters, digits and punctuation but for a colon.',
      name: 'validation_error',
    })
  })

  it('counts the emails of today and this month', async ({ mail }) => {
    await dataOf(resendOf(mail).batch.send([hello, hello]))
    const quota = async () => {
      const { headers } = await resendOf(mail).emails.list()
      return [headers?.['x-resend-daily-quota'], headers?.['x-resend-monthly-quota']]
    }
    expect(await quota()).toEqual(['2', '2'])
    mail.clock.advance('1d')
    await dataOf(resendOf(mail).emails.send(hello))
    expect(await quota()).toEqual(['1', '3'])
    mail.clock.set('2026-02-01T00:00:00Z')
    expect(await quota()).toEqual(['0', '0'])
  })

  it('counts each recipient, and once more where the account receives it', async ({ mail }) => {
    const quota = async () => (await resendOf(mail).emails.list()).headers?.['x-resend-daily-quota']
    await dataOf(
      resendOf(mail).emails.send({ ...hello, to: ['a@b.test', 'c@d.test'], cc: 'e@f.test', bcc: 'g@h.test' }),
    )
    expect(await quota()).toBe('4')
    mail.receive({ from: 'ada@lovelace.test', to: 'help@acme.test' })
    expect(await quota()).toBe('5')
  })

  it.for([
    ['from', { from: undefined }, 'missing_required_field', 'Missing `from` field.'],
    ['to', { to: undefined }, 'missing_required_field', 'Missing `to` field.'],
    ['to', { to: [] }, 'missing_required_field', 'Missing `to` field.'],
    ['subject', { subject: undefined }, 'missing_required_field', 'Missing `subject` field.'],
    ['html or text', { text: '' }, 'validation_error', 'Missing `html` or `text` field.'],
    [
      'a mailbox',
      { from: 'Acme hello@acme.test' },
      'validation_error',
      'Invalid `from` field. The email address needs to follow the `email@example.com` or `Name <email@example.com>` format.',
    ],
    [
      'mailboxes everywhere',
      { cc: ['grace@navy.test', 'nobody'] },
      'validation_error',
      'Invalid `cc` field. The email address needs to follow the `email@example.com` or `Name <email@example.com>` format.',
    ],
    [
      'tags of letters, digits, underscores and dashes',
      { tags: [{ name: 'order', value: 'HPM-123.456/789' }] },
      'validation_error',
      'Tags should only contain ASCII letters, numbers, underscores, or dashes.',
    ],
    ['strings', { subject: 5 }, 'validation_error', 'Invalid `subject` field. Expected string but received 5.'],
  ] as const)('needs %s', async ([_what, changes, name, message], { mail }) => {
    const response = await mail.fetch('http://mail/emails', {
      method: 'POST',
      headers: { authorization: 'Bearer re_test' },
      body: JSON.stringify({ ...hello, ...changes }),
    })
    expect(response.status).toBe(422)
    expect(await response.json()).toEqual({ statusCode: 422, message, name })
  })

  it('accepts 50 recipients and refuses 51', async ({ mail }) => {
    const to = (count: number) => Array.from({ length: count }, (_, index) => `user${index}@acme.test`)
    expect((await resendOf(mail).emails.send({ ...hello, to: to(50) })).error).toBeNull()
    expect((await resendOf(mail).emails.send({ ...hello, to: to(51) })).error).toMatchObject({
      statusCode: 422,
      name: 'validation_error',
    })
  })

  it('refuses a body that is not an object', async ({ mail }) => {
    const response = await mail.fetch('http://mail/emails', {
      method: 'POST',
      headers: { authorization: 'Bearer re_test' },
      body: JSON.stringify([hello]),
    })
    expect([response.status, await response.json()]).toEqual([
      422,
      { statusCode: 422, message: 'The request body must be a JSON object.', name: 'validation_error' },
    ])
  })
})

describe('a list of emails', () => {
  const subjects = (list: { data: readonly { subject: string }[] }) => list.data.map(({ subject }) => subject)
  const send = (mail: RunningMail, subject: string) => dataOf(resendOf(mail).emails.send({ ...hello, subject }))

  it('has the newest first, without content, and null for empty lists', async ({ mail }) => {
    await send(mail, 'one')
    const { id } = await send(mail, 'two')
    const list = await dataOf(resendOf(mail).emails.list())
    expect(list).toMatchObject({ object: 'list', has_more: false })
    expect(subjects(list)).toEqual(['two', 'one'])
    expect(list.data[0]).toEqual({
      id,
      message_id: expect.stringMatching(/^<.+>$/) as string,
      to: ['ada@lovelace.test'],
      from: 'Acme <hello@acme.test>',
      created_at: '2026-01-01 12:00:00+00',
      subject: 'two',
      bcc: null,
      cc: null,
      reply_to: null,
      last_event: 'delivered',
      scheduled_at: null,
    })
  })

  it('is paged from a cursor in both directions, without gaps or repetitions', async ({ mail }) => {
    for (let number = 1; number <= 7; number++) await send(mail, `mail ${number}`)
    const { emails } = resendOf(mail)
    const first = await dataOf(emails.list({ limit: 3 }))
    expect([subjects(first), first.has_more]).toEqual([['mail 7', 'mail 6', 'mail 5'], true])
    const second = await dataOf(emails.list({ limit: 3, after: first.data[2]?.id ?? '' }))
    expect([subjects(second), second.has_more]).toEqual([['mail 4', 'mail 3', 'mail 2'], true])
    const third = await dataOf(emails.list({ limit: 3, after: second.data[2]?.id ?? '' }))
    expect([subjects(third), third.has_more]).toEqual([['mail 1'], false])
    const back = await dataOf(emails.list({ limit: 3, before: third.data[0]?.id ?? '' }))
    expect([subjects(back), back.has_more]).toEqual([['mail 4', 'mail 3', 'mail 2'], true])
    const start = await dataOf(emails.list({ limit: 5, before: second.data[0]?.id ?? '' }))
    expect([subjects(start), start.has_more]).toEqual([['mail 7', 'mail 6', 'mail 5'], false])
  })

  it('has 20 emails a page by default, and 100 at most', async ({ mail }) => {
    const batch = Array.from({ length: 25 }, (_, index) => ({ ...hello, subject: `mail ${index}` }))
    await dataOf(resendOf(mail).batch.send(batch))
    const page = await dataOf(resendOf(mail).emails.list())
    expect([page.data.length, page.has_more]).toEqual([20, true])
    for (const limit of [0, 101, 1.5]) {
      const { error } = await resendOf(mail).emails.list({ limit })
      expect(error).toMatchObject({ statusCode: 422, name: 'validation_error' })
    }
  })

  it('refuses an unknown cursor, and both cursors at once', async ({ mail }) => {
    const { id } = await send(mail, 'one')
    const stranger = await resendOf(mail).emails.list({ after: '61cda979-919d-4b9d-9638-c148b93ff410' })
    expect(stranger.error).toMatchObject({ statusCode: 422, name: 'validation_error' })
    const response = await mail.fetch(`http://mail/emails?after=${id}&before=${id}`, {
      headers: { authorization: 'Bearer re_test' },
    })
    expect(response.status).toBe(422)
  })
})

describe('an email about a topic', () => {
  const topic = (mail: RunningMail, defaultSubscription: 'opt_in' | 'opt_out') =>
    dataOf(resendOf(mail).topics.create({ name: 'News', defaultSubscription }))
  const contact = (mail: RunningMail, email: string, id: string, subscription: 'opt_in' | 'opt_out') =>
    dataOf(resendOf(mail).contacts.create({ email, topics: [{ id, subscription }] }))
  const lastEvent = async (mail: RunningMail, id: string) => (await dataOf(resendOf(mail).emails.get(id))).last_event

  it('is sent to all but the contacts that opted out of it', async ({ mail }) => {
    const { id: topicId } = await topic(mail, 'opt_in')
    await contact(mail, 'ada@lovelace.test', topicId, 'opt_out')
    await contact(mail, 'grace@navy.test', topicId, 'opt_in')
    const to = ['Ada <Ada@lovelace.test>', 'grace@navy.test', 'stranger@else.test']
    const { id } = await dataOf(resendOf(mail).emails.send({ ...hello, to, topicId }))
    expect(await dataOf(resendOf(mail).emails.get(id))).toMatchObject({
      to,
      topic_id: topicId,
      last_event: 'delivered',
    })
    expect(mail.inbox.list({ to: 'ada@lovelace.test' })).toEqual([])
    expect(mail.inbox.list({ to: 'grace@navy.test' })).toMatchObject([{ id, to }])
    expect(mail.inbox.list({ to: 'stranger@else.test' })).toHaveLength(1)
  })

  it('that is opt-out is sent to contacts who opted in, in cc too', async ({ mail }) => {
    const { id: topicId } = await topic(mail, 'opt_out')
    await contact(mail, 'grace@navy.test', topicId, 'opt_in')
    await dataOf(resendOf(mail).emails.send({ ...hello, cc: 'grace@navy.test', bcc: 'else@else.test', topicId }))
    const reached = ['ada@lovelace.test', 'grace@navy.test', 'else@else.test'].filter(
      (to) => mail.inbox.list({ to }).length > 0,
    )
    expect(reached).toEqual(['grace@navy.test'])
  })

  it('fails when all recipients have opted out by the time it is due', async ({ mail }) => {
    const { id: topicId } = await topic(mail, 'opt_in')
    const { id } = await dataOf(resendOf(mail).emails.send({ ...hello, topicId, scheduledAt: 'in 1 hour' }))
    await contact(mail, 'ada@lovelace.test', topicId, 'opt_out')
    expect(await lastEvent(mail, id)).toBe('scheduled')
    mail.clock.advance('1h')
    expect(await lastEvent(mail, id)).toBe('failed')
    expect(mail.inbox.list()).toEqual([])
    expect(() => mail.report({ email: id, event: 'opened' })).toThrow(/was not sent: it is failed/)
  })

  it('is refused with an unknown topic', async ({ mail }) => {
    const { error } = await resendOf(mail).emails.send({ ...hello, topicId: '61cda979-919d-4b9d-9638-c148b93ff410' })
    expect(error).toEqual({ statusCode: 404, message: 'Topic not found', name: 'not_found' })
  })
})
