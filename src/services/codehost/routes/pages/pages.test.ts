import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite((receiver) => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo'] },
    hubber: { login: 'hubber', scopes: ['repo'] },
  },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }],
    repos: [
      {
        owner: 'octocat',
        name: 'hello-world',
        files: { 'docs/index.html': '<h1>Hello</h1>', 'docs/404.html': '<h1>Lost</h1>' },
        webhooks: [{ url: receiver.url, events: ['page_build'] }],
      },
    ],
  },
}))
const { it, octokit, takeEvents } = site

const repo = { owner: 'octocat', repo: 'hello-world' }
const source = { branch: 'main', path: '/docs' } as const

describe('a site', () => {
  it('is built from its source when it is made, and by every push to it', async () => {
    const { repos } = octokit()
    await expect(repos.getPages(repo)).rejects.toMatchObject({ status: 404 })
    const missing = repos.createPagesSite({ ...repo, source: { branch: 'gh-pages' } })
    await expect(missing).rejects.toThrow('The gh-pages branch must exist before GitHub Pages can be built.')
    const { data: made } = await repos.createPagesSite({ ...repo, source })
    expect(made).toMatchObject({
      status: 'building',
      build_type: 'legacy',
      source,
      custom_404: true,
      html_url: 'https://octocat.github.io/hello-world/',
    })
    await expect(repos.createPagesSite({ ...repo, source })).rejects.toMatchObject({ status: 409 })
    site.codehost.clock.advance('3s')
    expect((await repos.getPages(repo)).data.status).toBe('built')
    expect((await repos.get(repo)).data.has_pages).toBe(true)
    await repos.createOrUpdateFileContents({ ...repo, path: 'docs/a.html', message: 'Add a', content: 'YQ==' })
    site.codehost.clock.advance('3s')
    const { data: built } = await repos.listPagesBuilds(repo)
    const { data: head } = await repos.getCommit({ ...repo, ref: 'main' })
    expect(built.map(({ status }) => status)).toEqual(['built', 'built'])
    expect(built[0]).toMatchObject({ commit: head.sha, pusher: { login: 'octocat' }, error: { message: null } })
    expect((await repos.getLatestPagesBuild(repo)).data).toEqual(built[0])
    const id = Number(built[1]?.url.split('/').at(-1))
    expect((await repos.getPagesBuild({ ...repo, build_id: id })).data).toEqual(built[1])
    expect(await takeEvents()).toEqual(['page_build', 'page_build'])
  })

  it('is built on request, changed, and deleted with its builds', async () => {
    const { repos } = octokit()
    await repos.createPagesSite({ ...repo, source })
    const requested = await repos.requestPagesBuild(repo)
    expect(requested.data).toMatchObject({ status: 'queued' })
    expect(requested.headers.location).toBe(requested.data.url)
    await repos.updateInformationAboutPagesSite({ ...repo, cname: 'www.example.com', https_enforced: false })
    expect((await repos.getPages(repo)).data).toMatchObject({
      cname: 'www.example.com',
      html_url: 'https://www.example.com/',
      https_enforced: false,
      source,
    })
    await expect(octokit('hubber').repos.deletePagesSite(repo)).rejects.toMatchObject({ status: 403 })
    await repos.deletePagesSite(repo)
    site.codehost.clock.advance('3s')
    await expect(repos.listPagesBuilds(repo)).rejects.toMatchObject({ status: 404 })
    expect(await takeEvents()).toEqual([])
  })

  it('has a domain whose health is known after the first request', async () => {
    const { repos } = octokit()
    await repos.createPagesSite({ ...repo, source })
    await expect(repos.getPagesHealthCheck(repo)).rejects.toMatchObject({ status: 422 })
    await repos.updateInformationAboutPagesSite({ ...repo, cname: 'www.example.com' })
    expect((await repos.getPagesHealthCheck(repo)).status).toBe(202)
    const { data } = await repos.getPagesHealthCheck(repo)
    expect(data).toMatchObject({ domain: { host: 'www.example.com', is_apex_domain: false, is_valid: true } })
  })

  it('is deployed by a workflow, whose deployment is in progress, succeeds, or is cancelled', async () => {
    const { repos } = octokit()
    await repos.createPagesSite({ ...repo, build_type: 'workflow' })
    expect((await repos.getPages(repo)).data.status).toBeNull()
    const input = { ...repo, pages_build_version: 'abc', oidc_token: 'token' }
    await expect(repos.createPagesDeployment(input)).rejects.toMatchObject({ status: 422 })
    await expect(repos.createPagesDeployment({ ...input, artifact_id: 9 })).rejects.toMatchObject({ status: 404 })
    const { data } = await repos.createPagesDeployment({ ...input, artifact_url: 'https://artifacts.test/1' })
    expect(data).toMatchObject({ id: 'abc', page_url: 'https://octocat.github.io/hello-world/' })
    const one = { ...repo, pages_deployment_id: 'abc' }
    expect((await repos.getPagesDeployment(one)).data.status).toBe('deployment_in_progress')
    site.codehost.clock.advance('3s')
    expect((await repos.getPagesDeployment(one)).data.status).toBe('succeed')
    expect((await repos.getPages(repo)).data.status).toBe('built')
    await repos.createPagesDeployment({
      ...input,
      artifact_url: 'https://artifacts.test/2',
      pages_build_version: 'def',
    })
    await repos.cancelPagesDeployment({ ...repo, pages_deployment_id: 'def' })
    expect((await repos.getPagesDeployment({ ...repo, pages_deployment_id: 'def' })).data.status).toBe(
      'deployment_cancelled',
    )
  })
})
