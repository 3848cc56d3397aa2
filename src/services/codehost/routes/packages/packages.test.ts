import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite((receiver) => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo', 'write:packages', 'delete:packages'] },
    hubber: { login: 'hubber', scopes: ['repo', 'read:packages', 'delete:packages'] },
    plain: { login: 'octocat', scopes: ['repo'] },
  },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }],
    orgs: [{ login: 'acme', members: [{ login: 'octocat', role: 'admin' }, { login: 'hubber' }] }],
    repos: [
      {
        owner: 'acme',
        name: 'website',
        webhooks: [{ url: receiver.url, events: ['package', 'registry_package'] }],
      },
    ],
  },
}))
const { it, octokit } = site

const publish = (version: string, more = {}) =>
  site.codehost.addPackageVersion({ owner: 'acme', repo: 'acme/website', package: 'team/web', version, ...more })

const one = { org: 'acme', package_type: 'container', package_name: 'team/web' } as const

describe('packages', () => {
  it('of an organization are listed with their versions, latest first', async () => {
    const { packageId, versionId } = publish('sha256:aa', { tags: ['latest', '1.0'] })
    const second = publish('sha256:bb', { tags: ['latest'] })
    const { packages } = octokit()
    const { data } = await packages.listPackagesForOrganization({ org: 'acme', package_type: 'container' })
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({
      id: packageId,
      name: 'team/web',
      version_count: 2,
      visibility: 'public',
      url: `${site.codehost.url}/orgs/acme/packages/container/team%2Fweb`,
      repository: { full_name: 'acme/website' },
    })
    expect((await packages.getPackageForOrganization(one)).data).toEqual(data[0])
    const { data: versions } = await packages.getAllPackageVersionsForPackageOwnedByOrg(one)
    expect(versions.map(({ id, name, metadata }) => [id, name, metadata?.container?.tags])).toEqual([
      [second.versionId, 'sha256:bb', ['latest']],
      [versionId, 'sha256:aa', ['1.0']],
    ])
    const version = { ...one, package_version_id: versionId }
    expect((await packages.getPackageVersionForOrganization(version)).data).toEqual(versions[1])
    expect(await site.events()).toEqual([
      'package.published',
      'registry_package.published',
      'package.updated',
      'registry_package.updated',
    ])
  })

  it('lose a version and get it back, but not their last one', async () => {
    const { versionId } = publish('1')
    const { packages } = octokit()
    const version = { ...one, package_version_id: versionId }
    await expect(packages.deletePackageVersionForOrg(version)).rejects.toMatchObject({ status: 400 })
    publish('2')
    await packages.deletePackageVersionForOrg(version)
    await expect(packages.getPackageVersionForOrganization(version)).rejects.toMatchObject({ status: 404 })
    const { data } = await packages.getAllPackageVersionsForPackageOwnedByOrg({ ...one, state: 'deleted' })
    expect(data.map(({ id }) => id)).toEqual([versionId])
    await packages.restorePackageVersionForOrg(version)
    expect((await packages.getAllPackageVersionsForPackageOwnedByOrg(one)).data).toHaveLength(2)
  })

  it('are deleted, and restored within 30 days unless their name is taken', async () => {
    publish('1')
    const { packages } = octokit()
    await packages.deletePackageForOrg(one)
    await expect(packages.getPackageForOrganization(one)).rejects.toMatchObject({ status: 404 })
    await packages.restorePackageForOrg(one)
    expect((await packages.getPackageForOrganization(one)).data.version_count).toBe(1)
    await packages.deletePackageForOrg(one)
    publish('2')
    await expect(packages.restorePackageForOrg(one)).rejects.toMatchObject({ status: 409 })
    await packages.deletePackageForOrg(one)
    site.codehost.clock.advance('31d')
    await expect(packages.restorePackageForOrg(one)).rejects.toMatchObject({ status: 404 })
  })

  it('of a user are theirs to delete, and private ones theirs to see', async () => {
    const own = { package_type: 'npm', package_name: 'lib' } as const
    const { versionId } = site.codehost.addPackageVersion({
      owner: 'octocat',
      package: 'lib',
      type: 'npm',
      version: '1',
    })
    site.codehost.addPackageVersion({ owner: 'octocat', package: 'lib', type: 'npm', version: '2' })
    const { packages } = octokit()
    const { data } = await packages.listPackagesForAuthenticatedUser({ package_type: 'npm' })
    expect(data.map(({ name, visibility }) => [name, visibility])).toEqual([['lib', 'private']])
    expect((await packages.getPackageForAuthenticatedUser(own)).data).toEqual(data[0])
    const theirs = octokit('hubber').packages
    const named = { ...own, username: 'octocat' }
    expect(
      (await octokit('hubber').packages.listPackagesForUser({ username: 'octocat', package_type: 'npm' })).data,
    ).toEqual([])
    await expect(theirs.getPackageForUser(named)).rejects.toMatchObject({ status: 404 })
    expect((await packages.getPackageForUser(named)).data).toEqual(data[0])
    const version = { ...own, package_version_id: versionId }
    expect((await packages.getPackageVersionForAuthenticatedUser(version)).data.name).toBe('1')
    await packages.deletePackageVersionForAuthenticatedUser(version)
    await packages.restorePackageVersionForAuthenticatedUser(version)
    expect((await packages.getAllPackageVersionsForPackageOwnedByAuthenticatedUser(own)).data).toHaveLength(2)
    const ofUser = { ...version, username: 'octocat' }
    expect((await packages.getAllPackageVersionsForPackageOwnedByUser(named)).data).toHaveLength(2)
    expect((await packages.getPackageVersionForUser(ofUser)).data.id).toBe(versionId)
    await packages.deletePackageVersionForUser(ofUser)
    await packages.restorePackageVersionForUser(ofUser)
    await packages.deletePackageForUser(named)
    await packages.restorePackageForUser(named)
    await packages.deletePackageForAuthenticatedUser(own)
    await packages.restorePackageForAuthenticatedUser(own)
  })

  it('are deleted by owners of the organization alone, with tokens for that', async () => {
    publish('1')
    await expect(octokit('hubber').packages.deletePackageForOrg(one)).rejects.toMatchObject({ status: 403 })
    await expect(octokit('plain').packages.deletePackageForOrg(one)).rejects.toMatchObject({ status: 403 })
    await expect(octokit('plain').packages.getPackageForOrganization(one)).rejects.toMatchObject({ status: 403 })
    expect((await octokit('hubber').packages.getPackageForOrganization(one)).data.name).toBe('team/web')
  })

  it('of the old registry conflict with images of the same name', async () => {
    publish('1')
    publish('1', { type: 'docker', package: 'team/web' })
    publish('1', { type: 'docker', package: 'other' })
    const { packages } = octokit()
    const { data } = await packages.listDockerMigrationConflictingPackagesForOrganization({ org: 'acme' })
    expect(data.map(({ package_type, name }) => [package_type, name])).toEqual([['docker', 'team/web']])
    const none = await packages.listDockerMigrationConflictingPackagesForUser({ username: 'octocat' })
    expect(none.data).toEqual([])
    expect((await packages.listDockerMigrationConflictingPackagesForAuthenticatedUser()).data).toEqual([])
  })

  it('are published in a test with options that are checked', () => {
    publish('1')
    expect(() => publish('1')).toThrow('addPackageVersion: team/web has a version 1')
    expect(() => publish('2', { owner: 'nobody' })).toThrow('no account has the login nobody')
    expect(() => publish('2', { repo: 'acme/none' })).toThrow('no repository is named acme/none; the instance has')
  })
})
