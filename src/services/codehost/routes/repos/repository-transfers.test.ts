import { describe, expect } from 'vitest'
import { repositoriesSite } from './repositories.fixture.ts'

const site = await repositoriesSite()
const { it, octokit, events } = site

const repo = { owner: 'octocat', repo: 'hello-world' }

describe('a transferred repository', () => {
  it('belongs to the new owner at once, with the previous owner as a collaborator', async () => {
    const { data, status } = await octokit().repos.transfer({ ...repo, new_owner: 'hubber', new_name: 'ours' })
    expect(status).toBe(202)
    expect(data.full_name).toBe('octocat/hello-world')
    expect((await octokit().repos.get({ owner: 'hubber', repo: 'ours' })).data.permissions?.admin).toBe(true)
    expect((await octokit().repos.get(repo)).data.full_name).toBe('hubber/ours')
    await expect(
      octokit().repos.transfer({ owner: 'octocat', repo: 'secret', new_owner: 'nobody' }),
    ).rejects.toMatchObject({ status: 422 })
    await octokit().repos.transfer({ owner: 'octocat', repo: 'secret', new_owner: 'acme' })
    expect(await events()).toEqual(['repository.transferred', 'repository.transferred'])
    expect(site.receiver.violations()).toEqual([])
  })
})

describe('a pull request of a transferred repository', () => {
  it('has its branches with the new owner', async () => {
    const { data: before } = await octokit().pulls.create({ ...repo, title: 'B', head: 'feature', base: 'main' })
    expect(before.head.label).toBe('octocat:feature')
    await octokit().repos.transfer({ ...repo, new_owner: 'acme' })
    const moved = { owner: 'acme', repo: 'hello-world' }
    const { data } = await octokit().pulls.list({ ...moved, head: 'acme:feature' })
    expect(data).toMatchObject([
      { head: { label: 'acme:feature', user: { login: 'acme' } }, base: { label: 'acme:main' } },
    ])
    expect((await octokit().pulls.list({ ...moved, head: 'octocat:feature' })).data).toEqual([])
    const again = octokit().pulls.create({ ...moved, title: 'B', head: 'feature', base: 'main' })
    await expect(again).rejects.toMatchObject({
      status: 422,
      response: { data: { errors: [{ message: 'A pull request already exists for acme:feature.' }] } },
    })
  })
})

describe('a template', () => {
  it('creates repositories with its files, in one commit', async () => {
    await expect(
      octokit().repos.createUsingTemplate({ template_owner: 'octocat', template_repo: 'hello-world', name: 'copy' }),
    ).rejects.toMatchObject({ status: 422 })
    await octokit().repos.update({ ...repo, is_template: true })
    const { data } = await octokit('hubber').repos.createUsingTemplate({
      template_owner: 'octocat',
      template_repo: 'hello-world',
      name: 'copy',
      private: true,
    })
    expect(data).toMatchObject({ full_name: 'hubber/copy', private: true, fork: false })
    expect(data.template_repository?.full_name).toBe('octocat/hello-world')
    const copy = { owner: 'hubber', repo: 'copy' }
    expect((await octokit('hubber').repos.listCommits(copy)).data).toHaveLength(1)
    expect((await octokit('hubber').repos.listBranches(copy)).data.map(({ name }) => name)).toEqual(['main'])
    const message = 'Could not clone: Name already exists on this account'
    await expect(
      octokit('hubber').repos.createUsingTemplate({
        template_owner: 'octocat',
        template_repo: 'hello-world',
        name: 'copy',
      }),
    ).rejects.toMatchObject({ status: 422, response: { data: { message, errors: [message] } } })
  })
})

describe('a repository dispatch', () => {
  it('reaches subscribed apps with its payload, and no webhooks', async () => {
    const client_payload = { unit: false }
    const target = { owner: 'acme', repo: 'open' }
    expect(
      (await octokit().repos.createDispatchEvent({ ...target, event_type: 'deploy', client_payload })).status,
    ).toBe(204)
    // The action is the client's own, and the vendor's schemas know only two values of it.
    await site.codehost.webhooks.settled()
    expect(site.receiver.received.map(({ event }) => event)).toEqual(['repository_dispatch'])
    expect(site.receiver.received[0]?.payload).toMatchObject({
      action: 'deploy',
      branch: 'main',
      client_payload,
      installation: { id: expect.any(Number) },
    })
    await expect(octokit().repos.createDispatchEvent({ ...target } as never)).rejects.toMatchObject({ status: 422 })
  })

  it('accepts ten members, with a limited size', async () => {
    const dispatch = (client_payload: Readonly<Record<string, unknown>>) =>
      octokit().repos.createDispatchEvent({ owner: 'acme', repo: 'open', event_type: 'deploy', client_payload })
    const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, 1]))
    expect((await dispatch(members(10))).status).toBe(204)
    const refused = (message: string) => ({ status: 422, response: { data: { message } } })
    await expect(dispatch(members(11))).rejects.toMatchObject(
      refused('Invalid request.\n\nNo more than 10 properties are allowed; 11 were supplied.'),
    )
    await expect(dispatch({ text: 'x'.repeat(65_536) })).rejects.toMatchObject(refused('client_payload is too large.'))
  })
})
