import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CallSummary, Inspection } from '#core/inspection/inspection.ts'
import { receiveEvents } from '#testkit/webhook-receiver.ts'
import { notes } from '#testkit/notes.ts'
import { visitorWithBrowser } from '#testkit/visitor.ts'
import { createEmulator, type Emulator } from '../../emulator.ts'
import { reportDocument } from './index.ts'

// The inspector and the report in a real browser.

const HOSTILE = '<img src=x onerror=alert(1)>'

/** A call as the stream of events has it. */
const CALL: Omit<CallSummary, 'id' | 'path'> = {
  method: 'GET',
  operation: null,
  carried: [],
  status: 200,
  principal: null,
  startedAt: 0,
  beganAt: 0,
  durationMs: 1,
  size: 2,
  refusal: null,
  fault: null,
}

const visitor = visitorWithBrowser()
let codehost: Emulator<'codehost'>
let mail: Emulator<'mail'>
beforeAll(async () => {
  codehost = await createEmulator({
    service: 'codehost',
    port: 0,
    seed: {
      tokens: { ada_token: { login: 'ada', scopes: ['repo', 'admin:repo_hook'] } },
      codehost: { users: [{ login: 'ada' }], repos: [{ owner: 'ada', name: 'one' }] },
    },
  })
  mail = await createEmulator({ service: 'mail', port: 0 })
})
afterAll(() => Promise.all([codehost.close(), mail.close()]))
beforeEach(() => {
  codehost.reset()
  mail.reset()
})

const send = (path: string, body: unknown): Promise<Response> =>
  fetch(codehost.url + path, {
    method: 'POST',
    headers: { authorization: 'Bearer ada_token', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Opens the inspector, and resolves once it is connected. */
async function open(path = '/_backlot/'): Promise<void> {
  await visitor.page.goto(codehost.url + path)
  await visitor.page.getByText('live').waitFor()
}

describe('the inspector', () => {
  it('lists the calls of all services as they come, and shows one with what it changed', async () => {
    const { page } = visitor
    await open()
    await page.getByText('No call has come yet').waitFor()
    await send('/repos/ada/one/issues', { title: HOSTILE, password: 'hunter2' })
    await send('/repos/ada/one/isues', {})
    await fetch(`${mail.url}/emails`)
    await page.locator('.row').nth(2).waitFor()
    await page.locator('.row.bad').nth(1).waitFor()
    await page.locator('.row').first().click()
    const details = page.getByRole('complementary')
    await details.getByText('issues/create', { exact: true }).waitFor()
    const shown = await details.textContent()
    expect(shown).toContain(`title: "${HOSTILE.replaceAll('"', String.raw`\"`)}"`)
    expect(shown).toContain('password: "[redacted]"')
    expect(shown).toMatch(/Changedissues\s+\+ 1/)
    await page.getByPlaceholder('Filter').fill('isues')
    await page.getByText('1 call', { exact: true }).waitFor()
    // The rows are drawn in the frame after the number.
    await expect.poll(() => page.locator('.row').count()).toBe(1)
    await page.locator('.row').click()
    await details.getByText('the nearest operation is').first().waitFor()
    await page.getByPlaceholder('Filter').fill('html_url ONERROR')
    await page.getByText('1 call', { exact: true }).waitFor()
    // A secret is not found either.
    await page.getByPlaceholder('Filter').fill('hunter2')
    await page.getByText('0 calls', { exact: true }).waitFor()
    expect(visitor.complaints).toEqual([])
  })

  it('lists the calls of several services in the order in which they came, with who made them', async () => {
    const { page } = visitor
    await fetch(`${mail.url}/emails/before`)
    // The clock of an instance says nothing about the others.
    mail.clock.advance('1h')
    await send('/repos/ada/one/issues', { title: 'Between' })
    await fetch(`${mail.url}/emails/after`)
    await open()
    const order = async (): Promise<unknown> => {
      const rows = await page.locator('.row').allTextContents()
      return rows.map((row) => /before|issues|after/.exec(row)?.[0])
    }
    await expect.poll(order).toEqual(['before', 'issues', 'after'])
    const principal = page.locator('.row').nth(1).getByText('ada', { exact: true })
    await principal.waitFor()
    // Beside the details, the list has no room for it.
    await page.locator('.row').nth(1).click()
    await page.getByRole('complementary').waitFor()
    await principal.waitFor({ state: 'hidden' })
  })

  it('copies a call as a command, as code and as an assertion', async () => {
    const { page } = visitor
    await visitor.openWith({ permissions: ['clipboard-read', 'clipboard-write'] })
    await send('/repos/ada/one/issues', { title: "it's" })
    await visitor.page.goto(`${codehost.url}/_backlot/`)
    await visitor.page.locator('.row').click()
    const copied = async (name: string): Promise<string> => {
      await visitor.page.getByRole('button', { name }).click()
      await visitor.page.getByRole('status').last().waitFor()
      return visitor.page.evaluate('navigator.clipboard.readText()')
    }
    expect(await copied('Copy as curl')).toContain(String.raw`--data-raw '{"title":"it'\''s"}'`)
    expect(await copied('Copy as fetch')).toContain('"authorization": "Bearer backlot_admin"')
    expect(await copied('Copy as test')).toBe(
      'expect(codehost).toHaveReceived("issues/create", {\n  "body": {\n    "title": "it\'s"\n  },\n  "status": 201,\n  "times": 1\n})',
    )
    expect(page.isClosed()).toBe(true)
  })

  it('shows the state, the webhooks, the clock and the faults, and changes them', async () => {
    const { page } = visitor
    await using receiver = await receiveEvents()
    await send('/repos/ada/one/hooks', { config: { url: receiver.url, content_type: 'json' }, events: ['issues'] })
    await send('/repos/ada/one/issues', { title: 'Broken' })
    await codehost.webhooks.settled()
    await open()
    await page.getByRole('tab', { name: 'State' }).click()
    await page.getByRole('combobox', { name: 'Collection' }).selectOption('issues')
    await page.locator('tr.added').getByText('Broken').waitFor()
    await page.getByRole('tab', { name: 'Webhooks' }).click()
    await page.getByRole('button', { name: '2', exact: true }).click()
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('issues.opened (again)').waitFor()
    expect(codehost.webhooks.deliveries.filter(({ redelivery }) => redelivery)).toHaveLength(1)
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'Clock' }).click()
    const before = codehost.clock.now()
    await page.getByRole('button', { name: 'Advance' }).click()
    await page.getByText('advanced').waitFor()
    expect(codehost.clock.now() - before).toBeGreaterThanOrEqual(3_600_000)
    await page.getByRole('tab', { name: 'Faults' }).click()
    await page.getByLabel('Operation').fill('issues/create')
    await page.getByRole('button', { name: 'Arm' }).click()
    await page.getByRole('button', { name: 'Disarm' }).waitFor()
    expect((await send('/repos/ada/one/issues', { title: 'x' })).status).toBe(503)
    await page.getByRole('button', { name: 'Disarm' }).click()
    await page.getByText('No fault is armed').waitFor()
    await page.getByRole('tab', { name: 'Seed' }).click()
    await page.getByRole('button', { name: 'Reset to the seed' }).click()
    await page.getByText('reset', { exact: true }).waitFor()
    expect(codehost.requests).toEqual([])
    expect(visitor.complaints).toEqual([])
  })

  it('goes to the moment of a timer, of a service that a project defines', async () => {
    const { page } = visitor
    const seed = { notes: { notes: [{ title: 'seeded' }] } }
    await using own = await createEmulator({ service: notes, port: 0, seed })
    own.clock.freeze()
    await fetch(`${own.url}/notes/1/finish-later`, { method: 'POST' })
    const before = own.clock.now()
    await page.goto(`${own.url}/_backlot/`)
    await page.getByRole('tab', { name: 'Clock' }).click()
    await page.getByRole('button', { name: 'Go to this moment' }).click()
    await page.getByText('No timer waits.').waitFor()
    expect(own.clock.now() - before).toBe(60_000)
    expect(String(own.changes())).toContain('done: false → true')
  })

  it('shows a row as the API answers it, follows its keys, and copies the state as a seed', async () => {
    await visitor.openWith({ permissions: ['clipboard-read', 'clipboard-write'] })
    const { page } = visitor
    await send('/repos/ada/one/labels', { name: 'urgent' })
    await send('/repos/ada/one/issues', { title: 'Broken', labels: ['urgent'] })
    await open()
    await page.getByRole('tab', { name: 'State' }).click()
    await page.getByRole('combobox', { name: 'Collection' }).selectOption('issues')
    await page.locator('tr.added').getByRole('button').first().click()
    const details = page.getByRole('complementary')
    await details.getByText('As the API answers it').waitFor()
    expect(await details.textContent()).toContain(`html_url: "${codehost.url}/ada/one/issues/1"`)
    await details.getByRole('button', { name: 'issueLabels (1)' }).click()
    await page.getByRole('button', { name: 'only issueId 1' }).waitFor()
    expect(await page.locator('tbody tr').count()).toBe(1)
    await page.getByRole('tab', { name: 'Seed' }).click()
    await page.getByRole('button', { name: 'Copy as seed' }).click()
    await page.getByText('seed copied').waitFor()
    const seed = JSON.parse(await page.evaluate('navigator.clipboard.readText()')) as object
    await using copy = await createEmulator({ service: 'codehost', port: 0, seed })
    const titles = async (url: string): Promise<unknown> =>
      ((await (await fetch(`${url}/repos/ada/one/issues`)).json()) as { title: string; node_id: string }[]).map(
        ({ title, node_id: id }) => [title, id],
      )
    expect(await titles(copy.url)).toEqual(await titles(codehost.url))
    expect(String(copy.changes())).toBe('no changes')
    expect(visitor.complaints).toEqual([])
  })

  it('is used by keyboard, and fits 320 pixels', async () => {
    const { page } = visitor
    await page.setViewportSize({ width: 320, height: 640 })
    await send('/repos/ada/one/issues', { title: 'One' })
    await send('/repos/ada/one/labels', { name: 'two' })
    await open()
    await page.getByText('2 calls').waitFor()
    await page.keyboard.press('j')
    await page.getByRole('heading', { name: '201 POST /repos/ada/one/issues' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('2')
    await page.getByText('Changed since the seed').waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
  })

  it('scrolls a hundred thousand calls with few elements', async () => {
    const { page } = visitor
    const calls = Array.from({ length: 100_000 }, (_, index) => ({
      ...CALL,
      id: index + 1,
      path: `/calls/${index + 1}`,
    }))
    let answered = false
    await page.route('**/_backlot/events', async (route) => {
      if (answered) return
      answered = true
      const [{ key }] = (await (await fetch(`${codehost.url}/_backlot/instances`)).json()) as [{ key: string }]
      await route.fulfill({ body: `data: ${JSON.stringify({ key, reset: false, calls, now: 0 })}\n\n` })
    })
    await page.goto(`${codehost.url}/_backlot/`)
    await page.getByText('100000 calls').waitFor()
    await page.getByRole('listbox').press('End')
    await page.getByText('/calls/100000', { exact: true }).first().waitFor()
    expect(await page.locator('.row').count()).toBeLessThan(100)
  })

  it('is where a browser gets that opens a service without a page, and no other client', async () => {
    for (const path of ['/', '/_backlot']) {
      await visitor.page.goto(mail.url + path)
      expect(visitor.page.url()).toBe(`${mail.url}/_backlot/`)
    }
    expect((await fetch(mail.url, { headers: { accept: 'text/html' } })).status).toBe(501)
  })

  it('is closed to pages of other origins', async () => {
    const response = await fetch(`${codehost.url}/_backlot/`)
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(response.headers.get('content-security-policy')).toContain("connect-src 'self'")
    for (const path of ['events', 'instances', 'inspection', 'inspection/rows?collection=accounts']) {
      const headers = { origin: mail.url, 'sec-fetch-site': 'same-site' }
      expect((await fetch(`${codehost.url}/_backlot/${path}`, { headers })).status).toBe(403)
    }
  })
})

describe('the report of a failed test', () => {
  it('opens offline, is small, cuts long bodies and has no secrets', async () => {
    const { page } = visitor
    for (let call = 0; call < 100; call++)
      await send('/repos/ada/one/issues', { title: `Issue ${call}`, body: 'é'.repeat(20_000) })
    await send('/repos/ada/one/labels', { name: 'last', token: 'ghp_secret' })
    const inspection = (await (await fetch(`${codehost.url}/_backlot/inspection`)).json()) as Inspection
    const failure = 'codehost received no issues/update\n  instead: #101 POST /repos/ada/one/labels 201'
    const text = reportDocument({ test: 'closes an issue', failure, instances: [inspection] })
    expect(text.length).toBeLessThan(300 * 1024)
    expect(text).not.toContain('ghp_secret')
    const folder = mkdtempSync(join(tmpdir(), 'backlot-report-'))
    try {
      writeFileSync(join(folder, 'report.html'), text)
      await page.context().setOffline(true)
      await page.goto(pathToFileURL(join(folder, 'report.html')).href)
      await page.getByText('received no issues/update').waitFor()
      await page.getByRole('button', { name: '#101' }).click()
      await page.getByRole('heading', { name: '/repos/ada/one/labels' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('tab', { name: 'Calls' }).click()
      await page.getByText('101 calls').waitFor()
      await page.getByRole('listbox').press('Home')
      await page.getByText('The body is longer').first().waitFor()
      await page.getByRole('tab', { name: 'State' }).click()
      await page.getByText('name: "last"').first().waitFor()
      expect(visitor.complaints).toEqual([])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
