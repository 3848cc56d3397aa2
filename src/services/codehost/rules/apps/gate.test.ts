import type { RequestError } from 'octokit'
import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'
import { createEmulator } from '#emulator.ts'
import { checkedOctokit } from '#testkit/octokit.ts'
import { installationToken, seedOfApps } from '#codehost/apps.fixture.ts'

const site = await codehostSite(() => seedOfApps())
const { it } = site

const asUser = (token: string) => checkedOctokit(site.codehost, token).rest
const asInstallation = async (id = 2001, narrowing = {}, claims = {}) =>
  checkedOctokit(site.codehost, await installationToken(site.codehost, id, narrowing, claims)).rest
const asOther = () => asInstallation(2003, {}, { iss: 1002 })
const asUserOfApp = (login: string) =>
  checkedOctokit(site.codehost, site.codehost.signIn({ login, clientId: 'Iv1.triage' }).token).rest

const website = { owner: 'acme', repo: 'website' }
const open = { owner: 'acme', repo: 'open' }
const secret = { owner: 'acme', repo: 'secret' }
const elsewhere = { owner: 'octocat', repo: 'hello-world' }

const INTEGRATION = '403 Resource not accessible by integration'
const MISSING = '404 Not Found'
const integration = { status: 403, response: { data: { message: 'Resource not accessible by integration' } } }
const missing = { status: 404, response: { data: { message: 'Not Found' } } }

/** Returns the distinct refusals of requests as status and message. */
async function refusals(requests: readonly Promise<unknown>[]): Promise<string[]> {
  const all = await Promise.allSettled(requests)
  const texts = all.map((each) => {
    if (each.status === 'fulfilled') return 'not refused'
    const { status, response } = each.reason as RequestError // the client rejects only with this error
    return `${status} ${(response?.data as { message: string } | undefined)?.message}`
  })
  return [...new Set(texts)]
}

describe('an installation', () => {
  it('writes as the bot of its app, and its rows name the app', async () => {
    const { issues } = await asInstallation()
    const { data: issue } = await issues.create({ ...website, title: 'New', labels: ['bug'] })
    expect(issue).toMatchObject({
      user: { login: 'triage[bot]', type: 'Bot' },
      labels: [{ name: 'bug' }],
      author_association: 'NONE',
      performed_via_github_app: { id: 1001, slug: 'triage' },
    })
    const target = { ...website, issue_number: issue.number }
    const { data: comment } = await issues.createComment({ ...target, body: 'Noted' })
    expect(comment).toMatchObject({ user: { login: 'triage[bot]' }, performed_via_github_app: { slug: 'triage' } })
    await issues.update({ ...target, state: 'closed' })
    const { data: events } = await issues.listEvents(target)
    expect(events.at(-1)).toMatchObject({
      event: 'closed',
      actor: { login: 'triage[bot]' },
      performed_via_github_app: { slug: 'triage' },
    })
    const { data: byPerson } = await asUser('octocat').issues.createComment({ ...target, body: 'Fine' })
    expect(byPerson.performed_via_github_app).toBeNull()
  })

  it('does what its permissions allow, and names the accepted permissions', async () => {
    const { issues, repos } = await asInstallation()
    const { headers } = await issues.listForRepo(website)
    expect(headers['x-accepted-github-permissions']).toBe('issues=read')
    expect(headers).not.toHaveProperty('x-oauth-scopes')
    expect(headers).not.toHaveProperty('x-accepted-oauth-scopes')
    const path = { ...website, path: 'a.txt', message: 'Add', content: 'YQ==' }
    const refusal = repos.createOrUpdateFileContents(path)
    await expect(refusal).rejects.toMatchObject(integration)
    await expect(refusal).rejects.toMatchObject({
      response: {
        headers: { 'x-accepted-github-permissions': 'contents=write; contents=write,workflows=write' },
      },
    })
    expect((await repos.getContent({ ...website, path: 'README.md' })).status).toBe(200)
  })

  it('is refused without the permission, even for reading a private repository', async () => {
    const { repos, pulls, actions } = await asInstallation()
    expect(
      await refusals([
        pulls.list(website),
        repos.listWebhooks(website),
        repos.listCommitStatusesForRef({ ...website, ref: 'main' }),
        repos.update({ ...website, description: 'New' }),
        repos.delete(website),
        repos.getBranchProtection({ ...website, branch: 'main' }),
        repos.createForAuthenticatedUser({ name: 'mine' }),
        actions.listRepoSecrets(website),
      ]),
    ).toEqual([INTEGRATION])
  })

  it('does not see private repositories outside of it', async () => {
    const { issues, repos } = await asInstallation()
    expect(
      await refusals([
        repos.get(secret),
        issues.listForRepo(secret),
        issues.create({ ...secret, title: 'x' }),
        repos.get({ owner: 'octocat', repo: 'diary' }),
        repos.get({ owner: 'acme', repo: 'none' }),
      ]),
    ).toEqual([MISSING])
  })

  it('reads public repositories everywhere and changes none outside of it', async () => {
    const { issues, repos, pulls } = await asInstallation()
    expect((await issues.listForRepo(elsewhere)).data).toHaveLength(1)
    expect((await pulls.list(open)).data).toEqual([])
    expect((await repos.get(elsewhere)).data.permissions).toMatchObject({ admin: false, pull: false })
    await expect(issues.create({ ...elsewhere, title: 'x' })).rejects.toMatchObject(integration)
    await expect(repos.listWebhooks(elsewhere)).rejects.toMatchObject(integration)
    await expect(repos.listCollaborators(elsewhere)).rejects.toMatchObject(integration)
  })

  it('sees drafts of releases with the permission alone', async () => {
    await asUser('octocat').repos.createRelease({ ...elsewhere, tag_name: 'v1', draft: true })
    expect((await (await asInstallation(2002)).repos.listReleases(elsewhere)).data).toHaveLength(1)
    expect((await (await asInstallation(2001)).repos.listReleases(elsewhere)).data).toEqual([])
    const narrow = await asInstallation(2002, { permissions: { issues: 'read' } })
    expect((await narrow.repos.listReleases(elsewhere)).data).toEqual([])
  })

  it('is not a user', async () => {
    const rest = await asInstallation()
    expect(
      await refusals([
        rest.users.getAuthenticated(),
        rest.repos.listForAuthenticatedUser(),
        rest.orgs.listForAuthenticatedUser(),
        rest.issues.list(),
        rest.users.listEmailsForAuthenticatedUser(),
        rest.apps.listInstallationReposForAuthenticatedUser({ installation_id: 2001 }),
      ]),
    ).toEqual([INTEGRATION])
    expect((await rest.rateLimit.get()).headers['x-accepted-github-permissions']).toBe(
      'allows_permissionless_access=true',
    )
  })

  it('lists and searches its own and public repositories', async () => {
    const { repos, search } = await asInstallation()
    const { data } = await repos.listForOrg({ org: 'acme' })
    expect(data.map(({ name }) => name).sort()).toEqual(['open', 'website'])
    const { data: found } = await search.issuesAndPullRequests({ q: 'is:issue is:open' })
    expect(found.items.map(({ title }) => title).sort()).toEqual(['Elsewhere', 'First', 'Seen by all'])
    const narrow = await asInstallation(2001, { repositories: ['open'] })
    expect((await narrow.repos.listForOrg({ org: 'acme' })).data.map(({ name }) => name)).toEqual(['open'])
  })

  it('finds in private repositories only the data that its permissions allow', async () => {
    const found = async (permissions: Record<string, 'read'>) => {
      const { search } = await asInstallation(2001, { permissions })
      const issues = await search.issuesAndPullRequests({ q: 'First repo:acme/website' })
      const code = await search.code({ q: 'website repo:acme/website' })
      const commits = await search.commits({ q: 'Initial repo:acme/website' })
      return [issues, code, commits].map(({ data }) => data.total_count)
    }
    expect(await found({ issues: 'read' })).toEqual([1, 0, 0])
    expect(await found({ contents: 'read' })).toEqual([0, 1, 1])
    expect(await found({ metadata: 'read' })).toEqual([0, 0, 0])
    const { search } = await asInstallation(2001, { permissions: { metadata: 'read' } })
    expect((await search.issuesAndPullRequests({ q: 'Seen repo:acme/open' })).data.total_count).toBe(1)
  })

  it('sees an organization as far as its permissions allow', async () => {
    const members = await asInstallation()
    expect((await members.orgs.listMembers({ org: 'acme' })).data).toHaveLength(2)
    expect((await members.teams.list({ org: 'acme' })).data).toEqual([])
    await expect(members.teams.create({ org: 'acme', name: 'Team' })).rejects.toMatchObject(integration)
    await expect(members.orgs.listWebhooks({ org: 'acme' })).rejects.toMatchObject(integration)
    await expect(members.orgs.listAppInstallations({ org: 'acme' })).rejects.toMatchObject(integration)
    const narrow = await asInstallation(2001, { permissions: { issues: 'read' } })
    expect((await narrow.orgs.listMembers({ org: 'acme' })).data).toEqual([])
    await expect(narrow.teams.list({ org: 'acme' })).rejects.toMatchObject(integration)
  })

  it('administers with the administration permission', async () => {
    const { repos, teams } = await asOther()
    expect((await repos.update({ ...secret, description: 'Kept' })).data.description).toBe('Kept')
    expect((await repos.createInOrg({ org: 'acme', name: 'made' })).data).toMatchObject({ name: 'made' })
    await teams.create({ org: 'acme', name: 'Crew' })
    const team = { org: 'acme', team_slug: 'crew', owner: 'acme', repo: 'secret' }
    expect((await teams.addOrUpdateRepoPermissionsInOrg({ ...team, permission: 'push' })).status).toBe(204)
    expect((await repos.addCollaborator({ ...secret, username: 'hubber' })).status).toBe(204)
    expect((await repos.removeCollaborator({ ...secret, username: 'hubber' })).status).toBe(204)
  })

  it('uses workflows, secrets and variables as far as its permissions allow', async () => {
    const { actions } = await asOther()
    expect((await actions.listRepoWorkflows(website)).data.total_count).toBe(0)
    expect((await actions.listRepoSecrets(website)).data.total_count).toBe(0)
    expect((await actions.listOrgSecrets({ org: 'acme' })).data.total_count).toBe(0)
    expect((await actions.createRepoVariable({ ...website, name: 'STAGE', value: 'test' })).status).toBe(201)
    expect(
      await refusals([
        actions.createWorkflowDispatch({ ...website, workflow_id: 'ci.yml', ref: 'main' }),
        actions.deleteRepoSecret({ ...website, secret_name: 'TOKEN' }),
        actions.deleteOrgSecret({ org: 'acme', secret_name: 'TOKEN' }),
        actions.listOrgVariables({ org: 'acme' }),
        actions.listRepoSecrets(elsewhere),
      ]),
    ).toEqual([INTEGRATION])
  })

  it('commits as its bot, and workflow files only with the workflows permission', async () => {
    const { repos } = await asOther()
    const file = { ...website, message: 'Add', content: 'YQ==' }
    const { data } = await repos.createOrUpdateFileContents({ ...file, path: 'a.txt' })
    expect(data.commit.author).toMatchObject({ name: 'other[bot]', email: expect.stringMatching(/\+other\[bot\]@/) })
    const { data: commit } = await repos.getCommit({ ...website, ref: 'main' })
    expect(commit.author).toMatchObject({ login: 'other[bot]', type: 'Bot' })
    const workflow = repos.createOrUpdateFileContents({ ...file, path: '.github/workflows/ci.yml' })
    await expect(workflow).rejects.toMatchObject(integration)
  })

  it('is bound by the protection of a branch unless the protection names it', async () => {
    const { repos } = asUser('octocat')
    const protection = { ...website, branch: 'main', required_status_checks: null, enforce_admins: false }
    const people = { users: [], teams: [] }
    const reviews = { required_pull_request_reviews: null }
    await repos.updateBranchProtection({ ...protection, ...reviews, restrictions: { ...people, apps: [] } })
    const token = await installationToken(site.codehost, 2003, {}, { iss: 1002 })
    // The checked client cannot take a 409 here, because both schemas of the description match it.
    const write = async () => {
      const headers = { authorization: `Bearer ${token}` }
      const body = JSON.stringify({ message: 'Add', content: 'YQ==' })
      const url = `${site.codehost.url}/repos/acme/website/contents/a.txt`
      return (await site.codehost.fetch(new Request(url, { method: 'PUT', headers, body }))).status
    }
    expect(await write()).toBe(409)
    await repos.updateBranchProtection({ ...protection, ...reviews, restrictions: { ...people, apps: ['other'] } })
    expect(await write()).toBe(201)
    const { data } = await repos.getBranchProtection({ ...website, branch: 'main' })
    expect(data.restrictions?.apps).toMatchObject([{ id: 1002, slug: 'other' }])
  })

  it('owns the checks that it creates', async () => {
    const { data: branch } = await asUser('octocat').repos.getBranch({ ...website, branch: 'main' })
    const { checks } = await asInstallation()
    const { data: run } = await checks.create({ ...website, name: 'lint', head_sha: branch.commit.sha })
    expect(run.app).toMatchObject({ id: 1001, slug: 'triage' })
    expect((await checks.update({ ...website, check_run_id: run.id, status: 'in_progress' })).data.status).toBe(
      'in_progress',
    )
    const { data: byPerson } = await asUser('octocat').checks.create({
      ...website,
      name: 'unit',
      head_sha: branch.commit.sha,
    })
    await expect(checks.update({ ...website, check_run_id: byPerson.id, conclusion: 'success' })).rejects.toMatchObject(
      {
        status: 403,
        response: {
          data: { message: expect.stringMatching(/^Invalid app_id `15368` - check run can only be modified/) },
        },
      },
    )
  })

  it('cannot be an assignee or a reviewer', async () => {
    const { issues } = asUser('octocat')
    const assigned = issues.addAssignees({ ...website, issue_number: 1, assignees: ['triage[bot]'] })
    expect((await assigned).data.assignees).toEqual([])
    expect((await issues.listAssignees(website)).data.map(({ login }) => login)).not.toContain('triage[bot]')
  })

  it('has a rate limit of its own', async () => {
    const { codehost: section, ...rest } = seedOfApps()
    const seed = { ...rest, codehost: { ...section, rate_limit: 2 } }
    await using limited = await createEmulator({ service: 'codehost', port: 0, seed })
    const [one, two] = [await installationToken(limited, 2001), await installationToken(limited, 2002)]
    const read = (token: string) => checkedOctokit(limited, token).rest.repos.get(open)
    expect((await read(one)).headers['x-ratelimit-remaining']).toBe('1')
    await read(one)
    await expect(read(one)).rejects.toMatchObject({
      response: { data: { message: 'API rate limit exceeded for installation ID 2001.' } },
    })
    expect((await read(two)).status).toBe(200)
  })
})

describe('a user who signed in with a GitHub App', () => {
  it('acts as the user, through the app', async () => {
    const { data } = await asUserOfApp('octocat').issues.create({ ...website, title: 'Mine' })
    expect(data).toMatchObject({ user: { login: 'octocat' }, performed_via_github_app: { slug: 'triage' } })
    expect((await asUserOfApp('octocat').users.getAuthenticated()).data.login).toBe('octocat')
  })

  it('may do what both the user and the app may do', async () => {
    const { issues, repos, pulls } = asUserOfApp('octocat')
    await expect(pulls.list(website)).rejects.toMatchObject(integration)
    await expect(repos.update({ ...website, description: 'x' })).rejects.toMatchObject(integration)
    await expect(issues.listForRepo(secret)).rejects.toMatchObject(missing)
    const hubber = asUserOfApp('hubber')
    await expect(hubber.issues.listForRepo({ owner: 'octocat', repo: 'diary' })).rejects.toMatchObject(missing)
    expect((await hubber.issues.listForRepo(website)).data).toHaveLength(1)
    await expect(hubber.issues.createLabel({ ...website, name: 'ci' })).rejects.toMatchObject({ status: 403 })
  })

  it("sees the user's repositories with the app installed, and public ones", async () => {
    const { repos, search } = asUserOfApp('octocat')
    const { data } = await repos.listForAuthenticatedUser()
    expect(data.map(({ name }) => name).sort()).toEqual(['diary', 'hello-world', 'open', 'website'])
    expect((await search.issuesAndPullRequests({ q: 'Hidden is:issue' })).data.total_count).toBe(0)
  })

  it("reaches the user's account as far as the app requests it", async () => {
    const { users, activity } = asUserOfApp('octocat')
    expect((await users.listEmailsForAuthenticatedUser()).status).toBe(200)
    await expect(users.updateAuthenticated({ bio: 'x' })).rejects.toMatchObject(integration)
    await expect(activity.starRepoForAuthenticatedUser(open)).rejects.toMatchObject(integration)
    await expect(users.follow({ username: 'hubber' })).rejects.toMatchObject(integration)
  })

  it('is treated as without the app where the app is suspended', async () => {
    await using suspended = await createEmulator({
      service: 'codehost',
      port: 0,
      seed: {
        codehost: {
          users: [{ login: 'ada' }],
          repos: [{ owner: 'ada', name: 'engine', private: true }],
          apps: [
            {
              app_id: 1,
              slug: 'idle',
              client_id: 'Iv1.idle',
              permissions: { issues: 'read' },
              installations: [{ installation_id: 1, account: 'ada', suspended: true }],
            },
          ],
        },
      },
    })
    const { token } = suspended.signIn({ login: 'ada', clientId: 'Iv1.idle' })
    const { issues } = checkedOctokit(suspended, token).rest
    await expect(issues.listForRepo({ owner: 'ada', repo: 'engine' })).rejects.toMatchObject(missing)
  })
})
