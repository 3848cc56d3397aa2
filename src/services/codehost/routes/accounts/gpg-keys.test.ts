import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { graphql } from '@octokit/graphql'
import { describe, expect } from 'vitest'
import { launchSync, outputSync } from '#testkit/launch.ts'
import { codehostSite } from '#codehost/codehost.fixture.ts'
import { gitClient, hasGit, type GitClient } from '../git/git-client.fixture.ts'

const hasGpg = hasGit && launchSync('gpg', ['--version']).code === 0
const hasSshKeygen = hasGit && launchSync('ssh-keygen', ['-?']).code !== 127
if (!hasGpg || !hasSshKeygen) console.warn('gpg or ssh-keygen is not installed: their signatures are not tested')

const site = await codehostSite(() => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo', 'user', 'admin:gpg_key', 'admin:ssh_signing_key'] },
    hubber: { login: 'hubber', scopes: ['repo', 'read:gpg_key'] },
  },
  codehost: {
    users: [
      { login: 'octocat', email: 'octocat@example.com' },
      { login: 'hubber', email: 'hubber@example.com' },
    ],
    repos: [{ owner: 'octocat', name: 'hello-world', auto_init: true }],
  },
}))
const { it, octokit, stranger } = site

const repo = { owner: 'octocat', repo: 'hello-world' }

/** Makes a key of GnuPG in the folder of a git client, which then signs with it. Returns its public key. */
async function gpgKey(git: GitClient, algorithm: string, email = 'octocat@example.com'): Promise<string> {
  const home = join(git.folder, '.gnupg')
  mkdirSync(home, { mode: 0o700 })
  const gpg = (...parameters: readonly string[]) =>
    outputSync('gpg', ['--batch', '--homedir', home, ...parameters]).toString()
  gpg('--passphrase', '', '--quick-generate-key', `Mona <${email}>`, algorithm, 'sign', '2099-01-01')
  await git.run('config', '--global', 'user.signingkey', email)
  return gpg('--armor', '--export', email)
}

/** Pushes a signed commit and a signed tag. Returns the SHA of the commit and of the tag. */
async function pushSigned(git: GitClient): Promise<{ readonly sha: string; readonly tag: string }> {
  await git.run('clone', `${site.codehost.url.replace('//', '//octocat@')}/octocat/hello-world.git`, 'work')
  const run = git.in('work')
  await run('commit', '--allow-empty', '-S', '-m', 'Signed')
  await run('tag', '-s', '-m', 'A signed tag', 'v1')
  await run('push', 'origin', 'HEAD', 'v1')
  return { sha: await run('rev-parse', 'HEAD'), tag: await run('rev-parse', 'v1') }
}

const verification = async (sha: string) =>
  (await octokit().git.getCommit({ ...repo, commit_sha: sha })).data.verification

describe.skipIf(!hasGpg)('GPG keys', () => {
  it('are added with their subkeys, shown to all, and deleted', async () => {
    const armored = await gpgKey(await gitClient(), 'ed25519')
    const { users } = octokit()
    const input = { name: 'Laptop', armored_public_key: armored }
    const { data } = await users.createGpgKeyForAuthenticatedUser(input)
    expect(data).toMatchObject({
      created_at: expect.stringMatching(/\.000Z$/),
      name: 'Laptop',
      primary_key_id: null,
      key_id: expect.stringMatching(/^[\dA-F]{16}$/),
      raw_key: armored,
      emails: [{ email: 'octocat@example.com', verified: true }],
      can_sign: true,
      can_certify: true,
      can_encrypt_comms: false,
      expires_at: expect.stringMatching(/^2099-01-01/),
      revoked: false,
      subkeys: [],
    })
    await expect(users.createGpgKeyForAuthenticatedUser(input)).rejects.toMatchObject({ status: 422 })
    const one = { gpg_key_id: data.id }
    expect((await users.getGpgKeyForAuthenticatedUser(one)).data).toEqual(data)
    expect((await users.listGpgKeysForAuthenticatedUser()).data).toEqual([data])
    expect((await stranger().users.listGpgKeysForUser({ username: 'octocat' })).data).toEqual([data])
    await expect(octokit('hubber').users.deleteGpgKeyForAuthenticatedUser(one)).rejects.toMatchObject({ status: 403 })
    await users.deleteGpgKeyForAuthenticatedUser(one)
    expect((await users.listGpgKeysForAuthenticatedUser()).data).toEqual([])
  })

  it('refuses what is no key', async () => {
    const { users } = octokit()
    for (const armored_public_key of [
      'key',
      '-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nAAAA\n-----END PGP PUBLIC KEY BLOCK-----',
    ]) {
      await expect(users.createGpgKeyForAuthenticatedUser({ armored_public_key })).rejects.toMatchObject({
        status: 422,
      })
    }
  })

  it.for(['ed25519', 'rsa2048', 'nistp256'])('verify commits and tags that were signed with %s', async (algorithm) => {
    const git = await gitClient()
    const armored_public_key = await gpgKey(git, algorithm)
    const { sha, tag } = await pushSigned(git)
    expect(await verification(sha)).toMatchObject({ verified: false, reason: 'unknown_key', verified_at: null })
    const { data: key } = await octokit().users.createGpgKeyForAuthenticatedUser({ armored_public_key })
    expect(await verification(sha)).toMatchObject({
      verified: true,
      reason: 'valid',
      payload: expect.stringMatching(/^tree .*\n\nSigned\n$/s),
      signature: expect.stringContaining('BEGIN PGP SIGNATURE'),
      verified_at: key.created_at.replace('.000', ''),
    })
    expect((await octokit().git.getTag({ ...repo, tag_sha: tag })).data.verification).toMatchObject({ reason: 'valid' })
  })

  it('verify the addresses of their owner alone', async () => {
    const git = await gitClient()
    const armored_public_key = await gpgKey(git, 'ed25519', 'octocat@other.test')
    const { sha } = await pushSigned(git)
    await octokit().users.createGpgKeyForAuthenticatedUser({ armored_public_key })
    expect(await verification(sha)).toMatchObject({ verified: false, reason: 'bad_email' })
    const forged = (await octokit().git.getCommit({ ...repo, commit_sha: sha })).data
    const { data } = await octokit().git.createCommit({
      ...repo,
      message: 'Forged',
      tree: forged.tree.sha,
      author: { name: 'H', email: 'nobody@example.com', date: '2026-01-01T00:00:00Z' },
      signature: forged.verification.signature ?? '',
    })
    expect(data.verification).toMatchObject({ verified: false, reason: 'no_user' })
  })

  it('show in GraphQL who signed a commit', async () => {
    const git = await gitClient()
    const armored_public_key = await gpgKey(git, 'ed25519')
    await octokit().users.createGpgKeyForAuthenticatedUser({ armored_public_key })
    const { sha } = await pushSigned(git)
    const ask = graphql.defaults({ baseUrl: site.codehost.url, headers: { authorization: 'token octocat' } })
    const answer = await ask(
      `query ($sha: GitObjectID!) { repository(owner: "octocat", name: "hello-world") { object(oid: $sha) { ... on Commit {
        signature { __typename isValid state email signer { login } wasSignedByGitHub } } } } }`,
      { sha },
    )
    expect(answer).toEqual({
      repository: {
        object: {
          signature: {
            __typename: 'GpgSignature',
            isValid: true,
            state: 'VALID',
            email: 'octocat@example.com',
            signer: { login: 'octocat' },
            wasSignedByGitHub: false,
          },
        },
      },
    })
  })
})

describe.skipIf(!hasSshKeygen)('SSH signing keys', () => {
  it.for(['ed25519', 'rsa', 'ecdsa'])('verify commits and tags that were signed with %s', async (type) => {
    const git = await gitClient()
    const file = join(git.folder, 'key')
    outputSync('ssh-keygen', ['-q', '-t', type, '-N', '', '-C', '', '-f', file])
    await git.run('config', '--global', 'gpg.format', 'ssh')
    await git.run('config', '--global', 'user.signingkey', `${file}.pub`)
    const { sha, tag } = await pushSigned(git)
    expect(await verification(sha)).toMatchObject({ verified: false, reason: 'unknown_key' })
    const key = readFileSync(`${file}.pub`, 'utf8')
    await octokit().users.createSshSigningKeyForAuthenticatedUser({ key })
    expect(await verification(sha)).toMatchObject({ verified: true, reason: 'valid' })
    expect((await octokit().git.getTag({ ...repo, tag_sha: tag })).data.verification).toMatchObject({ reason: 'valid' })
  })
})
