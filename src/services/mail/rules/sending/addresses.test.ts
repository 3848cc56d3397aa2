import { describe, expect } from 'vitest'
import { dataOf, resendOf, mailTest, type RunningMail } from '#mail/mail.fixture.ts'
import { emailOf, parseAddress } from './addresses.ts'

const it = mailTest()

const message = { from: 'app@acme.com', to: 'ada@example.com', subject: 'Hello', text: 'Hello' }
const refusalOf = async (mail: RunningMail, change: object) => {
  const { error } = await resendOf(mail).emails.send({ ...message, ...change })
  return error
}

describe('an address', () => {
  it.for([
    ['ada@example.com', null, 'ada@example.com'],
    ['Ada <ada@example.com>', 'Ada', 'ada@example.com'],
    ['Ada<ADA@Example.com>', 'Ada', 'ada@example.com'],
    ['<ada@example.com>', null, 'ada@example.com'],
    ['"Lovelace, Ada" <ada@example.com>', 'Lovelace, Ada', 'ada@example.com'],
    ['Lovelace, Ada <ada@example.com>', 'Lovelace, Ada', 'ada@example.com'],
    ['"Ada \\"the\\" Countess" <ada@example.com>', 'Ada "the" Countess', 'ada@example.com'],
    ['"Ada <the countess>" <ada@example.com>', 'Ada <the countess>', 'ada@example.com'],
    ['Ада 🚀 <ada@example.com>', 'Ада 🚀', 'ada@example.com'],
    ['Acme @ Home: News <news+uk@acme.co.uk>', 'Acme @ Home: News', 'news+uk@acme.co.uk'],
    ["o'neil.x@xn--bcher-kva.de", null, "o'neil.x@xn--bcher-kva.de"],
    ['dev@localhost', null, 'dev@localhost'],
  ] as const)('%s has the name %s', ([written, name, email]) => {
    expect(parseAddress(written)).toMatchObject({ name, email })
    expect(emailOf(written)).toBe(email)
  })
})

describe('a field for addresses', () => {
  const format = (field: string) =>
    `Invalid \`${field}\` field. The email address needs to follow the \`email@example.com\` or \`Name <email@example.com>\` format.`

  it.for([
    '',
    'ada',
    'ada@example',
    'Ada ada@example.com',
    'ada@example.com, bob@example.com',
    'ada@example.com|bob@example.com',
    'ada@example.com\n',
    'Ada\r\nBcc: eve@example.com <ada@example.com>',
    'Ada <ada@example.com',
    'Ada <ada@example.com> Lovelace',
    'Ada <the countess> <ada@example.com>',
    '.ada@example.com',
    'ada.@example.com',
    'a..da@example.com',
    'ada@example..com',
    'ada@-example.com',
    'ada@example.123',
    'ada@[127.0.0.1]',
  ])('refuses %j in the words of the vendor', async (written, { mail }) => {
    expect(await refusalOf(mail, { to: written })).toMatchObject({
      statusCode: 422,
      name: 'validation_error',
      message: format('to'),
    })
  })

  it.for(['jurodríduez@example.com', 'Ada <ada@bücher.de>', '燕 noreply@example.com'])(
    'says that %s is not ASCII',
    async (written, { mail }) => {
      expect(await refusalOf(mail, { from: written })).toMatchObject({
        statusCode: 422,
        message: 'Invalid `from` field. The email address contains non-ASCII characters.',
      })
    },
  )

  it('names the invalid address of a list and its field', async ({ mail }) => {
    expect(await refusalOf(mail, { cc: ['ada@example.com', 'nobody'] })).toMatchObject({ message: format('cc') })
    expect(await refusalOf(mail, { replyTo: ['ada@example.com', 'ä@example.com'] })).toMatchObject({
      message: 'Invalid `reply_to` field. The email address contains non-ASCII characters.',
    })
  })

  it('keeps addresses as they were written', async ({ mail }) => {
    const from = '"Lovelace, Ada" <Ada@Acme.com>'
    const { id } = await dataOf(resendOf(mail).emails.send({ ...message, from, to: ['Bob <BOB@example.com>'] }))
    expect(await dataOf(resendOf(mail).emails.get(id))).toMatchObject({ from, to: ['Bob <BOB@example.com>'] })
    expect(await mail.inbox.next({ to: 'bob@example.com' })).toMatchObject({ from })
  })
})

it('encodes names that are not ASCII in the source, one by one', async ({ mail }) => {
  const to = ['Ада, мама <ada@example.com>', '"Babbage, Charles" <charles@example.com>']
  const { id } = await dataOf(resendOf(mail).emails.send({ ...message, to }))
  const source = await (await fetch(`${mail.url}/inbox/${id}/source`)).text()
  const name = Buffer.from('Ада, мама').toString('base64')
  expect(source).toContain(`To: =?UTF-8?B?${name}?= <ada@example.com>, "Babbage, Charles" <charles@example.com>\r\n`)
})

it('refuses a line break in a subject, which would end the header', async ({ mail }) => {
  expect(await refusalOf(mail, { subject: 'Hello\nBcc: eve@example.com' })).toMatchObject({
    statusCode: 422,
    name: 'validation_error',
    message: 'The `\\n` is not allowed in the `subject` field.',
  })
})
