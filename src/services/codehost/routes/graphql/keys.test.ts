import { createHash, generateKeyPairSync } from 'node:crypto'
import { expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const { it, octokit } = await codehostSite(() => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo', 'admin:org', 'admin:public_key'] },
    hubber: { login: 'hubber', scopes: ['repo', 'read:org'] },
  },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }],
    orgs: [{ login: 'acme', members: [{ login: 'octocat', role: 'admin' }] }],
    repos: [{ owner: 'octocat', name: 'hello-world', auto_init: true }],
  },
}))

/** Returns a new key as a line of OpenSSH, and its bytes. */
function sshKey() {
  const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
  const field = (bytes: Uint8Array) => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes])
  const bytes = Buffer.concat([field(Buffer.from('ssh-ed25519')), field(Buffer.from(x, 'base64url'))])
  return { key: `ssh-ed25519 ${bytes.toString('base64')}`, bytes }
}

it('the deploy keys of a repository are for its administrators', async () => {
  const { key } = sshKey()
  await octokit().repos.createDeployKey({ owner: 'octocat', repo: 'hello-world', title: 'CI', key, read_only: true })
  const query =
    '{ repository(owner: "octocat", name: "hello-world") { deployKeys(first: 5) { totalCount nodes { title key readOnly verified } } } }'
  expect(await octokit().graphql(query)).toEqual({
    repository: { deployKeys: { totalCount: 1, nodes: [{ title: 'CI', key, readOnly: true, verified: true }] } },
  })
  expect(await octokit('hubber').graphql(query)).toEqual({ repository: { deployKeys: { totalCount: 0, nodes: [] } } })
})

it('the keys of a user have fingerprints, and times for the user alone', async () => {
  const { key, bytes } = sshKey()
  await octokit().users.createPublicSshKeyForAuthenticatedUser({ title: 'Laptop', key })
  const query = '{ user(login: "octocat") { publicKeys(first: 5) { nodes { key fingerprint createdAt } } } }'
  const fingerprint = `SHA256:${createHash('sha256').update(bytes).digest('base64').replace(/=+$/, '')}`
  expect(await octokit().graphql(query)).toEqual({
    user: { publicKeys: { nodes: [{ key, fingerprint, createdAt: expect.any(String) as string }] } },
  })
  expect(await octokit('hubber').graphql(query)).toMatchObject({
    user: { publicKeys: { nodes: [{ createdAt: null }] } },
  })
})

it('the invited members of an organization are for its owners', async () => {
  await octokit().orgs.setMembershipForUser({ org: 'acme', username: 'hubber' })
  const query = '{ organization(login: "acme") { pendingMembers(first: 5) { nodes { login } } } }'
  expect(await octokit().graphql(query)).toEqual({ organization: { pendingMembers: { nodes: [{ login: 'hubber' }] } } })
  await expect(octokit('hubber').graphql(query)).rejects.toThrow("The 'pendingMembers' field requires")
})
