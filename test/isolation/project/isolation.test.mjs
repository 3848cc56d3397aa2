import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test as base } from 'vitest'
import { emulatorFixture } from 'backlot/vitest'

const seed = {
  tokens: { ada_token: { login: 'ada', scopes: ['repo', 'admin:repo_hook', 'user'] } },
  codehost: {
    users: [{ login: 'ada' }, { login: 'bob' }],
    repos: [{ owner: 'ada', name: 'engine' }],
    oauth_apps: [
      {
        client_id: 'Iv1.isolation',
        client_secret: 'isolation_secret',
        name: 'Isolation',
        redirect_uris: ['http://127.0.0.1'],
      },
    ],
  },
  payments: {},
  docdb: { database_users: [{ username: 'ada', password: 'secret' }] },
}
const test = base
  .extend(emulatorFixture('codehost', { hosts: 'real', seed, basePort: 0 }))
  .extend(emulatorFixture('payments', { hosts: 'real', seed, basePort: 0 }))
  .extend(emulatorFixture('docdb', { hosts: 'real', seed, basePort: 0 }))

const apps = Object.keys(JSON.parse(process.env.ISOLATION_APPS)).map((name) => [
  name,
  process.env[`ISOLATION_${name.toUpperCase()}`],
])
const numbers = Array.from({ length: Number(process.env.ISOLATION_TESTS) }, (_, index) => index)
const clients = ['fetch', 'undici', 'https', 'http2']

const json = async (url, init) => {
  const answer = await fetch(url, init)
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}: ${await answer.text()}`)
  return answer.json()
}
const post = (url, body) =>
  json(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

/** Signs in as a browser does: it follows redirects, fills the form of the vendor in, and keeps cookies. */
async function signIn(app, login) {
  const start = await fetch(`${app}/login`, { redirect: 'manual' })
  const location = await submitForm(start.headers.get('location'), login)
  const called = await fetch(location, { redirect: 'manual' })
  const cookie = called.headers.getSetCookie()[0].split(';')[0]
  return json(`${app}/me`, { headers: { cookie } })
}

/** Chooses a person on the vendor's page, and returns the address to which the browser is sent. */
async function submitForm(url, login) {
  const html = await (await fetch(url)).text()
  const hidden = [...html.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)]
  const fields = hidden.map(([, name, value]) => [name, value.replaceAll('&amp;', '&')])
  const body = new URLSearchParams([...fields, ['user', login]])
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  const location = answer.headers.get('location')
  if (location === null) throw new Error(`the page of the vendor answers ${answer.status}: ${await answer.text()}`)
  return location
}

/** Opens an issue by the form of a page of server components, and returns the lines of the page before and after. */
async function useBoard(app, title) {
  const before = await (await fetch(`${app}/board`)).text()
  const [, action] = /name="(\$ACTION_ID_\w+)"/.exec(before) ?? []
  const body = new FormData()
  body.set(action, '')
  body.set('title', title)
  const after = await (await fetch(`${app}/board`, { method: 'POST', body })).text()
  return [before, after].map((html) =>
    [...html.matchAll(/>((?:middleware|undici|fetch): [^<]*)</g)].map(([, line]) => line),
  )
}

test.for(numbers)('test %i sees its own rows only', async (number, { codehost, payments, docdb }) => {
  const [name, app] = apps[number % apps.length]
  const own = `${process.pid} ${number}`
  const amount = 100 + ((process.pid * 31 + number) % 100_000)
  const hook = { config: { url: `${app}/hook`, content_type: 'json' }, events: ['issues'] }
  await fetch('https://api.github.com/repos/ada/engine/hooks', {
    method: 'POST',
    headers: { authorization: 'Bearer ada_token' },
    body: JSON.stringify(hook),
  })
  const login = number % 2 === 0 ? 'ada' : 'bob'
  const [first, listed, paid, noted, signedIn] = await Promise.all([
    post(`${app}/issues`, { title: `first ${own}` }),
    json(`${app}/issues?client=${clients[number % clients.length]}`),
    post(`${app}/pay`, { amount }),
    post(`${app}/notes`, { text: own }),
    signIn(app, login),
  ])
  await sleep(Math.random() * 20)
  await post(`${app}/issues`, { title: `second ${own}` })
  expect(first.number).toBe(1)
  expect(
    listed.titles.every((title) => title.endsWith(own)),
    listed.titles.join(),
  ).toBe(true)
  for (const client of clients) {
    expect(await json(`${app}/issues?client=${client}`), name).toEqual({ titles: [`second ${own}`, `first ${own}`] })
  }
  expect(paid).toEqual({ status: 'succeeded', amounts: [amount] })
  expect(noted).toEqual({ notes: [own], count: 1 })
  expect(
    docdb
      .collection('shop.notes')
      .find()
      .map(({ text }) => text),
  ).toEqual([own])
  expect(signedIn).toEqual({ login })
  const opened = [`first ${own}`, `second ${own}`]
  if (name === 'next') {
    const [before, after] = await useBoard(app, `third ${own}`)
    const lines = (titles) =>
      ['undici', 'fetch'].flatMap((client) => titles.toReversed().map((title) => `${client}: ${title}`))
    expect(before).toEqual([`middleware: first ${own}`, ...lines(opened)])
    opened.push(`third ${own}`)
    expect(after).toEqual([`middleware: first ${own}`, ...lines(opened)])
    await post(`${app}/after`, { title: `last ${own}` })
    opened.push(`last ${own}`)
    await expect
      .poll(async () => (await json(`${app}/issues`)).titles, { timeout: 20_000 })
      .toEqual(opened.toReversed())
  }
  await codehost.webhooks.settled()
  const comments = codehost.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/comments'))
  expect(comments.map(({ request }) => JSON.parse(request.body).body).toSorted()).toEqual(
    opened.map((title) => `heard of ${title}`).toSorted(),
  )
  expect(payments.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('a value that the application caches is read by later tests', async () => {
  for (const [, app] of apps.filter(([name]) => name === 'next')) {
    const first = await json(`${app}/cached`)
    await post(`${app}/issues`, { title: `not in the cache ${process.pid}` })
    expect(await json(`${app}/cached`)).toEqual(first)
  }
})

test('work that has lost its context is refused, and the reason names the way out', async () => {
  for (const [, app] of apps) {
    const { error } = await json(`${app}/lost`)
    expect(error).toContain('your code called https://api.github.com (GET /repos/ada/engine/issues')
    expect(error).toContain('it belongs to no test that runs')
  }
})
