import { gzipSync } from 'node:zlib'
import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite((receiver) => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo'] },
    hubber: { login: 'hubber', scopes: ['repo'] },
  },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }],
    orgs: [{ login: 'acme', members: [{ login: 'octocat', role: 'admin' }] }],
    repos: [
      { owner: 'octocat', name: 'hello-world', auto_init: true },
      {
        owner: 'acme',
        name: 'rocket',
        auto_init: true,
        webhooks: [{ url: receiver.url, events: ['code_scanning_alert'] }],
      },
    ],
  },
}))
const { it, octokit, takeEvents } = site

const repo = { owner: 'acme', repo: 'rocket' }
const SHA = 'a'.repeat(40)

/** A file of SARIF with a result for each line. */
function sarif(lines: readonly number[], category?: string): string {
  const rule = {
    id: 'js/sql-injection',
    name: 'js/sql-injection',
    shortDescription: { text: 'Query built from user input' },
    fullDescription: { text: 'A query that is built from user input can be changed by the user.' },
    defaultConfiguration: { level: 'error' },
    help: { text: 'Use parameters.' },
    properties: { tags: ['security'], 'security-severity': '8.8' },
  }
  const document = {
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'CodeQL', semanticVersion: '2.4.0', rules: [rule] } },
        ...(category === undefined ? {} : { automationDetails: { id: category } }),
        results: lines.map((startLine) => ({
          ruleId: rule.id,
          ruleIndex: 0,
          message: { text: 'This query depends on a user-provided value.' },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: 'src/db.js' },
                region: { startLine, startColumn: 3, endColumn: 9 },
              },
            },
          ],
        })),
      },
    ],
  }
  return gzipSync(JSON.stringify(document)).toString('base64')
}

const upload = async (file: string, ref = 'refs/heads/main') => {
  const { data } = await octokit().codeScanning.uploadSarif({ ...repo, commit_sha: SHA, ref, sarif: file })
  return data.id ?? ''
}

describe('code scanning', () => {
  it('makes an alert of each result of an uploaded file', async () => {
    const { codeScanning } = octokit()
    await expect(codeScanning.listAlertsForRepo(repo)).rejects.toMatchObject({
      status: 404,
      response: { data: { message: 'no analysis found' } },
    })
    const id = await upload(sarif([4, 9]))
    const { data: status } = await codeScanning.getSarif({ ...repo, sarif_id: id })
    expect(status).toMatchObject({ processing_status: 'complete' })
    const { data: alerts } = await codeScanning.listAlertsForRepo(repo)
    expect(
      alerts.map(({ number, state, rule }) => [number, state, rule.severity, rule.security_severity_level]),
    ).toEqual([
      [2, 'open', 'error', 'high'],
      [1, 'open', 'error', 'high'],
    ])
    const { data: alert } = await codeScanning.getAlert({ ...repo, alert_number: 1 })
    expect(alert).toMatchObject({
      tool: { name: 'CodeQL', version: '2.4.0' },
      rule: { id: 'js/sql-injection', help: 'Use parameters.', tags: ['security'] },
      most_recent_instance: {
        ref: 'refs/heads/main',
        commit_sha: SHA,
        location: { path: 'src/db.js', start_line: 4, end_line: 4, start_column: 3, end_column: 9 },
      },
    })
    const { data: analyses } = await codeScanning.listRecentAnalyses(repo)
    expect(analyses).toMatchObject([{ results_count: 2, rules_count: 1, sarif_id: id, deletable: true }])
    const { data: analysis } = await codeScanning.getAnalysis({ ...repo, analysis_id: analyses[0]?.id ?? 0 })
    expect(analysis).toEqual(analyses[0])
    const { data: across } = await codeScanning.listAlertsForOrg({ org: 'acme', state: 'open' })
    expect(across.map(({ number }) => number)).toEqual([2, 1])
    expect(await takeEvents()).toEqual(['code_scanning_alert.created', 'code_scanning_alert.created'])
  })

  it('fixes alerts that a later analysis of the same category does not find, and opens them again', async () => {
    const { codeScanning } = octokit()
    await upload(sarif([4, 9]))
    await upload(sarif([], 'other/'))
    await takeEvents()
    await upload(sarif([9]))
    expect((await codeScanning.listAlertsForRepo({ ...repo, state: 'fixed' })).data).toMatchObject([
      { number: 1, state: 'fixed', most_recent_instance: { state: 'fixed' } },
    ])
    await upload(sarif([4, 9]))
    await upload(sarif([9]), 'refs/heads/work')
    expect((await codeScanning.listAlertsForRepo({ ...repo, state: 'fixed' })).data).toEqual([])
    expect((await codeScanning.listAlertsForRepo({ ...repo, ref: 'work' })).data).toMatchObject([{ number: 2 }])
    const { data: instances } = await codeScanning.listAlertInstances({ ...repo, alert_number: 2 })
    expect(instances.map(({ ref }) => ref)).toEqual(['refs/heads/work', 'refs/heads/main'])
    expect(await takeEvents()).toEqual(
      ['fixed', 'reopened', 'appeared_in_branch'].map((action) => `code_scanning_alert.${action}`),
    )
  })

  it('lets users dismiss an alert for a reason, and open it again', async () => {
    const { codeScanning } = octokit()
    await upload(sarif([4]))
    await takeEvents()
    const one = { ...repo, alert_number: 1 }
    await expect(codeScanning.updateAlert({ ...one, state: 'dismissed' })).rejects.toMatchObject({ status: 422 })
    const dismissal = { state: 'dismissed', dismissed_reason: 'false positive', dismissed_comment: 'a test' } as const
    const { data: dismissed } = await codeScanning.updateAlert({ ...one, ...dismissal })
    expect(dismissed).toMatchObject({ ...dismissal, dismissed_by: { login: 'octocat' } })
    const { data: open } = await codeScanning.updateAlert({ ...one, state: 'open' })
    expect(open).toMatchObject({ state: 'open', dismissed_by: null, dismissed_reason: null })
    expect(await takeEvents()).toEqual(['code_scanning_alert.closed_by_user', 'code_scanning_alert.reopened_by_user'])
  })

  it('deletes the latest analysis of a set only, and the last one when that is confirmed', async () => {
    const { codeScanning } = octokit()
    await upload(sarif([4]))
    await upload(sarif([4]))
    const [latest, first] = (await codeScanning.listRecentAnalyses(repo)).data.map(({ id }) => id)
    await expect(codeScanning.deleteAnalysis({ ...repo, analysis_id: first ?? 0 })).rejects.toMatchObject({
      status: 400,
    })
    const { data } = await codeScanning.deleteAnalysis({ ...repo, analysis_id: latest ?? 0 })
    expect(data.next_analysis_url).toContain(`/analyses/${first}`)
    await expect(codeScanning.deleteAnalysis({ ...repo, analysis_id: first ?? 0 })).rejects.toMatchObject({
      status: 400,
    })
    await codeScanning.deleteAnalysis({ ...repo, analysis_id: first ?? 0, confirm_delete: '' })
    await expect(codeScanning.listAlertsForRepo(repo)).rejects.toMatchObject({ status: 404 })
  })

  it('refuses what is not packed, says why a file was not processed, and is for those who may write', async () => {
    const { codeScanning } = octokit()
    const input = { ...repo, commit_sha: SHA, ref: 'refs/heads/main' }
    await expect(codeScanning.uploadSarif({ ...input, sarif: 'x' })).rejects.toMatchObject({ status: 400 })
    const id = await upload(gzipSync('{"version":"1.0.0"}').toString('base64'))
    const { data } = await codeScanning.getSarif({ ...repo, sarif_id: id })
    expect(data).toMatchObject({ processing_status: 'failed', errors: [expect.stringContaining('version')] })
    await expect(octokit('hubber').codeScanning.listAlertsForRepo(repo)).rejects.toMatchObject({ status: 403 })
  })
})
