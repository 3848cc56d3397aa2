import { gzipSync } from 'node:zlib'
import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite(() => ({
  tokens: Object.fromEntries(['octocat', 'hubber'].map((login) => [login, { login, scopes: ['repo', 'workflow'] }])),
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }],
    repos: [
      { owner: 'octocat', name: 'hello-world', files: { 'src/app.ts': 'eval(x)\n', 'tool.py': 'pass\n' } },
      { owner: 'octocat', name: 'empty' },
      { owner: 'octocat', name: 'other', files: { 'a.go': 'package a\n' } },
    ],
  },
}))
const { it, octokit } = site

const repo = { owner: 'octocat', repo: 'hello-world' }
const refused = (status: number) => ({ status })
const setUp = (more: object = {}, name = 'hello-world') =>
  octokit().codeScanning.updateDefaultSetup({ ...repo, repo: name, state: 'configured', ...more })

describe('the default setup of code scanning', () => {
  it('scans the languages of the repository in a run, and makes their databases', async () => {
    const { codeScanning, actions } = octokit()
    expect((await codeScanning.getDefaultSetup(repo)).data).toMatchObject({
      state: 'not-configured',
      languages: ['javascript-typescript', 'python'],
      schedule: null,
    })
    const { data, status } = await setUp({ query_suite: 'extended' })
    expect(status).toBe(202)
    const run_id = 'run_id' in data ? (data.run_id ?? 0) : 0
    expect((await actions.getWorkflowRun({ ...repo, run_id })).data).toMatchObject({
      event: 'dynamic',
      display_title: 'CodeQL Setup',
      path: 'dynamic/github-code-scanning/codeql',
    })
    await expect(setUp({ query_suite: 'default' })).rejects.toMatchObject(refused(409))
    site.codehost.finishRun({ runId: run_id })
    expect((await codeScanning.getDefaultSetup(repo)).data).toMatchObject({
      state: 'configured',
      query_suite: 'extended',
      schedule: 'weekly',
    })
    const { data: databases } = await codeScanning.listCodeqlDatabases(repo)
    expect(databases.map(({ language }) => language)).toEqual(['javascript', 'python'])
    const python = { ...repo, language: 'python' }
    expect((await codeScanning.getCodeqlDatabase(python)).data.name).toBe('python')
    await codeScanning.deleteCodeqlDatabase(python)
    await expect(codeScanning.getCodeqlDatabase(python)).rejects.toMatchObject(refused(404))
    expect((await setUp({ state: 'not-configured' })).status).toBe(200)
  })

  it('needs a language, and an administrator', async () => {
    await expect(setUp({}, 'empty')).rejects.toMatchObject(refused(422))
    await expect(octokit('hubber').codeScanning.getDefaultSetup(repo)).rejects.toMatchObject(refused(403))
  })
})

describe('an analysis of several repositories', () => {
  it('ends after a while, and tells which repositories it could not read', async () => {
    await setUp()
    const { codeScanning } = octokit()
    const start = (more: object) =>
      codeScanning.createVariantAnalysis({
        ...repo,
        language: 'python',
        query_pack: 'eA==',
        ...more,
      })
    const repositories = ['octocat/hello-world', 'octocat/other', 'octocat/none']
    const { data } = await start({ repositories })
    expect(data).toMatchObject({
      status: 'in_progress',
      scanned_repositories: [{ repository: { name: 'hello-world' }, analysis_status: 'in_progress' }],
      skipped_repositories: {
        not_found_repos: { repository_full_names: ['octocat/none'] },
        no_codeql_db_repos: { repository_count: 1 },
      },
    })
    site.codehost.clock.advance('1m')
    const one = { ...repo, codeql_variant_analysis_id: data.id }
    expect((await codeScanning.getVariantAnalysis(one)).data.status).toBe('succeeded')
    const task = { ...one, repo_owner: 'octocat', repo_name: 'hello-world' }
    expect((await codeScanning.getVariantAnalysisRepoTask(task)).data.analysis_status).toBe('succeeded')
    await expect(codeScanning.getVariantAnalysisRepoTask({ ...task, repo_name: 'other' })).rejects.toMatchObject(
      refused(404),
    )
    expect((await start({ repository_owners: ['octocat'] })).data.scanned_repositories).toHaveLength(1)
    await expect(start({})).rejects.toMatchObject(refused(422))
    await expect(start({ repositories: ['octocat/other'] })).rejects.toMatchObject(refused(422))
  })
})

describe('a proposal that mends an alert', () => {
  it('is made once, and committed when it is done', async () => {
    const { codeScanning, git } = octokit()
    const { object } = (await git.getRef({ ...repo, ref: 'heads/main' })).data
    const location = {
      physicalLocation: { artifactLocation: { uri: 'src/app.ts' }, region: { startLine: 1 } },
    }
    const sarif = {
      version: '2.1.0',
      runs: [
        {
          tool: { driver: { name: 'CodeQL', rules: [{ id: 'js/eval', shortDescription: { text: 'No eval' } }] } },
          results: [{ ruleId: 'js/eval', message: { text: 'eval' }, locations: [location] }],
        },
      ],
    }
    const packed = gzipSync(JSON.stringify(sarif)).toString('base64')
    await codeScanning.uploadSarif({ ...repo, commit_sha: object.sha, ref: 'refs/heads/main', sarif: packed })
    const alert = { ...repo, alert_number: 1 }
    await expect(codeScanning.getAutofix(alert)).rejects.toMatchObject(refused(404))
    expect(await codeScanning.createAutofix(alert)).toMatchObject({ status: 202, data: { status: 'pending' } })
    expect((await codeScanning.createAutofix(alert)).status).toBe(200)
    const commit = { ...alert, target_ref: 'main', message: 'Mend it' }
    await expect(codeScanning.commitAutofix(commit)).rejects.toMatchObject(refused(422))
    site.codehost.clock.advance('1m')
    expect((await codeScanning.getAutofix(alert)).data.status).toBe('success')
    const { data } = await codeScanning.commitAutofix(commit)
    expect(data.target_ref).toBe('refs/heads/main')
    expect((await git.getRef({ ...repo, ref: 'heads/main' })).data.object.sha).toBe(data.sha)
    await expect(codeScanning.commitAutofix({ ...commit, target_ref: 'none' })).rejects.toMatchObject(refused(422))
  })
})
