import { describe, expect } from 'vitest'
import { dataOf, mailTest, resendOf, type RunningMail } from '#mail/mail.fixture.ts'

const it = mailTest()

const imports = (mail: RunningMail) => resendOf(mail).contacts.imports
type Options = Omit<Parameters<ReturnType<typeof imports>['create']>[0], 'file'>
const upload = async (mail: RunningMail, lines: readonly string[], options: Options = {}) =>
  (await dataOf(imports(mail).create({ file: new Blob([lines.join('\n')]), ...options }))).id
const contact = (mail: RunningMail, email: string) => dataOf(resendOf(mail).contacts.get(email))

describe('an import of contacts', () => {
  it('is queued, and completed by the clock', async ({ mail }) => {
    const id = await upload(mail, ['email,first_name,last_name,unsubscribed', 'ada@example.com,Ada,"Love, lace",true'])
    const queued = {
      object: 'contact_import',
      id,
      status: 'queued',
      created_at: '2026-01-01T12:00:00.000Z',
      completed_at: null,
      counts: { total: 0, created: 0, updated: 0, skipped: 0, failed: 0 },
    }
    expect(await dataOf(imports(mail).get(id))).toEqual(queued)
    mail.clock.advance('1s')
    const completed = {
      ...queued,
      status: 'completed',
      completed_at: '2026-01-01T12:00:00.500Z',
      counts: { ...queued.counts, total: 1, created: 1 },
    }
    expect(await dataOf(imports(mail).get(id))).toEqual(completed)
    expect((await dataOf(imports(mail).list({ status: 'completed' }))).data).toEqual([completed])
    expect((await dataOf(imports(mail).list({ status: 'queued' }))).data).toEqual([])
    expect(await contact(mail, 'ada@example.com')).toMatchObject({
      first_name: 'Ada',
      last_name: 'Love, lace',
      unsubscribed: true,
    })
  })

  it('takes the fields from the columns of its map, and adds segments and topics', async ({ mail }) => {
    const resend = resendOf(mail)
    const segment = await dataOf(resend.segments.create({ name: 'Customers' }))
    const topic = await dataOf(resend.topics.create({ name: 'News', defaultSubscription: 'opt_out' }))
    await upload(mail, ['Mail,Given name,Plan,Seats', 'ada@example.com,Ada,pro,12', 'bob@example.com,,free,many'], {
      columnMap: {
        email: 'Mail',
        firstName: 'Given name',
        properties: { plan: { column: 'Plan' }, seats: { column: 'Seats', type: 'number' } },
      },
      segments: [{ id: segment.id }],
      topics: [{ id: topic.id, subscription: 'opt_in' }],
    })
    mail.clock.advance('1s')
    expect((await dataOf(imports(mail).list())).data[0]?.counts).toMatchObject({ total: 2, created: 1, failed: 1 })
    const ada = await contact(mail, 'ada@example.com')
    expect(ada).toMatchObject({
      first_name: 'Ada',
      properties: { plan: { type: 'string', value: 'pro' }, seats: { type: 'number', value: 12 } },
    })
    const members = await dataOf(resend.contacts.list({ segmentId: segment.id }))
    expect(members.data.map(({ id }) => id)).toEqual([ada.id])
    const topics = await dataOf(resend.contacts.topics.list({ email: 'ada@example.com' }))
    expect(topics.data.map(({ subscription }) => subscription)).toEqual(['opt_in'])
  })

  it.for([
    [{}, { total: 3, created: 1, updated: 0, skipped: 1, failed: 1 }, 'Ada'],
    [{ onConflict: 'upsert' }, { total: 3, created: 1, updated: 1, skipped: 0, failed: 1 }, 'Augusta'],
  ] as const)('with the options %j counts %j', async ([options, counts, firstName], { mail }) => {
    await dataOf(resendOf(mail).contacts.create({ email: 'ada@example.com', firstName: 'Ada', lastName: 'King' }))
    const lines = ['email,first_name,last_name', 'ada@example.com,Augusta,', 'nobody,,', 'bob@example.com,Bob,']
    const id = await upload(mail, lines, options)
    mail.clock.advance('1s')
    expect((await dataOf(imports(mail).get(id))).counts).toEqual(counts)
    expect(await contact(mail, 'ada@example.com')).toMatchObject({ first_name: firstName, last_name: 'King' })
  })

  it('fails without a column of addresses', async ({ mail }) => {
    const id = await upload(mail, ['name', 'Ada'])
    mail.clock.advance('1s')
    expect(await dataOf(imports(mail).get(id))).toMatchObject({ status: 'failed', counts: { total: 1, created: 0 } })
  })

  it('is refused without a file, for an unknown segment, and for options that do not fit', async ({ mail }) => {
    const create = (options: object) => imports(mail).create({ file: new Blob(['email\n']), ...options })
    const form = new FormData()
    form.append('on_conflict', 'skip')
    const headers = { authorization: 'Bearer re_test' }
    const without = await fetch(`${mail.url}/contacts/imports`, { method: 'POST', headers, body: form })
    expect([without.status, await without.json()]).toMatchObject([422, { name: 'missing_required_field' }])
    const noForm = await fetch(`${mail.url}/contacts/imports`, { method: 'POST', headers, body: 'email' })
    expect(noForm.status).toBe(422)
    const unknown = '78261eea-8f8b-4381-83c6-79fa7120f1cf'
    expect((await create({ segments: [{ id: unknown }] })).error).toMatchObject({ statusCode: 404 })
    expect((await create({ onConflict: 'replace' })).error).toMatchObject({ statusCode: 422 })
    expect((await create({ segments: 'none' })).error).toMatchObject({ statusCode: 422 })
    expect((await imports(mail).get(unknown)).error).toMatchObject({ message: 'Contact import not found' })
  })
})
