import { describe, expect } from 'vitest'
import { helloWorldSite } from '../repos/hello-world.fixture.ts'

const site = await helloWorldSite()
const { it, octokit, stranger, events } = site

const repo = { owner: 'octocat', repo: 'hello-world' }

const main = { ...repo, branch: 'main' }
const nothing = {
  required_status_checks: null,
  enforce_admins: null,
  required_pull_request_reviews: null,
  restrictions: null,
}

describe('the protection of a branch', () => {
  it('is replaced, read and deleted', async () => {
    await expect(octokit().repos.getBranchProtection(main)).rejects.toMatchObject({
      status: 404,
      response: { data: { message: 'Branch not protected' } },
    })
    const { data } = await octokit().repos.updateBranchProtection({
      ...main,
      required_status_checks: { strict: true, contexts: ['ci'] },
      enforce_admins: true,
      required_pull_request_reviews: { required_approving_review_count: 2, dismiss_stale_reviews: true },
      restrictions: null,
      allow_deletions: true,
    })
    expect(data).toMatchObject({
      required_status_checks: { strict: true, contexts: ['ci'], checks: [{ context: 'ci', app_id: null }] },
      enforce_admins: { enabled: true },
      required_pull_request_reviews: { required_approving_review_count: 2, dismiss_stale_reviews: true },
      allow_deletions: { enabled: true },
      allow_force_pushes: { enabled: false },
    })
    expect((await octokit().repos.getBranchProtection(main)).data).toEqual(data)
    const { data: branch } = await octokit().repos.getBranch(main)
    expect(branch).toMatchObject({
      protected: true,
      protection: { enabled: true, required_status_checks: { enforcement_level: 'everyone', contexts: ['ci'] } },
    })
    const { data: less } = await octokit().repos.updateBranchProtection({ ...main, ...nothing })
    expect(less.required_status_checks).toBeUndefined()
    expect((await octokit().repos.deleteBranchProtection(main)).status).toBe(204)
    expect((await octokit().repos.getBranch(main)).data.protected).toBe(false)
    expect(await events()).toEqual([
      'branch_protection_rule.created',
      'branch_protection_rule.edited',
      'branch_protection_rule.deleted',
    ])
    expect(site.receiver.violations()).toEqual([])
  })

  it('answers at its own URLs and the branch’s, for a branch with slashes too', async () => {
    const branch = { ...repo, branch: 'feature/x' }
    const { data } = await octokit().repos.updateBranchProtection({ ...branch, ...nothing, enforce_admins: true })
    const { protection_url: url } = (await octokit().repos.getBranch(branch)).data
    expect(data.url).toBe(url)
    const read = async (address: string) =>
      (await fetch(address, { headers: { authorization: 'token octocat' } })).json()
    expect(await read(url)).toEqual(data)
    expect(await read(data.enforce_admins?.url ?? '')).toEqual(data.enforce_admins)
    const body = JSON.stringify({ new_name: 'feature/y' })
    const init = { method: 'POST', headers: { authorization: 'token octocat' }, body }
    expect((await fetch(url.replace('/protection', '/rename'), init)).status).toBe(201)
  })

  it('is changed in parts, with the other parts kept', async () => {
    await octokit().repos.updateBranchProtection({
      ...main,
      ...nothing,
      required_status_checks: { strict: false, contexts: ['ci'] },
      required_pull_request_reviews: { required_approving_review_count: 2, require_code_owner_reviews: true },
    })
    expect((await octokit().repos.setAdminBranchProtection(main)).data.enabled).toBe(true)
    expect((await octokit().repos.getAdminBranchProtection(main)).data.enabled).toBe(true)
    expect((await octokit().repos.deleteAdminBranchProtection(main)).status).toBe(204)
    const reviews = await octokit().repos.updatePullRequestReviewProtection({
      ...main,
      required_approving_review_count: 1,
    })
    expect(reviews.data).toMatchObject({ required_approving_review_count: 1, require_code_owner_reviews: true })
    const refused: [object, string][] = [
      [{ required_approving_review_count: 9 }, 'Invalid request.\n\n9 must be less than or equal to 6.'],
      [
        { dismissal_restrictions: { users: ['octocat'] } },
        'Dismissal restrictions are supported only for repositories owned by an organization.',
      ],
    ]
    for (const [change, message] of refused) {
      await expect(octokit().repos.updatePullRequestReviewProtection({ ...main, ...change })).rejects.toMatchObject({
        status: 422,
        response: { data: { message } },
      })
    }
    expect((await octokit().repos.getPullRequestReviewProtection(main)).data).toEqual(reviews.data)
    expect((await octokit().repos.deletePullRequestReviewProtection(main)).status).toBe(204)
    await expect(octokit().repos.getPullRequestReviewProtection(main)).rejects.toMatchObject({ status: 404 })
    const checks = await octokit().repos.updateStatusCheckProtection({ ...main, strict: true })
    expect(checks.data).toMatchObject({ strict: true, contexts: ['ci'] })
    expect((await octokit().repos.addStatusCheckContexts({ ...main, contexts: ['lint'] })).data).toEqual(['ci', 'lint'])
    expect((await octokit().repos.removeStatusCheckContexts({ ...main, contexts: ['ci'] })).data).toEqual(['lint'])
    expect((await octokit().repos.setStatusCheckContexts({ ...main, contexts: ['a', 'b'] })).data).toEqual(['a', 'b'])
    expect((await octokit().repos.getAllStatusCheckContexts(main)).data).toEqual(['a', 'b'])
    expect((await octokit().repos.getStatusChecksProtection(main)).data.contexts).toEqual(['a', 'b'])
    expect((await octokit().repos.removeStatusCheckProtection(main)).status).toBe(204)
    await expect(octokit().repos.getStatusChecksProtection(main)).rejects.toMatchObject({
      status: 404,
      response: { data: { message: 'Required status checks not enabled' } },
    })
    expect((await octokit().repos.createCommitSignatureProtection(main)).data.enabled).toBe(true)
    expect((await octokit().repos.deleteCommitSignatureProtection(main)).status).toBe(204)
    expect((await octokit().repos.getCommitSignatureProtection(main)).data.enabled).toBe(false)
    await site.codehost.webhooks.settled()
    expect(site.receiver.violations()).toEqual([])
  })

  it('has the users, teams and apps that may push, in organizations', async () => {
    const website = { owner: 'acme', repo: 'website', branch: 'main' }
    const restrictions = { users: ['octocat'], teams: ['core'] }
    const { data } = await octokit().repos.updateBranchProtection({ ...website, ...nothing, restrictions })
    expect(data.restrictions?.users).toMatchObject([{ login: 'octocat' }])
    expect(data.restrictions?.teams).toMatchObject([{ slug: 'core' }])
    expect((await octokit().repos.getAccessRestrictions(website)).data.users).toHaveLength(1)
    expect((await octokit().repos.deleteAccessRestrictions(website)).status).toBe(204)
    await expect(octokit().repos.getAccessRestrictions(website)).rejects.toMatchObject({ status: 404 })
    await expect(octokit().repos.updateBranchProtection({ ...main, ...nothing, restrictions })).rejects.toMatchObject({
      status: 422,
    })
  })

  it('has lists for each of them, at its URLs', async () => {
    const website = { owner: 'acme', repo: 'website', branch: 'main' }
    const { repos } = octokit()
    const none = { users: [], teams: [], apps: [] }
    await repos.updateBranchProtection({ ...website, ...nothing, restrictions: { ...none, users: ['octocat'] } })
    const logins = async (answer: Promise<{ data: ({ login?: string } | null)[] }>) =>
      (await answer).data.map((each) => each?.login)
    const slugs = async (answer: Promise<{ data: ({ slug?: string } | null)[] }>) =>
      (await answer).data.map((each) => each?.slug)
    expect(await logins(repos.addUserAccessRestrictions({ ...website, users: ['hubber', 'Octocat'] }))).toEqual([
      'octocat',
      'hubber',
    ])
    expect(await logins(repos.removeUserAccessRestrictions({ ...website, users: ['octocat'] }))).toEqual(['hubber'])
    expect(await logins(repos.setUserAccessRestrictions({ ...website, users: ['octocat'] }))).toEqual(['octocat'])
    expect(await logins(repos.getUsersWithAccessToProtectedBranch(website))).toEqual(['octocat'])
    expect(await slugs(repos.addTeamAccessRestrictions({ ...website, teams: ['core'] }))).toEqual(['core'])
    expect(await slugs(repos.getTeamsWithAccessToProtectedBranch(website))).toEqual(['core'])
    expect(await slugs(repos.removeTeamAccessRestrictions({ ...website, teams: ['core'] }))).toEqual([])
    expect(await slugs(repos.setTeamAccessRestrictions({ ...website, teams: ['core'] }))).toEqual(['core'])
    expect(await slugs(repos.addAppAccessRestrictions({ ...website, apps: [] }))).toEqual([])
    expect(await slugs(repos.setAppAccessRestrictions({ ...website, apps: [] }))).toEqual([])
    expect(await slugs(repos.removeAppAccessRestrictions({ ...website, apps: [] }))).toEqual([])
    expect(await slugs(repos.getAppsWithAccessToProtectedBranch(website))).toEqual([])
    const { data } = await repos.getAccessRestrictions(website)
    // Some clients send the list itself as the body.
    const wrong = { method: 'POST', headers: { authorization: 'token octocat' }, body: '["nobody"]' }
    expect(await (await fetch(data.users_url, wrong)).json()).toMatchObject({ errors: ['No user found: nobody'] })
    expect((await octokit().request(data.teams_url)).data).toMatchObject([{ slug: 'core' }])
    await repos.deleteAccessRestrictions(website)
    await expect(repos.getUsersWithAccessToProtectedBranch(website)).rejects.toMatchObject({
      status: 404,
      response: { data: { message: 'Push restrictions not enabled' } },
    })
  })

  it('needs all four members, a branch and an administrator', async () => {
    await expect(
      octokit().request('PUT /repos/{owner}/{repo}/branches/{branch}/protection', {
        ...main,
        enforce_admins: true,
      } as never),
    ).rejects.toMatchObject({
      status: 422,
      response: {
        data: {
          message:
            'Invalid request.\n\n"required_status_checks", "required_pull_request_reviews", "restrictions" weren\'t supplied.',
        },
      },
    })
    await expect(octokit().repos.updateBranchProtection({ ...main, ...nothing, branch: 'nope' })).rejects.toMatchObject(
      { status: 404 },
    )
    await expect(octokit('hubber').repos.updateBranchProtection({ ...main, ...nothing })).rejects.toMatchObject({
      status: 403,
    })
    await expect(octokit('hubber').repos.getBranchProtection(main)).rejects.toMatchObject({ status: 404 })
    await expect(stranger().repos.getBranchProtection(main)).rejects.toMatchObject({ status: 401 })
  })
})

describe('a protected branch', () => {
  // The description gives 409 two schemas of which exactly one must match, and both accept any object, so the checked
  // client cannot be used.
  const write = async (token: string, path: string) => {
    const url = `${site.codehost.url}/repos/octocat/hello-world/contents/${path}`
    const body = JSON.stringify({ message: 'x', content: '' })
    const response = await fetch(url, { method: 'PUT', headers: { authorization: `Bearer ${token}` }, body })
    return { status: response.status, message: ((await response.json()) as { message?: string }).message }
  }

  it('is changed through pull requests only, except by administrators who are not bound', async () => {
    await octokit().repos.updateBranchProtection({ ...main, ...nothing, required_pull_request_reviews: {} })
    expect(await write('hubber', 'a')).toEqual({
      status: 409,
      message: 'Could not create file: Changes must be made through a pull request.',
    })
    expect((await write('octocat', 'a')).status).toBe(201)
    await octokit().repos.setAdminBranchProtection(main)
    expect((await write('octocat', 'b')).status).toBe(409)
  })

  it('requires its status checks', async () => {
    const { data: feature } = await octokit().repos.getBranch({ ...repo, branch: 'feature/x' })
    const { sha } = feature.commit
    await octokit().repos.updateBranchProtection({
      ...main,
      ...nothing,
      required_status_checks: { strict: false, contexts: ['ci'] },
    })
    const update = { ...repo, ref: 'heads/main', sha }
    await expect(octokit('hubber').git.updateRef(update)).rejects.toMatchObject({
      status: 422,
      response: { data: { message: 'Required status check "ci" is expected.' } },
    })
    await octokit('hubber').repos.createCommitStatus({ ...repo, sha, state: 'success', context: 'ci' })
    expect((await octokit('hubber').git.updateRef(update)).data.object.sha).toBe(sha)
  })

  it('cannot be force-pushed or deleted by any user', async () => {
    const branch = 'feature/x'
    const { data: base } = await octokit().repos.getBranch(main)
    await octokit().repos.updateBranchProtection({ ...repo, branch, ...nothing })
    const ref = { ...repo, ref: `heads/${branch}` }
    await expect(octokit().git.updateRef({ ...ref, sha: base.commit.sha, force: true })).rejects.toMatchObject({
      status: 422,
      response: { data: { message: 'Cannot force-push to this branch' } },
    })
    await expect(octokit().git.deleteRef(ref)).rejects.toMatchObject({ status: 422 })
    const allowed = { allow_force_pushes: true, allow_deletions: true }
    await octokit().repos.updateBranchProtection({ ...repo, branch, ...nothing, ...allowed })
    await octokit().git.updateRef({ ...ref, sha: base.commit.sha, force: true })
    expect((await octokit().git.deleteRef(ref)).status).toBe(204)
  })
})
