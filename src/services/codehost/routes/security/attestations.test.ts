import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite(() => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo', 'admin:org'] },
    hubber: { login: 'hubber', scopes: ['repo'] },
  },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }],
    orgs: [{ login: 'acme', members: [{ login: 'octocat', role: 'admin' }, { login: 'hubber' }] }],
    repos: [
      { owner: 'acme', name: 'tool', auto_init: true },
      { owner: 'octocat', name: 'own', auto_init: true },
    ],
  },
}))
const { it, octokit, stranger } = site

const tool = { owner: 'acme', repo: 'tool' }
const PROVENANCE = 'https://slsa.dev/provenance/v1'

function bundle(sha256: string, predicateType = PROVENANCE) {
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'x', digest: { sha256 } }],
    predicateType,
  }
  return {
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: { tlogEntries: [] },
    dsseEnvelope: {
      payload: Buffer.from(JSON.stringify(statement)).toString('base64'),
      payloadType: 'application/vnd.in-toto+json',
      signatures: [{ sig: 'x' }],
    },
  }
}

const add = async (sha256: string, predicateType?: string, repo = tool) =>
  (await octokit().repos.createAttestation({ ...repo, bundle: bundle(sha256, predicateType) })).data.id ?? 0

const ofTool = async (more: object = {}) =>
  (await stranger().repos.listAttestations({ ...tool, subject_digest: 'sha256:aa', ...more })).data.attestations ?? []

describe('attestations', () => {
  it('are found by the digests of the files that they are about', async () => {
    await add('aa')
    await add('aa', 'https://spdx.dev/Document/v2.3')
    await add('bb')
    const list = await ofTool()
    expect(list.map((each) => each.bundle)).toEqual([bundle('aa', 'https://spdx.dev/Document/v2.3'), bundle('aa')])
    expect(list[0]).toMatchObject({ initiator: 'octocat' })
    expect(await ofTool({ predicate_type: 'provenance' })).toHaveLength(1)
    expect(await ofTool({ predicate_type: PROVENANCE })).toHaveLength(1)
    expect(await ofTool({ predicate_type: 'release' })).toEqual([])
    expect(await ofTool({ predicate_type: 'constructor' })).toEqual([])
    expect(await ofTool({ per_page: 1 })).toHaveLength(1)
    expect(await ofTool({ subject_digest: 'sha256:cc' })).toEqual([])
  })

  it('are listed for an organization and a user', async () => {
    await add('aa')
    await add('aa', PROVENANCE, { owner: 'octocat', repo: 'own' })
    const about = { subject_digest: 'sha256:aa' }
    expect((await stranger().orgs.listAttestations({ org: 'acme', ...about })).data.attestations).toHaveLength(1)
    expect((await stranger().users.listAttestations({ username: 'octocat', ...about })).data.attestations).toHaveLength(
      1,
    )
    const bulk = { subject_digests: ['sha256:aa', 'sha256:bb'] }
    const { data } = await stranger().orgs.listAttestationsBulk({ org: 'acme', ...bulk })
    expect(data.attestations_subject_digests).toMatchObject({
      'sha256:aa': [{ initiator: 'octocat' }],
      'sha256:bb': null,
    })
    const ofUser = await stranger().users.listAttestationsBulk({ username: 'octocat', ...bulk })
    expect(Object.keys(ofUser.data.attestations_subject_digests ?? {})).toEqual(bulk.subject_digests)
    const { data: repos } = await stranger().orgs.listAttestationRepositories({ org: 'acme' })
    expect(repos.map(({ name }) => name)).toEqual(['tool'])
  })

  it('are deleted by the owner', async () => {
    const { orgs, users } = octokit()
    const id = await add('aa')
    await expect(
      octokit('hubber').orgs.deleteAttestationsById({ org: 'acme', attestation_id: id }),
    ).rejects.toMatchObject({ status: 403 })
    await orgs.deleteAttestationsById({ org: 'acme', attestation_id: id })
    await expect(orgs.deleteAttestationsById({ org: 'acme', attestation_id: id })).rejects.toMatchObject({
      status: 404,
    })
    await add('aa')
    await orgs.deleteAttestationsBySubjectDigest({ org: 'acme', subject_digest: 'sha256:aa' })
    const other = await add('aa')
    await orgs.deleteAttestationsBulk({ org: 'acme', attestation_ids: [other] })
    expect(await ofTool()).toEqual([])
    const own = { owner: 'octocat', repo: 'own' }
    const first = await add('aa', PROVENANCE, own)
    await users.deleteAttestationsById({ username: 'octocat', attestation_id: first })
    await add('aa', PROVENANCE, own)
    await users.deleteAttestationsBySubjectDigest({ username: 'octocat', subject_digest: 'sha256:aa' })
    await add('aa', PROVENANCE, own)
    await users.deleteAttestationsBulk({ username: 'octocat', subject_digests: ['sha256:aa'] })
    const { data } = await users.listAttestations({ username: 'octocat', subject_digest: 'sha256:aa' })
    expect(data.attestations).toEqual([])
  })

  it('are written with push access, and name the files that they are about', async () => {
    const theirs = octokit('hubber').repos.createAttestation({ ...tool, bundle: bundle('aa') })
    await expect(theirs).rejects.toMatchObject({ status: 403 })
    const empty = { ...bundle('aa'), dsseEnvelope: { payload: 'e30=' } }
    await expect(octokit().repos.createAttestation({ ...tool, bundle: empty })).rejects.toMatchObject({ status: 422 })
  })
})
