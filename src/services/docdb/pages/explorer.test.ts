import { MongoClient } from 'mongodb'
import { describe, expect } from 'vitest'
import { visitorWithBrowser } from '#testkit/visitor.ts'
import { admin, firstProject, startDocdb, docdbTest, type RunningDocdb } from '#docdb/docdb.fixture.ts'

// The data explorer in a real browser.

const HOSTILE = '<img src=x onerror=alert(1)>'
const ID = 'a'.repeat(24)

const visitor = visitorWithBrowser()

const it = docdbTest({
  seed: {
    docdb: {
      projects: [{ name: 'Shop' }, { name: 'Lab' }],
      clusters: [
        { project: 'Shop', name: 'Cluster0' },
        { project: 'Lab', name: 'Trials' },
      ],
      data: [
        {
          database: 'shop',
          collection: 'orders',
          documents: [
            {
              _id: { $oid: ID },
              number: 1,
              total: { $numberDecimal: '40.10' },
              placed: { $date: '2026-01-01T00:00:00Z' },
              visits: { $numberLong: '9007199254740993' },
              weight: { $numberDouble: '5.0' },
              seal: { $binary: { base64: 'AQI=', subType: '00' } },
              session: { $uuid: '00112233-4455-6677-8899-aabbccddeeff' },
              note: HOSTILE,
            },
            { _id: 2, number: 2, status: 'open', customer: { name: "o'Hara", tags: ['new', 'vip'] } },
            { _id: 'three', number: 3, status: 'paid' },
          ],
          indexes: [
            { key: { number: 1 }, unique: true },
            { key: { placed: 1 }, expireAfterSeconds: 7200, partialFilterExpression: { status: 'open' } },
          ],
        },
        {
          database: 'shop',
          collection: 'customers',
          options: { validator: { $jsonSchema: { required: ['email'] } } },
        },
      ],
    },
  },
})

const orders = (docdb: RunningDocdb) => docdb.collection('shop.orders')
const shoot = async (name: string) => {
  const folder = process.env['BACKLOT_SCREENSHOTS']
  if (folder !== undefined) await visitor.page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}
const byRole = (...parameters: Parameters<typeof visitor.page.getByRole>) => visitor.page.getByRole(...parameters)
const documents = () => byRole('list', { name: 'Documents' }).locator('pre').allInnerTexts()
const ordersUrl = async (docdb: RunningDocdb) => {
  const { body } = await admin(docdb, 'GET', `/groups/${await firstProject(docdb)}/clusters`)
  return `${docdb.url}/?cluster=${body.results[0].id}&database=shop&collection=orders`
}
const openOrders = async (docdb: RunningDocdb) => visitor.page.goto(await ordersUrl(docdb))
const cells = async (label: string) => {
  await byRole('region', { name: label }).waitFor()
  // As text, because the expression is evaluated in the browser, whose types the project does not have.
  return visitor.page.evaluate<string[][]>(
    `[...document.querySelectorAll('[aria-label="${label}"] tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent.trim()))`,
  )
}

describe('the data explorer', () => {
  it('leads from the projects to the documents, whose types are told apart', async ({ docdb }) => {
    await visitor.page.goto(docdb.url)
    await shoot('projects')
    expect(await visitor.page.title()).toBe('All projects · docdb')
    expect(await cells('Clusters of Shop')).toEqual([
      ['Cluster0', 'IDLE', '1', `mongodb://127.0.0.1:${docdb.port}/?appName=Cluster0`],
    ])
    await byRole('region', { name: 'Clusters of Shop' }).getByRole('link', { name: 'Cluster0' }).click()
    await byRole('heading', { name: 'Cluster0' }).waitFor()
    expect(await cells('Databases')).toEqual([['shop', '2', '3']])
    await byRole('region', { name: 'Databases' }).getByRole('link', { name: 'shop' }).click()
    await byRole('heading', { name: 'shop' }).waitFor()
    expect(await cells('Collections')).toEqual([
      ['customers', 'collection', '0', '1'],
      ['orders', 'collection', '3', '3'],
    ])
    await byRole('region', { name: 'Collections' }).getByRole('link', { name: 'orders' }).click()
    await byRole('heading', { name: 'shop.orders' }).waitFor()
    await shoot('documents')
    const [first = ''] = await documents()
    expect(first.split('\n')).toEqual([
      '{',
      `  _id: ObjectId("${ID}"),`,
      '  number: 1,',
      '  total: NumberDecimal("40.10"),',
      '  placed: ISODate("2026-01-01T00:00:00.000Z"),',
      '  visits: NumberLong("9007199254740993"),',
      '  weight: Double(5),',
      '  seal: BinData(0, "AQI="),',
      '  session: UUID("00112233-4455-6677-8899-aabbccddeeff"),',
      `  note: "${HOSTILE}"`,
      '}',
    ])
    expect(await cells('Indexes')).toEqual([
      ['_id_', '{ _id: 1 }', 'unique'],
      ['number_1', '{ number: 1 }', 'unique'],
      ['placed_1', '{ placed: 1 }', 'expires after 7200 s, partial: { status: "open" }'],
    ])
    await byRole('link', { name: 'Extended JSON' }).click()
    await visitor.page.waitForURL(/as=ejson/)
    expect(JSON.parse((await documents())[0] ?? '')).toMatchObject({
      number: { $numberInt: '1' },
      weight: { $numberDouble: '5.0' },
      placed: { $date: { $numberLong: '1767225600000' } },
    })
    expect(await visitor.page.locator('img').count()).toBe(0)
    expect(visitor.complaints).toEqual([])
  })

  it('finds by a filter and a sort, and shows what is wrong with them', async ({ docdb }) => {
    await openOrders(docdb)
    await visitor.page.getByLabel('Filter').fill(`{ number: { $gte: 2 } }`)
    await visitor.page.getByLabel('Sort').fill('{ number: -1 }')
    await visitor.page.keyboard.press('Enter')
    await visitor.page.waitForURL(/sort=/)
    expect(await byRole('status').innerText()).toBe('2 documents found')
    expect((await documents()).map((text) => /number: (\d)/.exec(text)?.[1])).toEqual(['3', '2'])
    await visitor.page.getByLabel('Filter').fill(`{ "_id": { "$oid": "${ID}" } }`)
    await byRole('button', { name: 'Find' }).click()
    await visitor.page.waitForURL(/oid/)
    expect(await documents()).toHaveLength(1)
    await visitor.page.getByLabel('Filter').fill('{ number: }')
    await visitor.page.keyboard.press('Enter')
    const alert = byRole('alert')
    await alert.waitFor()
    expect(await alert.innerText()).toBe("Filter: line 1, column 11: expected a value, found '}'")
    expect(await visitor.page.getByLabel('Filter').getAttribute('aria-invalid')).toBe('true')
    expect(await visitor.page.getByLabel('Sort').getAttribute('aria-invalid')).toBeNull()
    await visitor.page.getByLabel('Filter').fill('{ number: { $near: 1 } }')
    await visitor.page.keyboard.press('Enter')
    await visitor.page.waitForURL(/near/)
    expect(await byRole('alert').innerText()).not.toBe('')
    expect(await visitor.page.getByLabel('Filter').inputValue()).toBe('{ number: { $near: 1 } }')
  })

  it('has twenty documents a page', async ({ docdb }) => {
    orders(docdb).insert(Array.from({ length: 25 }, (_, index) => ({ number: 100 + index, status: 'new' })))
    await openOrders(docdb)
    await visitor.page.getByLabel('Filter').fill("{ status: 'new' }")
    await visitor.page.keyboard.press('Enter')
    await visitor.page.waitForURL(/filter=/)
    expect(await byRole('status').innerText()).toBe('25 documents found, 20 shown')
    await byRole('link', { name: 'Next' }).click()
    await visitor.page.waitForURL(/page=2/)
    expect(await documents()).toHaveLength(5)
    expect(await byRole('link', { name: 'Next' }).count()).toBe(0)
    await byRole('link', { name: 'Previous' }).click()
    await visitor.page.waitForURL(/page=1/)
    expect(await documents()).toHaveLength(20)
  })
})

describe('a change in the data explorer', () => {
  it('inserts, edits and deletes a document, of which drivers hear', async ({ docdb }) => {
    const client = await MongoClient.connect(docdb.uri)
    const stream = client.db('shop').collection('orders').watch([], { fullDocument: 'updateLookup' })
    await openOrders(docdb)
    const next = stream.next()
    await visitor.page.getByText('Insert documents').click()
    await byRole('textbox', { name: 'Document, or a list' }).fill(
      `{ _id: 'new', number: 9, placed: ISODate("2026-02-01"), at: NumberLong(5) }`,
    )
    await byRole('button', { name: 'Insert' }).click()
    await visitor.page.getByText('Inserted.').waitFor()
    expect(await next).toMatchObject({ operationType: 'insert', fullDocument: { _id: 'new', number: 9 } })
    await byRole('link', { name: 'Edit "new"' }).click()
    const field = byRole('textbox', { name: 'Document' })
    await shoot('edit')
    expect(await field.inputValue()).toBe(
      '{\n  _id: "new",\n  number: 9,\n  placed: ISODate("2026-02-01T00:00:00.000Z"),\n  at: NumberLong("5")\n}',
    )
    await field.fill((await field.inputValue()).replace('number: 9', 'number: 10'))
    await byRole('button', { name: 'Save' }).click()
    await visitor.page.getByText('Saved.').waitFor()
    expect(orders(docdb).findOne({ _id: 'new' })).toEqual({
      _id: 'new',
      number: 10,
      placed: { $date: '2026-02-01T00:00:00Z' },
      at: 5,
    })
    expect(await stream.next()).toMatchObject({ operationType: 'replace' })
    await byRole('button', { name: 'Delete "new"' }).click()
    await visitor.page.getByText('Deleted.').waitFor()
    expect(orders(docdb).count({ _id: 'new' })).toBe(0)
    expect(await stream.next()).toMatchObject({ operationType: 'delete', documentKey: { _id: 'new' } })
    await client.close()
  })

  it('keeps the text that the server or the reader refuses, and says why', async ({ docdb }) => {
    await openOrders(docdb)
    await visitor.page.getByText('Insert documents').click()
    const field = byRole('textbox', { name: 'Document, or a list' })
    const insert = async (text: string): Promise<string> => {
      await field.fill(text)
      const answered = visitor.page.waitForResponse((response) => response.request().method() === 'POST')
      await byRole('button', { name: 'Insert' }).click()
      expect((await answered).status()).toBe(400)
      await visitor.page.waitForLoadState()
      expect(await field.inputValue()).toBe(text)
      return byRole('alert').innerText()
    }
    expect(await insert('[{ number: 7 }, { number: 3 }]')).toBe(
      'E11000 duplicate key error collection: shop.orders index: number_1 dup key: { number: 3 }',
    )
    await shoot('duplicate')
    expect(orders(docdb).count({ number: 7 })).toBe(0)
    expect(await insert('{\n  number: ObjectId("1")\n}')).toBe(
      'line 2, column 11: ObjectId: $oid: expected 24 hexadecimal digits',
    )
    expect(await insert('[]')).toBe('expected a document, or a list of documents')
    await byRole('link', { name: 'customers' }).click()
    await visitor.page.getByText('Insert documents').click()
    const shown = await insert('{ name: "ada" }')
    expect(shown).toContain('Document failed validation')
    expect(shown).toContain('missingProperties: [')
    await openOrders(docdb)
    await byRole('link', { name: 'Edit 2' }).click()
    await byRole('textbox', { name: 'Document' }).fill('{ _id: 5 }')
    await byRole('button', { name: 'Save' }).click()
    expect(await byRole('alert').innerText()).toContain('_id')
    await byRole('textbox', { name: 'Document' }).fill('{ $set: { a: 1 } }')
    await byRole('button', { name: 'Save' }).click()
    await visitor.page.getByText("can't begin with $").waitFor()
    orders(docdb).delete({ _id: 2 })
    await byRole('textbox', { name: 'Document' }).fill('{ _id: 2 }')
    await byRole('button', { name: 'Save' }).click()
    await visitor.page.getByText('does not exist any more').waitFor()
  })

  it('is refused from the page of another origin', async ({ docdb }) => {
    const url = await ordersUrl(docdb)
    const send = async (headers: Record<string, string>) =>
      (
        await fetch(url, {
          method: 'POST',
          headers,
          body: new URLSearchParams({ action: 'insert', text: '{ number: 50 }' }),
          redirect: 'manual',
        })
      ).status
    expect(await send({ origin: 'http://localhost:3000' })).toBe(403)
    expect(await send({ origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' })).toBe(403)
    expect(await send({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(orders(docdb).count({ number: 50 })).toBe(0)
    expect(await send({})).toBe(303)
    expect(orders(docdb).count({ number: 50 })).toBe(1)
  })
})

describe('the page of a project', () => {
  it('shows its database users and its IP access list', async ({ docdb }) => {
    const id = await firstProject(docdb)
    const user = {
      databaseName: 'admin',
      username: HOSTILE,
      password: 'secret-password',
      roles: [{ roleName: 'readWrite', databaseName: 'shop', collectionName: 'orders' }],
      scopes: [{ name: 'Cluster0', type: 'CLUSTER' }],
    }
    expect((await admin(docdb, 'POST', `/groups/${id}/databaseUsers`, { ...user, groupId: id })).status).toBe(201)
    await admin(docdb, 'POST', `/groups/${id}/accessList`, [{ cidrBlock: '203.0.113.0/24', comment: 'Office' }])
    await visitor.page.goto(docdb.url)
    await byRole('navigation', { name: 'Databases' }).getByRole('link', { name: 'Shop' }).click()
    await byRole('heading', { name: 'Shop', level: 1 }).waitFor()
    await shoot('project')
    expect(await cells('Database users')).toEqual([[HOSTILE, 'password, admin', 'readWrite@shop.orders', 'Cluster0']])
    expect(await cells('IP access list')).toEqual([['203.0.113.0/24', 'Office', 'never']])
    expect(await visitor.page.content()).not.toContain('secret-password')
    expect(await visitor.page.locator('img').count()).toBe(0)
  })
})

describe('the pages of the data explorer', () => {
  it('fit a window 320 pixels wide, in light and dark, and work without scripts', async ({ docdb }) => {
    orders(docdb).insert({
      _id: `long-${'without-a-break-'.repeat(9)}`,
      number: 77,
      ['name-'.repeat(30)]: 'x'.repeat(300),
    })
    const list = await ordersUrl(docdb)
    await visitor.page.goto(list)
    await byRole('link', { name: 'Edit "long' }).click()
    await byRole('textbox', { name: 'Document' }).waitFor()
    const edit = visitor.page.url()
    for (const colorScheme of ['light', 'dark'] as const) {
      await visitor.openWith({ viewport: { width: 320, height: 640 }, colorScheme, javaScriptEnabled: false })
      for (const [name, url] of [
        ['home', docdb.url],
        ['list', list],
        ['edit', edit],
      ] as const) {
        await visitor.page.goto(url)
        await shoot(`narrow-${colorScheme}-${name}`)
        expect(await visitor.page.evaluate('document.documentElement.scrollWidth > window.innerWidth')).toBe(false)
      }
      const [ground] = await visitor.page.evaluate<string[]>(
        'getComputedStyle(document.body).backgroundColor.match(/\\d+/g)',
      )
      expect(Number(ground) < 128).toBe(colorScheme === 'dark')
    }
    await byRole('button', { name: 'Delete' }).click()
    await visitor.page.getByText('Deleted.').waitFor()
    expect(orders(docdb).count({ number: 77 })).toBe(0)
  })

  it('are used by keyboard alone', async ({ docdb }) => {
    await openOrders(docdb)
    await visitor.page.getByText('Insert documents').focus()
    await visitor.page.keyboard.press('Enter')
    await visitor.page.keyboard.press('Tab')
    await visitor.page.keyboard.press('ControlOrMeta+A')
    await visitor.page.keyboard.type('{ number: 88 }')
    await visitor.page.keyboard.press('Tab')
    await visitor.page.keyboard.press('Enter')
    await visitor.page.getByText('Inserted.').waitFor()
    expect(orders(docdb).count({ number: 88 })).toBe(1)
  })

  it('load nothing but their own, and say what does not exist', async ({ docdb }) => {
    const { headers } = await fetch(docdb.url, { headers: { accept: 'text/html' } })
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^ ]+' 'sha256-[^ ]+'; script-src 'sha256-[^ ]+'; img-src data:;/,
    )
    for (const query of ['project=x', 'cluster=x', 'cluster=x&database=shop&collection=orders']) {
      expect((await fetch(`${docdb.url}/?${query}`)).status).toBe(404)
    }
  })

  it('work below a path of an application, without a cluster', async () => {
    await using mounted = await startDocdb({ baseUrl: 'https://app.test/emulate/docdb' })
    mounted.collection('shop.orders').insert({ _id: 1 })
    const read = async (query: string) => (await mounted.fetch(`http://docdb/${query}`)).text()
    const home = await read('')
    expect(home).toContain('href="/emulate/docdb/?cluster=main"')
    // The collections of the only cluster are one click away.
    expect(home).toMatch(/href="\/emulate\/docdb\/\?cluster=main&#38;database=shop&#38;collection=orders"[^<]*>orders</)
    const list = await read('?cluster=main&database=shop&collection=orders')
    expect(list).toContain('action="/emulate/docdb/?cluster=main&#38;database=shop&#38;collection=orders')
    const { status, headers } = await mounted.fetch(
      'http://docdb/?cluster=main&database=shop&collection=orders&document=1',
      { method: 'POST', body: new URLSearchParams({ action: 'delete' }), redirect: 'manual' },
    )
    expect([status, headers.get('location')]).toEqual([
      303,
      '/emulate/docdb/?cluster=main&database=shop&collection=orders&notice=deleted',
    ])
    expect(mounted.collection('shop.orders').count()).toBe(0)
  })
})
