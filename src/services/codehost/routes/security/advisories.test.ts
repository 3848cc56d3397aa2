import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite((receiver) => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo', 'admin:org'] },
    hubber: { login: 'hubber', scopes: ['repo'] },
    finder: { login: 'finder', scopes: ['repo'] },
  },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }, { login: 'finder' }],
    orgs: [
      { login: 'acme', members: [{ login: 'octocat', role: 'admin' }], teams: [{ name: 'Core', members: ['hubber'] }] },
    ],
    repos: [
      {
        owner: 'acme',
        name: 'lib',
        auto_init: true,
        webhooks: [{ url: receiver.url, events: ['repository_advisory', 'repository'] }],
      },
      { owner: 'acme', name: 'secret', private: true, auto_init: true },
    ],
  },
}))
const { it, octokit, stranger } = site

const repo = { owner: 'acme', repo: 'lib' }
const draft = {
  ...repo,
  summary: 'A bad thing',
  description: 'It happens.',
  cvss_vector_string: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  cwe_ids: ['CWE-79', 'CWE-4242'],
  credits: [{ login: 'finder', type: 'finder' as const }],
  vulnerabilities: [
    {
      package: { ecosystem: 'npm' as const, name: 'lib' },
      vulnerable_version_range: '>= 1.0, < 1.2.3',
      patched_versions: '1.2.3',
    },
  ],
}
const { owner: _owner, repo: _repo, credits: _credits, ...report } = draft

describe('advisories of a repository', () => {
  it('begin as drafts that administrators see, and are published to all', async () => {
    const { securityAdvisories } = octokit()
    const { data } = await securityAdvisories.createRepositoryAdvisory(draft)
    expect(data).toMatchObject({
      ghsa_id: expect.stringMatching(/^GHSA(?:-[a-z\d]{4}){3}$/),
      state: 'draft',
      severity: 'critical',
      cvss: { score: 9.8 },
      cwes: [
        { cwe_id: 'CWE-79', name: expect.stringContaining('Cross-site Scripting') },
        { cwe_id: 'CWE-4242', name: 'CWE-4242' },
      ],
      credits: [{ login: 'finder', type: 'finder' }],
      author: { login: 'octocat' },
      publisher: null,
      submission: null,
    })
    const one = { ...repo, ghsa_id: data.ghsa_id }
    expect((await securityAdvisories.getRepositoryAdvisory(one)).data).toEqual(data)
    await expect(stranger().securityAdvisories.getRepositoryAdvisory(one)).rejects.toMatchObject({ status: 404 })
    expect((await stranger().securityAdvisories.listRepositoryAdvisories(repo)).data).toEqual([])
    expect((await stranger().securityAdvisories.listGlobalAdvisories()).data).toEqual([])
    const { data: published } = await securityAdvisories.updateRepositoryAdvisory({ ...one, state: 'published' })
    expect(published).toMatchObject({ state: 'published', publisher: { login: 'octocat' } })
    expect((await stranger().securityAdvisories.listRepositoryAdvisories(repo)).data).toEqual([published])
    const { data: known } = await stranger().securityAdvisories.getGlobalAdvisory({ ghsa_id: data.ghsa_id })
    expect(known).toMatchObject({
      summary: 'A bad thing',
      type: 'reviewed',
      repository_advisory_url: data.url,
      vulnerabilities: [{ package: { ecosystem: 'npm', name: 'lib' }, first_patched_version: '1.2.3' }],
      credits: [{ user: { login: 'finder' }, type: 'finder' }],
    })
    await expect(securityAdvisories.updateRepositoryAdvisory({ ...one, state: 'draft' })).rejects.toMatchObject({
      status: 422,
    })
    expect(await site.events()).toEqual(['repository_advisory.published'])
  })

  it('are written by administrators, and by those who work on them but for their state', async () => {
    const { securityAdvisories } = octokit()
    const { data } = await securityAdvisories.createRepositoryAdvisory({ ...draft, credits: null })
    const one = { ...repo, ghsa_id: data.ghsa_id }
    const theirs = octokit('hubber').securityAdvisories
    await expect(theirs.createRepositoryAdvisory(draft)).rejects.toMatchObject({ status: 403 })
    await expect(theirs.getRepositoryAdvisory(one)).rejects.toMatchObject({ status: 404 })
    await securityAdvisories.updateRepositoryAdvisory({ ...one, collaborating_teams: ['core'] })
    expect((await theirs.updateRepositoryAdvisory({ ...one, summary: 'Worse' })).data.summary).toBe('Worse')
    await expect(theirs.updateRepositoryAdvisory({ ...one, state: 'closed' })).rejects.toMatchObject({ status: 403 })
    const { data: closed } = await securityAdvisories.updateRepositoryAdvisory({ ...one, state: 'closed' })
    expect(closed).toMatchObject({
      state: 'closed',
      closed_at: expect.any(String),
      collaborating_teams: [{ slug: 'core' }],
    })
  })

  it('refuse values that are none', async () => {
    const { securityAdvisories } = octokit()
    const wrong = [
      { severity: 'high' as const },
      { cvss_vector_string: 'CVSS:3.1/AV:N' },
      { cwe_ids: ['79'] },
      { cve_id: 'CVE-1' },
      { credits: [{ login: 'nobody', type: 'finder' as const }] },
      { summary: 'x'.repeat(1025) },
    ]
    for (const each of wrong) {
      await expect(securityAdvisories.createRepositoryAdvisory({ ...draft, ...each })).rejects.toMatchObject({
        status: 422,
      })
    }
  })

  it('come from reports where the repository takes them', async () => {
    const theirs = octokit('finder').securityAdvisories
    await expect(
      octokit('finder').securityAdvisories.createPrivateVulnerabilityReport({ ...repo, ...report }),
    ).rejects.toMatchObject({ status: 403 })
    await octokit().repos.enablePrivateVulnerabilityReporting(repo)
    const { data } = await theirs.createPrivateVulnerabilityReport({ ...repo, ...report })
    expect(data).toMatchObject({ state: 'triage', submission: { accepted: false }, author: { login: 'finder' } })
    const one = { ...repo, ghsa_id: data.ghsa_id }
    expect((await theirs.getRepositoryAdvisory(one)).data.ghsa_id).toBe(data.ghsa_id)
    const { data: accepted } = await octokit().securityAdvisories.updateRepositoryAdvisory({ ...one, state: 'draft' })
    expect(accepted).toMatchObject({ state: 'draft', submission: { accepted: true } })
    const own = octokit().securityAdvisories
    await expect(own.createPrivateVulnerabilityReport({ ...repo, ...report })).rejects.toMatchObject({ status: 403 })
    expect(await site.events()).toEqual(['repository_advisory.reported'])
  })

  it('are mended in a private fork, and ask for a CVE', async () => {
    const { securityAdvisories } = octokit()
    const { data } = await securityAdvisories.createRepositoryAdvisory(draft)
    const one = { ...repo, ghsa_id: data.ghsa_id }
    const { data: fork } = await securityAdvisories.createFork(one)
    expect(fork).toMatchObject({ name: `lib-${data.ghsa_id.toLowerCase()}`, private: true })
    expect((await securityAdvisories.createFork(one)).data.id).toBe(fork.id)
    const { data: after } = await securityAdvisories.getRepositoryAdvisory(one)
    expect(after.private_fork?.full_name).toBe(fork.full_name)
    expect((await securityAdvisories.createRepositoryAdvisoryCveRequest(one)).status).toBe(202)
    await expect(securityAdvisories.createRepositoryAdvisoryCveRequest(one)).rejects.toMatchObject({ status: 422 })
    const secret = { owner: 'acme', repo: 'secret' }
    const { data: other } = await securityAdvisories.createRepositoryAdvisory({
      ...draft,
      ...secret,
      start_private_fork: true,
    })
    expect(other.private_fork).not.toBeNull()
    const cve = securityAdvisories.createRepositoryAdvisoryCveRequest({ ...secret, ghsa_id: other.ghsa_id })
    await expect(cve).rejects.toMatchObject({ status: 422 })
  })

  it('of an organization are listed for its owners, by state and in an order', async () => {
    const { securityAdvisories } = octokit()
    const { data: one } = await securityAdvisories.createRepositoryAdvisory({ ...draft, summary: 'one' })
    site.codehost.clock.advance('1m')
    await securityAdvisories.createRepositoryAdvisory({ ...draft, summary: 'two', repo: 'secret' })
    await securityAdvisories.updateRepositoryAdvisory({ ...repo, ghsa_id: one.ghsa_id, state: 'published' })
    const list = async (more: object) =>
      (await securityAdvisories.listOrgRepositoryAdvisories({ org: 'acme', ...more })).data.map(
        ({ summary }) => summary,
      )
    expect(await list({})).toEqual(['two', 'one'])
    expect(await list({ direction: 'asc' })).toEqual(['one', 'two'])
    expect(await list({ state: 'draft' })).toEqual(['two'])
    expect(await list({ sort: 'updated', direction: 'asc', per_page: 1 })).toHaveLength(1)
    const theirs = octokit('finder').securityAdvisories.listOrgRepositoryAdvisories({ org: 'acme' })
    await expect(theirs).rejects.toMatchObject({ status: 404 })
  })
})

describe('advisories that everybody knows', () => {
  it('are those of Dependabot’s alerts too, and found by what they say', async () => {
    const ghsaId = 'GHSA-aaaa-bbbb-cccc'
    site.codehost.addDependabotAlert({
      repo: 'acme/secret',
      package: 'lodash',
      severity: 'critical',
      ghsaId,
      cveId: 'CVE-2026-1234',
    })
    site.codehost.addDependabotAlert({ repo: 'acme/lib', package: 'django', ecosystem: 'pip', severity: 'low' })
    const found = async (
      query: Parameters<ReturnType<typeof octokit>['securityAdvisories']['listGlobalAdvisories']>[0],
    ) =>
      (await stranger().securityAdvisories.listGlobalAdvisories(query)).data.map(
        ({ vulnerabilities }) => vulnerabilities?.[0]?.package?.name,
      )
    expect(await found({})).toEqual(['django', 'lodash'])
    expect(await found({ direction: 'asc' })).toEqual(['lodash', 'django'])
    expect(await found({ ghsa_id: ghsaId })).toEqual(['lodash'])
    expect(await found({ cve_id: 'CVE-2026-1234' })).toEqual(['lodash'])
    expect(await found({ ecosystem: 'pip' })).toEqual(['django'])
    expect(await found({ severity: 'critical' })).toEqual(['lodash'])
    expect(await found({ affects: 'lodash@1.0.0' })).toEqual(['lodash'])
    expect(await found({ affects: 'lodash@1.0.1,express' })).toEqual([])
    expect(await found({ is_withdrawn: true })).toEqual([])
    expect(await found({ type: 'malware' })).toEqual([])
    expect(await found({ published: '<2000-01-01' })).toEqual([])
    const missing = stranger().securityAdvisories.getGlobalAdvisory({ ghsa_id: 'GHSA-none' })
    await expect(missing).rejects.toMatchObject({ status: 404 })
  })
})
