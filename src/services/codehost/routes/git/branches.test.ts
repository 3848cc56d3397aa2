import { describe, expect } from 'vitest'
import { helloWorldSite } from '../repos/hello-world.fixture.ts'

const site = await helloWorldSite()
const { it, octokit, stranger, events } = site

const repo = { owner: 'octocat', repo: 'hello-world' }

describe('branches', () => {
  it('are listed by name, and only those with protection on request', async () => {
    await octokit().repos.updateBranchProtection({
      ...repo,
      branch: 'main',
      required_status_checks: null,
      enforce_admins: null,
      required_pull_request_reviews: null,
      restrictions: null,
    })
    const names = async (parameters: object) =>
      (await stranger().repos.listBranches({ ...repo, ...parameters })).data.map(({ name }) => name)
    expect(await names({})).toEqual(['feature/x', 'main'])
    expect(await names({ protected: true })).toEqual(['main'])
    expect(await names({ protected: false })).toEqual(['feature/x'])
    expect(await names({ per_page: 1, page: 2 })).toEqual(['main'])
    expect((await octokit().repos.listBranches({ owner: 'octocat', repo: 'empty' })).data).toEqual([])
  })

  it('are listed with their protection for those who may push', async () => {
    const required_status_checks = { strict: true, contexts: ['ci'] }
    await octokit().repos.updateBranchProtection({
      ...repo,
      branch: 'main',
      required_status_checks,
      enforce_admins: null,
      required_pull_request_reviews: null,
      restrictions: null,
    })
    const url = `${site.codehost.url}/repos/octocat/hello-world/branches`
    expect((await octokit('hubber').repos.listBranches(repo)).data).toMatchObject([
      {
        name: 'feature/x',
        protected: false,
        protection: { enabled: false, required_status_checks: { enforcement_level: 'off', contexts: [], checks: [] } },
        protection_url: `${url}/feature/x/protection`,
      },
      { name: 'main', protected: true, protection: { enabled: true, required_status_checks: { contexts: ['ci'] } } },
    ])
    expect(Object.keys((await stranger().repos.listBranches(repo)).data[0] ?? {})).toEqual([
      'name',
      'commit',
      'protected',
    ])
  })

  it('are found by a name with slashes, encoded or not', async () => {
    const { data } = await stranger().repos.getBranch({ ...repo, branch: 'feature/x' })
    expect(data).toMatchObject({
      name: 'feature/x',
      protected: false,
      commit: { commit: { message: 'Work on feature/x' } },
    })
    const response = await fetch(`${site.codehost.url}/repos/octocat/hello-world/branches/feature/x`)
    expect(await response.json()).toMatchObject({ name: 'feature/x' })
    await expect(stranger().repos.getBranch({ ...repo, branch: 'nope' })).rejects.toMatchObject({
      status: 404,
      response: { data: { message: 'Branch not found' } },
    })
  })

  it('are renamed, the default branch and its protection included', async () => {
    await expect(
      octokit('hubber').repos.renameBranch({ ...repo, branch: 'main', new_name: 'trunk' }),
    ).rejects.toMatchObject({ status: 403 })
    const { data, status } = await octokit().repos.renameBranch({ ...repo, branch: 'main', new_name: 'trunk' })
    expect(status).toBe(201)
    expect(data.name).toBe('trunk')
    expect((await octokit().repos.get(repo)).data.default_branch).toBe('trunk')
    expect((await octokit().repos.getBranch({ ...repo, branch: 'main' })).data.name).toBe('trunk')
    await octokit('hubber').repos.renameBranch({ ...repo, branch: 'feature/x', new_name: 'feature' })
    await octokit('hubber').repos.renameBranch({ ...repo, branch: 'feature', new_name: 'feature/x' })
    await octokit('hubber').repos.renameBranch({ ...repo, branch: 'feature/x', new_name: 'topic' })
    for (const new_name of ['trunk', 'a..b', 'trunk/x']) {
      await expect(octokit().repos.renameBranch({ ...repo, branch: 'topic', new_name })).rejects.toMatchObject({
        status: 422,
      })
    }
    await expect(octokit().repos.renameBranch({ ...repo, branch: 'x', new_name: 'y' })).rejects.toMatchObject({
      status: 404,
    })
    expect((await events()).slice(0, 5)).toEqual(['create', 'push', 'repository.edited', 'delete', 'push'])
    expect(site.receiver.violations()).toEqual([])
  })

  it('are merged into each other', async () => {
    const { data, status } = await octokit().repos.merge({ ...repo, base: 'main', head: 'feature/x' })
    expect(status).toBe(201)
    expect(data.commit.message).toBe('Merge feature/x into main')
    expect(data.parents).toHaveLength(2)
    expect((await octokit().repos.merge({ ...repo, base: 'main', head: 'feature/x' })).status).toBe(204)
    await expect(octokit().repos.merge({ ...repo, base: 'nope', head: 'main' })).rejects.toMatchObject({
      status: 404,
      response: { data: { message: 'Base does not exist' } },
    })
    await expect(octokit().repos.merge({ ...repo, base: 'main', head: 'nope' })).rejects.toMatchObject({ status: 404 })
    const edit = async (branch: string, content: string) => {
      const found = await octokit().repos.getContent({ ...repo, path: 'b.txt', ref: branch })
      const sha = (found.data as { sha: string }).sha
      await octokit().repos.createOrUpdateFileContents({ ...repo, path: 'b.txt', message: 'x', content, sha, branch })
    }
    await edit('main', 'YQ==')
    await edit('feature/x', 'Yg==')
    await expect(octokit().repos.merge({ ...repo, base: 'main', head: 'feature/x' })).rejects.toMatchObject({
      status: 409,
      response: { data: { message: 'Merge conflict' } },
    })
    await site.codehost.webhooks.settled()
    expect(site.receiver.violations()).toEqual([])
  })
})
