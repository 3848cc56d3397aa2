import { describe, expect } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { checkedOctokit } from '#testkit/octokit.ts'
import { serviceTest } from '#testkit/service-test.ts'

let codehost: Emulator<'codehost'>
const it = serviceTest('codehost', { now: 0 })
it.beforeAll(({ codehost: instance }) => {
  codehost = instance
})

/** The vendor's client does not know this media type and returns the text as bytes. */
const speech = ({ data }: { data: unknown }) => Buffer.from(data as ArrayBuffer).toString()

const octokit = (token?: string) => checkedOctokit(codehost, token)

describe('meta', () => {
  it('begins with the URLs of the API', async () => {
    const { data } = await octokit().meta.root()
    expect(data.repository_url).toBe(`${codehost.url}/repos/{owner}/{repo}`)
  })

  it('is named by the variables that the vendor’s clients read', () => {
    const { host } = new URL(codehost.url)
    expect(codehost.env).toMatchObject({
      CODEHOST_API_BASE: codehost.url,
      GITHUB_API_URL: codehost.url,
      GITHUB_SERVER_URL: codehost.url,
      GHE_HOST: host,
      GHE_PROTOCOL: 'http',
    })
  })

  it('has addresses, versions and emojis', async () => {
    expect((await octokit().meta.get()).data.hooks).toEqual(['127.0.0.1/32'])
    expect((await octokit().meta.getAllVersions()).data).toContain('2022-11-28')
    const { data } = await octokit().emojis.get()
    expect(Object.keys(data).length).toBeGreaterThan(1900)
    expect(data).toMatchObject({
      '+1': expect.stringMatching(/\/images\/icons\/emoji\/unicode\/1f44d\.png\?v8$/),
      artist: expect.stringMatching(/\/unicode\/1f9d1-1f3a8\.png\?v8$/),
      octocat: expect.stringMatching(/\/emoji\/octocat\.png\?v8$/),
      rainbow_flag: expect.stringMatching(/\/unicode\/1f3f3-1f308\.png\?v8$/),
    })
  })

  it('has a sentence of wisdom, another each minute, and a cat that says it or any other text', async () => {
    const { data: zen, headers } = await octokit().meta.getZen()
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect((await octokit().meta.getZen()).data).toBe(zen)
    expect(speech(await octokit().meta.getOctocat())).toContain(zen)
    codehost.clock.advance('1m')
    expect((await octokit().meta.getZen()).data).not.toBe(zen)
    const said = await octokit().meta.getOctocat({ s: 'Hello' })
    expect(speech(said)).toContain('( Hello )')
    expect(said.headers['content-type']).toContain('application/octocat-stream')
  })

  it('has the rate limits of users and of anonymous clients', async () => {
    expect((await octokit('backlot_admin').rateLimit.get()).data.resources).toMatchObject({
      core: { limit: 5000 },
      search: { limit: 30 },
    })
    expect((await octokit().rateLimit.get()).data.resources).toMatchObject({
      core: { limit: 60 },
      search: { limit: 10 },
    })
  })

  it('has the rate limits of scans, dependencies and audit logs, by the minute or by the hour', async () => {
    const { resources } = (await octokit('backlot_admin').rateLimit.get()).data
    const { core, search, ...others } = resources
    expect(others).toMatchObject({
      code_scanning_autofix: { limit: 10, reset: search.reset },
      dependency_snapshots: { limit: 100, reset: search.reset },
      dependency_sbom: { limit: 100, reset: search.reset },
      code_scanning_upload: { limit: 5000, reset: core.reset },
      audit_log: { limit: 1750, reset: core.reset },
      audit_log_streaming: { limit: 15, reset: core.reset },
    })
  })
})
