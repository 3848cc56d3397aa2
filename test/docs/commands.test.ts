import { expect, test } from 'vitest'
import { readCommandLine } from '#cli/flags.ts'
import { createEmulator } from '../../src/index.ts'
import { registry, type ServiceId } from '../../src/registry.ts'
import { starterContent } from '../../src/starter.ts'
import { documentedBlocks } from './blocks.ts'

/** A command line of the documentation, with its page and line. */
interface Line {
  readonly place: string
  readonly words: readonly string[]
}

const lines: readonly Line[] = documentedBlocks('sh').flatMap(({ page, line, code }) =>
  code
    .split('\n')
    .map((text, index) => ({ place: `${page}:${line + index}`, words: wordsOf(text.replace(/\s# .*$/, '')) }))
    .filter(({ words }) => words.length > 0),
)

/** Splits a command line at its spaces, outside of quotation marks. */
function wordsOf(text: string): string[] {
  return [...text.matchAll(/'([^']*)'|"([^"]*)"|([^\s'"]+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  )
}

const own = lines.filter(({ words }) => words[0] === 'npx' && words[1] === 'backlot')

test.each(own.map(({ place, words }) => [place, words.slice(2).join(' '), words] as const))(
  '%s: backlot %s is a command line of the command',
  (_place, _text, words) => {
    const end = words.indexOf('>')
    expect(() => readCommandLine(words.slice(2, end < 0 ? undefined : end))).not.toThrow()
  },
)

const curls = lines.filter(({ words }) => words[0] === 'curl')

test.each(curls.map((line) => [line.place, line] as const))(
  '%s: the curl command names an operation',
  async (_place, { words }) => {
    const { url, method, headers, body } = requestOf(words)
    const service = registry.find(({ port }) => String(port) === url.port)
    if (service === undefined) throw new Error(`${url.href} has the port of no service`)
    const id = service.id as ServiceId // the generated type has them all
    await using emulator = await createEmulator({
      service: id,
      port: 0,
      seed: await starterContent(await service.load()),
    })
    if (url.pathname.startsWith('/_backlot/')) await prepare(emulator)
    const answer = await emulator.fetch(new URL(url.pathname + url.search, emulator.url), { method, headers, body })
    // A placeholder names no record; everything else is there.
    if (!decodeURIComponent(url.pathname).includes('<id>')) expect([404, 405, 415, 501]).not.toContain(answer.status)
    expect(answer.status).toBeLessThan(500)
  },
)

/** Sends the mail for which a documented command waits. */
async function prepare({
  service,
  url,
  env,
}: {
  service: string
  url: string
  env: Readonly<Record<string, string>>
}): Promise<void> {
  if (service !== 'mail') return
  const email = { from: 'hello@example.com', to: 'ada@example.com', subject: 'Hi', text: 'Hi' }
  const headers = { authorization: `Bearer ${env['RESEND_API_KEY']}`, 'content-type': 'application/json' }
  const sent = await fetch(`${url}/emails`, { method: 'POST', headers, body: JSON.stringify(email) })
  expect(sent.status).toBe(200)
}

interface CurlRequest {
  readonly url: URL
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: string | null
}

function requestOf(words: readonly string[]): CurlRequest {
  const headers: Record<string, string> = {}
  let method: string | undefined
  let body: string | null = null
  let url = ''
  for (let index = 1; index < words.length; index++) {
    const word = words[index] ?? ''
    const value = words[index + 1] ?? ''
    if (word === '-X') method = value
    else if (word === '-H')
      headers[value.slice(0, value.indexOf(':')).trim()] = value.slice(value.indexOf(':') + 1).trim()
    else if (word === '-d' || word === '--data') body = value
    else if (word === '--json') {
      body = value
      headers['content-type'] = 'application/json'
    } else if (/^https?:/.test(word)) url = word
    if (['-X', '-H', '-d', '--data', '--json'].includes(word)) index += 1
  }
  if (body !== null && headers['content-type'] === undefined)
    headers['content-type'] = 'application/x-www-form-urlencoded'
  return { url: new URL(url), method: method ?? (body === null ? 'GET' : 'POST'), headers, body }
}
