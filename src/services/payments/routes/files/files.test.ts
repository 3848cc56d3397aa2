import { expect } from 'vitest'
import { paymentsTest } from '../../tests/payments.fixture.ts'
import { PNG } from '../../tests/resource-operations.fixture.ts'

const it = paymentsTest()

const headers = { authorization: 'Bearer sk_test_backlot' }

it('keeps a file, its type and its contents', async ({ stripe }) => {
  const file = await stripe.files.create({ purpose: 'dispute_evidence', file: PNG })
  expect(file).toMatchObject({ filename: 'logo.png', size: 8, type: 'png', purpose: 'dispute_evidence' })
  const answer = await fetch(file.url ?? '', { headers })
  expect(answer.headers.get('content-type')).toBe('image/png')
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(PNG.data)
  expect((await fetch(file.url ?? '')).status).toBe(401)
})

it('gives a file to everyone with its link, until the link has expired', async ({ stripe, payments }) => {
  const file = await stripe.files.create({ purpose: 'business_logo', file: PNG })
  const end = file.created + 60
  const link = await stripe.fileLinks.create({ file: file.id, expires_at: end })
  expect(Buffer.from(await (await fetch(link.url ?? '')).arrayBuffer())).toEqual(PNG.data)
  payments.clock.advance('1 minute')
  expect((await fetch(link.url ?? '')).status).toBe(404)
  expect(await stripe.fileLinks.retrieve(link.id)).toMatchObject({ expired: true })
  expect((await stripe.fileLinks.list({ expired: true })).data).toHaveLength(1)
})

it('tells no URL of what proves who somebody is, and keeps evidence about a dispute for 270 days', async ({
  stripe,
}) => {
  const proof = await stripe.files.create({ purpose: 'identity_document', file: PNG })
  expect(proof).toMatchObject({ expires_at: null, type: 'png', url: null })
  const evidence = await stripe.files.create({ purpose: 'dispute_evidence', file: PNG })
  expect((evidence.expires_at ?? 0) - evidence.created).toBe(270 * 86_400)
})

it('makes the link that an upload asks for', async ({ stripe }) => {
  const data = { create: true, metadata: { a: '1' } }
  const file = await stripe.files.create({ purpose: 'business_logo', file: PNG, file_link_data: data })
  expect(file.links?.data).toMatchObject([{ file: file.id, metadata: { a: '1' } }])
})

it('refuses a body that is no form, one without a file, and an unknown purpose', async ({ payments }) => {
  const upload = async (body: FormData | URLSearchParams): Promise<unknown> => {
    const answer = await fetch(`${payments.url}/v1/files`, { method: 'POST', headers, body })
    return [answer.status, ((await answer.json()) as { error: { param?: string } }).error.param]
  }
  const formOf = (purpose: string): FormData => {
    const form = new FormData()
    form.append('purpose', purpose)
    return form
  }
  expect(await upload(new URLSearchParams({ purpose: 'business_logo' }))).toEqual([400, undefined])
  expect(await upload(formOf('business_logo'))).toEqual([400, 'file'])
  expect(await upload(formOf('nonsense'))).toEqual([400, 'purpose'])
})
