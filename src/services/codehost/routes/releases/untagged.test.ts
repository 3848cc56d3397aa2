import { expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const { it, octokit, stranger } = await codehostSite(() => ({
  tokens: { octocat: { login: 'octocat', scopes: ['repo'] } },
  codehost: { users: [{ login: 'octocat' }], repos: [{ owner: 'octocat', name: 'hello-world', auto_init: true }] },
}))
const repo = { owner: 'octocat', repo: 'hello-world' }

it('a release becomes a draft when its tag is deleted', async () => {
  const { data: release } = await octokit().repos.createRelease({ ...repo, tag_name: 'v1' })
  await octokit().git.deleteRef({ ...repo, ref: 'tags/v1' })
  const { data } = await octokit().repos.getRelease({ ...repo, release_id: release.id })
  expect(data).toMatchObject({ draft: true, published_at: null, tag_name: 'v1' })
  await expect(stranger().repos.getLatestRelease(repo)).rejects.toMatchObject({ status: 404 })
  expect((await stranger().repos.listReleases(repo)).data).toEqual([])
})
