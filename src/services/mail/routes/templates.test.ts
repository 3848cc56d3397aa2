import { describe, expect } from 'vitest'
import { dataOf, resendOf, mailTest, type RunningMail } from '#mail/mail.fixture.ts'

const it = mailTest()

const resend = (mail: RunningMail) => resendOf(mail)
const WELCOME = {
  name: 'Welcome',
  alias: 'welcome',
  from: 'Acme <hello@acme.test>',
  subject: 'Welcome, {{{NAME}}}',
  replyTo: 'help@acme.test',
  html: '<p>Hello {{{NAME}}}, you have {{{POINTS}}} points.</p>',
  text: 'Hello {{{NAME}}}, {{{POINTS}}} points.',
  variables: [
    { key: 'NAME', type: 'string' as const },
    { key: 'POINTS', type: 'number' as const, fallbackValue: 10 },
  ],
}
const send = (
  mail: RunningMail,
  template: { id: string; variables?: Record<string, string | number> },
  fields: object = {},
) => resend(mail).emails.send({ to: 'ada@example.com', template, ...fields })

describe('templates', () => {
  it('are created as drafts, and read by id and by alias', async ({ mail }) => {
    const { id, object } = await dataOf(resend(mail).templates.create(WELCOME))
    expect(object).toBe('template')
    const template = await dataOf(resend(mail).templates.get(id))
    const at = '2026-01-01 12:00:00+00'
    const times = { created_at: at, updated_at: at }
    expect(template).toEqual({
      object: 'template',
      id,
      current_version_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      alias: 'welcome',
      name: 'Welcome',
      ...times,
      status: 'draft',
      published_at: null,
      from: 'Acme <hello@acme.test>',
      subject: 'Welcome, {{{NAME}}}',
      reply_to: ['help@acme.test'],
      html: WELCOME.html,
      text: WELCOME.text,
      variables: [
        { id: expect.any(String), key: 'NAME', type: 'string', fallback_value: null, ...times },
        { id: expect.any(String), key: 'POINTS', type: 'number', fallback_value: 10, ...times },
      ],
      has_unpublished_versions: true,
    })
    expect(await dataOf(resend(mail).templates.get('welcome'))).toEqual(template)
    expect((await dataOf(resend(mail).templates.list())).data).toEqual([
      { id, name: 'Welcome', status: 'draft', published_at: null, ...times, alias: 'welcome' },
    ])
  })

  it('are published, updated, published again and deleted', async ({ mail }) => {
    const published = await dataOf(resend(mail).templates.create(WELCOME).publish())
    const { id } = published
    expect(published).toEqual({ object: 'template', id })
    expect(await dataOf(resend(mail).templates.get(id))).toMatchObject({
      status: 'published',
      published_at: '2026-01-01 12:00:00+00',
      has_unpublished_versions: false,
    })
    mail.clock.advance('1h')
    expect(await dataOf(resend(mail).templates.update('welcome', { subject: 'Hello, {{{NAME}}}' }))).toEqual({
      object: 'template',
      id,
    })
    expect(await dataOf(resend(mail).templates.get(id))).toMatchObject({
      subject: 'Hello, {{{NAME}}}',
      html: WELCOME.html,
      status: 'published',
      has_unpublished_versions: true,
      updated_at: '2026-01-01 13:00:00+00',
    })
    const variables = { NAME: 'Ada' }
    await dataOf(send(mail, { id, variables }))
    expect((await mail.inbox.next()).subject).toBe('Welcome, Ada')
    await dataOf(resend(mail).templates.publish(id))
    await dataOf(send(mail, { id, variables }))
    expect((await mail.inbox.next()).subject).toBe('Hello, Ada')
    expect(await dataOf(resend(mail).templates.remove('welcome'))).toEqual({ object: 'template', id, deleted: true })
    expect((await resend(mail).templates.get(id)).error).toEqual({
      statusCode: 404,
      message: 'Template not found',
      name: 'not_found',
    })
  })

  it('can be duplicated', async ({ mail }) => {
    const { id } = await dataOf(resend(mail).templates.create(WELCOME).publish())
    const copy = await dataOf(resend(mail).templates.duplicate(id))
    expect(copy.id).not.toBe(id)
    expect(await dataOf(resend(mail).templates.get(copy.id))).toMatchObject({
      name: 'Welcome (Copy)',
      alias: null,
      status: 'draft',
      html: WELCOME.html,
    })
  })

  it('are refused with a taken alias, a reserved or a repeated variable, or a fallback of another type', async ({
    mail,
  }) => {
    await dataOf(resend(mail).templates.create(WELCOME))
    const create = (fields: object) => resend(mail).templates.create({ ...WELCOME, alias: 'other', ...fields })
    const errors = [
      await create({ alias: 'welcome' }),
      await create({ variables: [{ key: 'FIRST_NAME', type: 'string' }] }),
      await create({
        variables: [
          { key: 'A', type: 'string' },
          { key: 'A', type: 'string' },
        ],
      }),
      await create({ variables: [{ key: 'A', type: 'number', fallbackValue: 'ten' }] }),
      await create({ variables: [{ key: 'A B', type: 'string' }] }),
      await create({ variables: Array.from({ length: 51 }, (_, index) => ({ key: `A${index}`, type: 'string' })) }),
      await create({ name: '' }),
      await create({ html: undefined }),
    ]
    expect(errors.map(({ error }) => error?.message)).toEqual([
      'A template with the alias `welcome` already exists.',
      'The variable key `FIRST_NAME` is reserved.',
      'The variable key `A` is used more than once.',
      'The fallback value of `A` must be a number, got "ten".',
      'A variable key can only contain letters, numbers and underscores, and up to 50 of them.',
      'A template can have up to 50 variables.',
      'The `name` field must not be empty.',
      'Missing `html` field.',
    ])
    expect((await dataOf(resend(mail).templates.list())).data).toHaveLength(1)
    expect((await resend(mail).templates.update('welcome', { alias: 'welcome' })).error).toBeNull()
  })

  it('are refused when their HTML uses a variable that they do not define, except those of contacts', async ({
    mail,
  }) => {
    const create = (html: string) =>
      resend(mail).templates.create({ name: 'Plain', html, variables: WELCOME.variables })
    const { error } = await create('<p>{{{NAME}}} {{{ user_email }}}</p>')
    expect(error).toMatchObject({
      statusCode: 422,
      name: 'validation_error',
      message: "Variable 'user_email' is used in the template but not defined in the variables list",
    })
    const html = '<p>{{{FIRST_NAME}}} {{{contact.last_name}}} {{{RESEND_UNSUBSCRIBE_URL}}}</p>'
    expect((await create(html)).error).toBeNull()
    expect((await dataOf(resend(mail).templates.list())).data).toHaveLength(1)
  })
})

describe('mail from a template', () => {
  it('has its sender, subject and content, with the variables filled in', async ({ mail }) => {
    const { id } = await dataOf(resend(mail).templates.create(WELCOME).publish())
    await dataOf(send(mail, { id: 'welcome', variables: { NAME: 'Ada', POINTS: 99 } }))
    expect(await mail.inbox.next()).toMatchObject({
      from: 'Acme <hello@acme.test>',
      reply_to: ['help@acme.test'],
      subject: 'Welcome, Ada',
      html: '<p>Hello Ada, you have 99 points.</p>',
      text: 'Hello Ada, 99 points.',
    })
    await dataOf(send(mail, { id, variables: { NAME: 'Bob' } }, { from: 'Bob <bob@acme.test>', subject: 'Own' }))
    expect(await mail.inbox.next()).toMatchObject({
      from: 'Bob <bob@acme.test>',
      subject: 'Own',
      text: 'Hello Bob, 10 points.',
    })
  })

  it('is refused when a variable is missing or of another type, and before the template is published', async ({
    mail,
  }) => {
    const { id } = await dataOf(resend(mail).templates.create(WELCOME))
    const errors = [await send(mail, { id, variables: { NAME: 'Ada' } })]
    await dataOf(resend(mail).templates.publish(id))
    errors.push(
      await send(mail, { id }),
      await send(mail, { id, variables: { NAME: 1 } }),
      await send(mail, { id: 'nothing' }),
    )
    expect(errors.map(({ error }) => [error?.statusCode, error?.message])).toEqual([
      [422, 'The template `Welcome` is not published. Publish it before you send emails with it.'],
      [422, 'Missing value for the template variable `NAME`, which has no fallback value.'],
      [422, 'The template variable `NAME` must be a string, got 1.'],
      [404, 'Template not found'],
    ])
    expect(mail.inbox.list()).toEqual([])
  })
})
