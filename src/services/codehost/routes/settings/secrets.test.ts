import { describe, expect } from 'vitest'
import { createEmulator } from '#emulator.ts'
import { refused, seal, settingsSite } from './settings.fixture.ts'

const site = await settingsSite()
const { it, octokit, stranger } = site

const repo = { owner: 'octocat', repo: 'hello-world' }
const repository = 'octocat/hello-world'
const FORBIDDEN = 'You must have repository read permissions or have the repository secrets fine-grained permission.'
const WRONGLY_SEALED = 'Bad request - validation failed due to an improperly encrypted secret'
const NAME_RULE =
  'Secret names can only contain alphanumeric characters ([a-z], [A-Z], [0-9]) or underscores (_). ' +
  'Spaces are not allowed. Must start with a letter ([a-z], [A-Z]) or underscores (_).'

async function publicKey(token = 'owner') {
  return (await octokit(token).actions.getRepoPublicKey(repo)).data
}

async function put(secret_name: string, value: string | Uint8Array, token = 'owner') {
  const { key, key_id } = await publicKey(token)
  const encrypted_value = await seal(value, key)
  return octokit(token).actions.createOrUpdateRepoSecret({ ...repo, secret_name, encrypted_value, key_id })
}

describe('the public key of a repository', () => {
  it('is a stable X25519 key with a numeric id, and differs from others', async () => {
    const key = await publicKey()
    expect(Object.keys(key)).toEqual(['key_id', 'key'])
    expect(key.key_id).toMatch(/^\d{18}$/)
    expect(Buffer.from(key.key, 'base64')).toHaveLength(32)
    const other = (await octokit().actions.getRepoPublicKey({ owner: 'octocat', repo: 'hidden' })).data
    expect(other).not.toMatchObject({ key: key.key })
    expect(other).not.toMatchObject({ key_id: key.key_id })
    await put('FIRST', 'first')
    site.codehost.reset()
    expect(await publicKey()).toEqual(key)
  })

  it('is for users with explicit access, and a token with repo', async () => {
    expect(await publicKey('reader')).toEqual(await publicKey())
    await expect(publicKey('outsider')).rejects.toMatchObject(refused(403, FORBIDDEN))
    await expect(publicKey('public')).rejects.toMatchObject({
      status: 403,
      response: { data: { message: FORBIDDEN }, headers: { 'x-accepted-oauth-scopes': 'repo' } },
    })
    await expect(stranger().actions.getRepoPublicKey(repo)).rejects.toMatchObject(refused(401))
    const hidden = { owner: 'octocat', repo: 'hidden' }
    await expect(octokit('outsider').actions.getRepoPublicKey(hidden)).rejects.toMatchObject(refused(404))
  })
})

describe('a secret of a repository', () => {
  it('is not found when its repository is deleted during the request', async () => {
    const { key, key_id } = await publicKey()
    const body = JSON.stringify({ encrypted_value: await seal('x', key), key_id })
    const request = (method: string, path: string) =>
      site.codehost.fetch(`${site.codehost.url}/repos/${repository}${path}`, {
        method,
        headers: { authorization: 'Bearer owner' },
        ...(method === 'PUT' ? { body } : {}),
      })
    const statuses = new Set<number>()
    for (let ticks = 0; ticks < 40; ticks += 2) {
      site.codehost.reset()
      const put = request('PUT', '/actions/secrets/LATE')
      for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve()
      expect((await request('DELETE', '')).status).toBe(204)
      statuses.add((await put).status)
    }
    expect([...statuses].toSorted()).toEqual([201, 404])
  })

  it('is created with 201 and replaced with 204, and only the test sees its value', async () => {
    site.codehost.clock.freeze()
    const created = await put('deploy_key', 'pässword\n')
    expect([created.status, created.data]).toEqual([201, {}])
    expect(site.codehost.secret({ repository, name: 'DEPLOY_KEY' })).toBe('pässword\n')
    const before = (await octokit().actions.getRepoSecret({ ...repo, secret_name: 'Deploy_Key' })).data
    expect(Object.keys(before)).toEqual(['name', 'created_at', 'updated_at'])
    expect(before.name).toBe('DEPLOY_KEY')
    site.codehost.clock.advance('1h')
    expect((await put('DEPLOY_KEY', 'other')).status).toBe(204)
    expect(site.codehost.secret({ repository, name: 'deploy_key' })).toBe('other')
    const after = (await octokit().actions.getRepoSecret({ ...repo, secret_name: 'DEPLOY_KEY' })).data
    expect(after.created_at).toBe(before.created_at)
    expect(Date.parse(after.updated_at) - Date.parse(before.updated_at)).toBe(3_600_000)
    expect(JSON.stringify(site.codehost.requests)).not.toContain('pässword')
  })

  it('may be empty', async () => {
    expect((await put('NOTHING', '')).status).toBe(201)
    expect(site.codehost.secret({ repository, name: 'NOTHING' })).toBe('')
  })

  it('is refused when it was sealed with another key, or is not a sealed box', async () => {
    const { key, key_id } = await publicKey()
    const input = { ...repo, secret_name: 'TOKEN', key_id }
    const other = (await octokit().actions.getRepoPublicKey({ owner: 'octocat', repo: 'hidden' })).data
    const sealed = await seal('new', key)
    for (const each of [
      { ...input, encrypted_value: await seal('new', other.key) },
      { ...input, encrypted_value: sealed, key_id: other.key_id },
      { ...input, encrypted_value: Buffer.from('new').toString('base64') },
      { ...input, encrypted_value: `${sealed.startsWith('A') ? 'B' : 'A'}${sealed.slice(1)}` },
    ]) {
      await expect(octokit().actions.createOrUpdateRepoSecret(each)).rejects.toMatchObject(refused(422, WRONGLY_SEALED))
    }
    expect(site.codehost.secret({ repository, name: 'TOKEN' })).toBe('seeded')
  })

  it('is refused without its members, or when they are not base64', async () => {
    const { key_id } = await publicKey()
    const input = { ...repo, secret_name: 'TOKEN', key_id }
    await expect(
      octokit().actions.createOrUpdateRepoSecret({ ...repo, secret_name: 'TOKEN', encrypted_value: 'AAAA' } as never),
    ).rejects.toMatchObject(refused(422, 'Invalid request.\n\n"key_id" wasn\'t supplied.'))
    await expect(
      octokit().actions.createOrUpdateRepoSecret({ ...input, encrypted_value: 'plain-text' }),
    ).rejects.toMatchObject(
      refused(
        422,
        'Invalid request.\n\nFor \'properties/encrypted_value\', "plain-text" does not match ' +
          '/^(?:[A-Za-z0-9+\\/]{4})*(?:[A-Za-z0-9+\\/]{2}==|[A-Za-z0-9+\\/]{3}=|[A-Za-z0-9+\\/]{4})$/.',
      ),
    )
  })

  it('has a name of letters, digits and underscores, without GitHub’s prefix', async () => {
    for (const name of ['1TOKEN', 'MY-TOKEN', 'MY TOKEN', 'É']) {
      await expect(put(name, 'x')).rejects.toMatchObject(refused(422, NAME_RULE))
    }
    for (const name of ['GITHUB_TOKEN', 'github_pat']) {
      await expect(put(name, 'x')).rejects.toMatchObject(refused(422, 'Secret names must not start with GITHUB_.'))
    }
    expect((await put('_GITHUB_9', 'x')).status).toBe(201)
  })

  it('holds 48 KB', async () => {
    expect((await put('LARGE', 'x'.repeat(49_152))).status).toBe(201)
    await expect(put('LARGER', 'x'.repeat(49_153))).rejects.toMatchObject(
      refused(422, 'Secrets are limited to 48 KB in size.'),
    )
    await expect(put('LARGE', 'é'.repeat(24_577))).rejects.toMatchObject(refused(422))
  })

  it('is one of at most a hundred', async () => {
    const secrets = Object.fromEntries(Array.from({ length: 99 }, (_, index) => [`S${index}`, 'x']))
    await using codehost = await createEmulator({
      service: 'codehost',
      port: 0,
      seed: {
        tokens: { owner: { login: 'octocat', scopes: ['repo'] } },
        codehost: { users: [{ login: 'octocat' }], repos: [{ owner: 'octocat', name: 'full', secrets }] },
      },
    })
    const call = (method: string, path: string, body?: object) =>
      codehost.fetch(`http://codehost/repos/octocat/full/actions/secrets/${path}`, {
        method,
        headers: { authorization: 'Bearer owner' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    const { key, key_id } = (await (await call('GET', 'public-key')).json()) as { key: string; key_id: string }
    const body = { key_id, encrypted_value: await seal('x', key) }
    expect((await call('PUT', 'LAST', body)).status).toBe(201)
    expect((await call('PUT', 'ONE_MORE', body)).status).toBe(422)
    expect((await call('PUT', 'LAST', body)).status).toBe(204)
  })

  it('is listed by name, counted, and paged', async () => {
    await put('B', 'b')
    await put('a', 'a')
    const { data } = await octokit().actions.listRepoSecrets(repo)
    expect(data.total_count).toBe(3)
    expect(data.secrets.map(({ name }) => name)).toEqual(['A', 'B', 'TOKEN'])
    expect(JSON.stringify(data)).not.toContain('seeded')
    const page = await octokit().actions.listRepoSecrets({ ...repo, per_page: 1, page: 2 })
    expect(page.data).toMatchObject({ total_count: 3, secrets: [{ name: 'B' }] })
    expect(page.headers.link).toContain('page=3>; rel="next"')
    expect(await octokit().paginate(octokit().actions.listRepoSecrets, { ...repo, per_page: 2 })).toHaveLength(3)
  })

  it('is deleted with 204, and is 404 then', async () => {
    const input = { ...repo, secret_name: 'token' }
    expect((await octokit().actions.deleteRepoSecret(input)).status).toBe(204)
    await expect(octokit().actions.deleteRepoSecret(input)).rejects.toMatchObject(refused(404))
    await expect(octokit().actions.getRepoSecret(input)).rejects.toMatchObject(refused(404))
    expect(site.codehost.secret({ repository, name: 'TOKEN' })).toBeNull()
  })

  it('is for users with write access', async () => {
    expect((await put('HIS', 'x', 'writer')).status).toBe(201)
    expect((await octokit('writer').actions.listRepoSecrets(repo)).data.total_count).toBe(2)
    await expect(put('HERS', 'x', 'reader')).rejects.toMatchObject(refused(403, FORBIDDEN))
    for (const token of ['reader', 'outsider', 'public']) {
      await expect(octokit(token).actions.listRepoSecrets(repo)).rejects.toMatchObject(refused(403, FORBIDDEN))
      await expect(octokit(token).actions.deleteRepoSecret({ ...repo, secret_name: 'TOKEN' })).rejects.toMatchObject(
        refused(403, FORBIDDEN),
      )
    }
    await expect(stranger().actions.listRepoSecrets(repo)).rejects.toMatchObject(refused(401))
  })

  it('can be read and not changed in an archived repository', async () => {
    const old = { owner: 'octocat', repo: 'old' }
    expect((await octokit().actions.listRepoSecrets(old)).data.total_count).toBe(1)
    const { key, key_id } = (await octokit().actions.getRepoPublicKey(old)).data
    const input = { ...old, secret_name: 'TOKEN', key_id, encrypted_value: await seal('x', key) }
    await expect(octokit().actions.createOrUpdateRepoSecret(input)).rejects.toMatchObject(refused(403))
    await expect(octokit().actions.deleteRepoSecret(input)).rejects.toMatchObject(refused(403))
    expect(site.codehost.secret({ repository: 'octocat/old', name: 'TOKEN' })).toBe('kept')
  })

  it('is deleted with its repository, like the key', async () => {
    const { key } = await publicKey()
    const { token } = site.codehost.signIn({ login: 'octocat' })
    expect((await octokit(token).repos.delete(repo)).status).toBe(204)
    await octokit().repos.createForAuthenticatedUser({ name: 'hello-world' })
    expect(site.codehost.secret({ repository, name: 'TOKEN' })).toBeNull()
    expect((await publicKey()).key).not.toBe(key)
  })
})

describe('secrets of the organization', () => {
  it('are listed for a repository: those for all, for private ones, and for it', async () => {
    const names = async (name: string) =>
      (await octokit().actions.listRepoOrganizationSecrets({ owner: 'acme', repo: name })).data.secrets.map(
        (secret) => secret.name,
      )
    expect(await names('website')).toEqual(['NPM_TOKEN', 'SITE_KEY'])
    expect(await names('inside')).toEqual(['DEPLOY_KEY', 'NPM_TOKEN'])
    const { data } = await octokit().actions.listRepoOrganizationSecrets(repo)
    expect(data).toEqual({ total_count: 0, secrets: [] })
    const page = await octokit().actions.listRepoOrganizationSecrets({ owner: 'acme', repo: 'inside', per_page: 1 })
    expect(page.data).toMatchObject({ total_count: 2, secrets: [{ name: 'DEPLOY_KEY' }] })
    expect(page.headers.link).toContain('rel="next"')
    await expect(
      octokit('reader').actions.listRepoOrganizationSecrets({ owner: 'acme', repo: 'website' }),
    ).rejects.toMatchObject(refused(403, FORBIDDEN))
  })
})

describe('the command secret', () => {
  it('names the missing option, and the available values', () => {
    const { secret } = site.codehost
    expect(() => secret({ repository: 'octocat/nothing', name: 'X' })).toThrow(
      'secret: no repository is named octocat/nothing; there are octocat/hello-world, octocat/old',
    )
    expect(() => secret({ organization: 'octocat', name: 'X' })).toThrow(
      'secret: no organization is named octocat; there are acme',
    )
    expect(() => secret({ name: 'X' } as never)).toThrow("secret: name a repository ('owner/name') or an organization")
    expect(() => secret({ repository } as never)).toThrow('secret: name is missing')
    expect(() => secret({ repository, name: 'X', env: 'y' } as never)).toThrow('secret: unknown option env')
    expect(secret({ organization: 'ACME', name: 'site_key' })).toBe('site')
  })

  it('answers other processes too', async () => {
    const response = await fetch(`${site.codehost.url}/_backlot/secret`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ repository, name: 'TOKEN' }),
    })
    expect(await response.json()).toBe('seeded')
  })
})

describe('a seed with secrets', () => {
  const start = (repo: object, org: object = {}) =>
    createEmulator({
      service: 'codehost',
      port: 0,
      seed: {
        codehost: {
          users: [{ login: 'octocat' }],
          orgs: [{ login: 'acme', ...org }],
          repos: [{ owner: 'acme', name: 'website', ...repo }],
        },
      },
    })

  it('is refused where the vendor would refuse the secrets', async () => {
    await expect(start({ secrets: { 'MY-TOKEN': 'x' } })).rejects.toThrow(NAME_RULE)
    await expect(start({ variables: { GITHUB_X: 'x' } })).rejects.toThrow('Variable names must not start with GITHUB_.')
    await expect(start({ secrets: { a: 'x', A: 'y' } })).rejects.toThrow('another of the secrets has this name')
    await expect(start({ secrets: { A: 'x'.repeat(49_153) } })).rejects.toThrow('48 KB')
    await expect(start({}, { secrets: { A: { value: 'x', repositories: ['websit'] } } })).rejects.toThrow(
      'acme has no repository "websit"',
    )
    await expect(
      start({}, { variables: { A: { value: 'x', visibility: 'all', repositories: ['website'] } } }),
    ).rejects.toThrow('only visibility selected has repositories, not all')
  })
})
