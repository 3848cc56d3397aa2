import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite((receiver) => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo', 'admin:org'] },
    hubber: { login: 'hubber', scopes: ['repo'] },
  },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }],
    orgs: [{ login: 'acme', members: [{ login: 'octocat', role: 'admin' }] }],
    repos: [
      {
        owner: 'acme',
        name: 'rocket',
        files: { 'src/key.ts': 'export const key = "ghp_leaked"\n' },
        webhooks: [{ url: receiver.url, events: ['dependabot_alert', 'secret_scanning_alert'] }],
      },
    ],
  },
}))
const { it, octokit, takeEvents } = site

const repo = { owner: 'acme', repo: 'rocket' }

describe('alerts of Dependabot', () => {
  it('are made by a test, listed by severity and state, and counted by cursors', async () => {
    const { dependabot } = octokit()
    for (const severity of ['low', 'critical', 'high'] as const) {
      site.codehost.addDependabotAlert({ repo: 'acme/rocket', package: `${severity}-package`, severity })
    }
    const { data: serious } = await dependabot.listAlertsForRepo({ ...repo, severity: 'high,critical' })
    expect(serious.map(({ number, security_vulnerability: { severity } }) => [number, severity])).toEqual([
      [3, 'high'],
      [2, 'critical'],
    ])
    const first = await dependabot.listAlertsForRepo({ ...repo, per_page: 2 })
    expect(first.headers.link).toContain('after=')
    const all = await octokit().paginate(dependabot.listAlertsForRepo, { ...repo, per_page: 2 })
    expect(all.map(({ number }) => number)).toEqual([3, 2, 1])
    const { data: across } = await dependabot.listAlertsForOrg({ org: 'acme', ecosystem: 'npm' })
    expect(across.map((alert) => alert.repository.full_name)).toEqual(Array(3).fill('acme/rocket'))
    expect(await takeEvents()).toEqual(Array(3).fill('dependabot_alert.created'))
  })

  it('are dismissed for a reason, opened again, and assigned', async () => {
    const { dependabot } = octokit()
    const { number } = site.codehost.addDependabotAlert({ repo: 'acme/rocket', package: 'lodash', cveId: 'CVE-2026-1' })
    await takeEvents()
    const one = { ...repo, alert_number: number }
    await expect(dependabot.updateAlert({ ...one, state: 'dismissed' })).rejects.toMatchObject({ status: 422 })
    const dismissal = { state: 'dismissed', dismissed_reason: 'tolerable_risk', dismissed_comment: 'not used' } as const
    const { data } = await dependabot.updateAlert({ ...one, ...dismissal })
    expect(data).toMatchObject({ ...dismissal, dismissed_by: { login: 'octocat' } })
    await dependabot.updateAlert({ ...one, state: 'open' })
    await dependabot.updateAlert({ ...one, state: 'open', assignees: ['hubber'] })
    expect((await dependabot.getAlert(one)).data).toMatchObject({
      state: 'open',
      dismissed_at: null,
      assignees: [{ login: 'hubber' }],
      security_advisory: {
        cve_id: 'CVE-2026-1',
        identifiers: [{ type: 'GHSA' }, { type: 'CVE', value: 'CVE-2026-1' }],
      },
    })
    expect(await takeEvents()).toEqual(['dependabot_alert.dismissed', 'dependabot_alert.reopened'])
    await expect(octokit('hubber').dependabot.listAlertsForRepo(repo)).rejects.toMatchObject({ status: 403 })
  })
})

describe('alerts about secrets', () => {
  it('name the file of the commit that has the secret, which can be hidden', async () => {
    const { secretScanning } = octokit()
    const { number } = site.codehost.addSecretAlert({ repo: 'acme/rocket', secret: 'ghp_leaked', path: 'src/key.ts' })
    const { data: alerts } = await secretScanning.listAlertsForRepo({ ...repo, state: 'open' })
    expect(alerts).toMatchObject([{ number, secret: 'ghp_leaked', first_location_detected: { path: 'src/key.ts' } }])
    const { data: hidden } = await secretScanning.getAlert({ ...repo, alert_number: number, hide_secret: true })
    expect(hidden).not.toHaveProperty('secret')
    const { data: places } = await secretScanning.listLocationsForAlert({ ...repo, alert_number: number })
    const { data: file } = await octokit().repos.getContent({ ...repo, path: 'src/key.ts' })
    expect(places).toMatchObject([{ type: 'commit', details: { start_line: 1, blob_sha: Reflect.get(file, 'sha') } }])
    const { data: across } = await secretScanning.listAlertsForOrg({ org: 'acme', resolution: 'revoked' })
    expect(across).toEqual([])
    expect(() => site.codehost.addSecretAlert({ repo: 'acme/rocket', secret: 'a', path: 'none.ts' })).toThrow(
      'no file none.ts',
    )
    expect(() => site.codehost.addSecretAlert({ repo: 'acme/none', secret: 'a' })).toThrow(
      'the instance has acme/rocket',
    )
  })

  it('are resolved for a reason, opened again, and are for administrators', async () => {
    const { secretScanning } = octokit()
    const { number } = site.codehost.addSecretAlert({ repo: 'acme/rocket', secret: 'ghp_leaked' })
    await takeEvents()
    const one = { ...repo, alert_number: number }
    await expect(secretScanning.updateAlert({ ...one, state: 'resolved' })).rejects.toMatchObject({ status: 422 })
    const resolution = { state: 'resolved', resolution: 'revoked', resolution_comment: 'rotated' } as const
    const { data } = await secretScanning.updateAlert({ ...one, ...resolution })
    expect(data).toMatchObject({ ...resolution, resolved_by: { login: 'octocat' } })
    const { data: across } = await secretScanning.listAlertsForOrg({ org: 'acme', resolution: 'revoked' })
    expect(across.map((alert) => alert.repository?.full_name)).toEqual(['acme/rocket'])
    await secretScanning.updateAlert({ ...one, state: 'open' })
    expect(await takeEvents()).toEqual(['secret_scanning_alert.resolved', 'secret_scanning_alert.reopened'])
    await expect(octokit('hubber').secretScanning.listAlertsForRepo(repo)).rejects.toMatchObject({ status: 403 })
  })
})
