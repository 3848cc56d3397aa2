import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite((receiver) => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo', 'user', 'admin:public_key', 'admin:ssh_signing_key'] },
    hubber: { login: 'hubber', scopes: ['repo', 'read:public_key'] },
  },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }],
    repos: [
      {
        owner: 'octocat',
        name: 'hello-world',
        auto_init: true,
        webhooks: [{ url: receiver.url, events: ['deploy_key'] }],
      },
    ],
  },
}))
const { it, octokit, stranger, events } = site

const repo = { owner: 'octocat', repo: 'hello-world' }

/** A public key of OpenSSH that no one has the private one of. */
function publicKey(number: number): string {
  const type = Buffer.from('ssh-ed25519')
  const length = (bytes: Buffer) => Buffer.from([0, 0, 0, bytes.length])
  const key = Buffer.alloc(32, number)
  return `ssh-ed25519 ${Buffer.concat([length(type), type, length(key), key]).toString('base64')}`
}

describe('SSH keys', () => {
  it('of a user are added, shown to all without their titles, and deleted', async () => {
    const { users } = octokit()
    const input = { title: 'Laptop', key: `${publicKey(1)} me@laptop` }
    const { data } = await users.createPublicSshKeyForAuthenticatedUser(input)
    expect(data).toMatchObject({ title: 'Laptop', key: publicKey(1), verified: true, read_only: false })
    const { data: second } = await users.createPublicSshKeyForAuthenticatedUser({ key: `${publicKey(2)} me@home` })
    expect(second.title).toBe('me@home')
    const { data: third } = await users.createPublicSshKeyForAuthenticatedUser({
      title: '',
      key: `${publicKey(9)} me@work`,
    })
    expect(third.title).toBe('me@work')
    await users.deletePublicSshKeyForAuthenticatedUser({ key_id: third.id })
    expect((await users.getPublicSshKeyForAuthenticatedUser({ key_id: data.id })).data).toEqual(data)
    expect((await users.listPublicSshKeysForAuthenticatedUser()).data).toEqual([data, second])
    const { data: seen } = await stranger().users.listPublicKeysForUser({ username: 'octocat' })
    expect(seen.map(({ key }) => key)).toEqual([publicKey(1), publicKey(2)])
    await users.deletePublicSshKeyForAuthenticatedUser({ key_id: data.id })
    await expect(users.getPublicSshKeyForAuthenticatedUser({ key_id: data.id })).rejects.toMatchObject({ status: 404 })
  })

  it('sign commits where they are added for that, also a key with which the user signs in', async () => {
    const { users } = octokit()
    await users.createPublicSshKeyForAuthenticatedUser({ key: publicKey(1) })
    const { data } = await users.createSshSigningKeyForAuthenticatedUser({ title: 'Sign', key: publicKey(1) })
    expect(data).toMatchObject({ title: 'Sign', key: publicKey(1) })
    const one = { ssh_signing_key_id: data.id }
    expect((await users.getSshSigningKeyForAuthenticatedUser(one)).data).toEqual(data)
    expect((await users.listSshSigningKeysForAuthenticatedUser()).data).toEqual([data])
    expect((await stranger().users.listSshSigningKeysForUser({ username: 'octocat' })).data).toEqual([data])
    await users.deleteSshSigningKeyForAuthenticatedUser(one)
    expect((await users.listSshSigningKeysForAuthenticatedUser()).data).toEqual([])
    expect((await users.listPublicSshKeysForAuthenticatedUser()).data).toHaveLength(1)
  })

  it('of a repository are for its administrators, and emit deploy_key', async () => {
    const { repos } = octokit()
    const { data } = await repos.createDeployKey({ ...repo, title: 'CI', key: publicKey(3), read_only: true })
    expect(data).toMatchObject({ title: 'CI', read_only: true, added_by: 'octocat', enabled: true })
    expect((await repos.getDeployKey({ ...repo, key_id: data.id })).data).toEqual(data)
    expect((await repos.listDeployKeys(repo)).data).toEqual([data])
    await expect(octokit('hubber').repos.listDeployKeys(repo)).rejects.toMatchObject({ status: 403 })
    await repos.deleteDeployKey({ ...repo, key_id: data.id })
    expect((await repos.listDeployKeys(repo)).data).toEqual([])
    expect(await events()).toEqual(['deploy_key.created', 'deploy_key.deleted'])
  })

  it('are refused when they are no keys, or in use', async () => {
    const refusal = (message: string) => ({
      status: 422,
      response: { data: { errors: [{ resource: 'PublicKey', field: 'key', code: 'custom', message }] } },
    })
    const add = (key: string) => octokit().users.createPublicSshKeyForAuthenticatedUser({ key })
    for (const wrong of ['', 'ssh-ed25519', 'ssh-ed25519 AAAA', publicKey(1).replace('ssh-ed25519', 'ssh-rsa')]) {
      await expect(add(wrong)).rejects.toMatchObject(
        refusal('key is invalid. You must supply a key in OpenSSH public key format'),
      )
    }
    await add(publicKey(1))
    await expect(add(publicKey(1))).rejects.toMatchObject(refusal('key is already in use'))
    await expect(octokit().repos.createDeployKey({ ...repo, key: publicKey(1) })).rejects.toMatchObject({ status: 422 })
    await expect(
      octokit('hubber').users.createPublicSshKeyForAuthenticatedUser({ key: publicKey(4) }),
    ).rejects.toMatchObject({ status: 403 })
  })
})

describe('social accounts', () => {
  it('have the provider that their host names', async () => {
    const { users } = octokit()
    const account_urls = ['https://www.linkedin.com/in/octocat', 'https://octo.example.com']
    const { data } = await users.addSocialAccountForAuthenticatedUser({ account_urls })
    expect(data.map(({ provider }) => provider)).toEqual(['linkedin', 'generic'])
    expect((await users.listSocialAccountsForAuthenticatedUser()).data).toEqual(data)
    expect((await stranger().users.listSocialAccountsForUser({ username: 'octocat' })).data).toEqual(data)
    for (const wrong of [account_urls[0] ?? '', 'nothing']) {
      await expect(
        users.addSocialAccountForAuthenticatedUser({ account_urls: ['https://x.com/octo', wrong] }),
      ).rejects.toMatchObject({ status: 422 })
    }
    await users.deleteSocialAccountForAuthenticatedUser({ account_urls: [account_urls[1] ?? ''] })
    expect((await users.listSocialAccountsForAuthenticatedUser()).data).toEqual(data.slice(0, 1))
  })
})
