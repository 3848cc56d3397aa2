import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const lock = (packages: object) =>
  JSON.stringify({ lockfileVersion: 3, packages: { '': { name: 'site' }, ...packages } })
const lodash = (version: string) => ({ 'node_modules/lodash': { version, license: 'MIT' } })

const site = await codehostSite(() => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo'] },
    hubber: { login: 'hubber', scopes: ['repo'] },
  },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }],
    repos: [
      {
        owner: 'octocat',
        name: 'site',
        files: {
          'package.json': '{ "dependencies": { "lodash": "^4.0.0" } }',
          'package-lock.json': lock({ ...lodash('4.17.20'), 'node_modules/@a/b': { version: '1.0.0', dev: true } }),
          'tools/package.json': '{ "devDependencies": { "left-pad": "~1.0" } }',
          'requirements.txt': 'django==4.2 # web\nrequests>=2\n\n# none\n',
          'go.mod': 'module x\n\ngo 1.22\n\nrequire (\n\tgithub.com/a/b v1.2.3\n)\n',
          'Cargo.lock': '[[package]]\nname = "serde"\nversion = "1.0.0"\nsource = "registry"\n',
          'Gemfile.lock': 'GEM\n  specs:\n    rails (7.1.0)\n      rack (>= 2)\n',
          '.github/workflows/ci.yml':
            'on: push\njobs: { a: { runs-on: x, steps: [{ uses: actions/checkout@v4 }, { run: x }] } }\n',
          'broken/package.json': '{',
        },
        branches: [{ name: 'work', files: { 'package-lock.json': lock(lodash('4.17.21')) } }],
      },
      { owner: 'octocat', name: 'empty' },
    ],
  },
}))
const { it, octokit, stranger } = site
const repo = { owner: 'octocat', repo: 'site' }

/** Returns the path and the SHA of a file. */
async function fileOf(path: string): Promise<{ path: string; sha: string }> {
  const { data } = await octokit().repos.getContent({ ...repo, path })
  if (Array.isArray(data)) throw new Error(`${path} is a directory`)
  return { path, sha: data.sha }
}

describe('the dependency graph', () => {
  it('is exported as SPDX, from the manifests of the default branch', async () => {
    const { data } = await stranger().dependencyGraph.exportSbom(repo)
    expect(data.sbom).toMatchObject({
      spdxVersion: 'SPDX-2.3',
      name: 'com.github.octocat/site',
      dataLicense: 'CC0-1.0',
    })
    const urls = data.sbom.packages.map(({ externalRefs }) => externalRefs?.[0]?.referenceLocator).sort()
    expect(urls).toEqual([
      'pkg:cargo/serde@1.0.0',
      'pkg:gem/rails@7.1.0',
      'pkg:github/octocat/site@main',
      'pkg:githubactions/actions/checkout@v4',
      'pkg:golang/github.com/a/b@1.2.3',
      'pkg:npm/%40a/b@1.0.0',
      'pkg:npm/left-pad@~1.0',
      'pkg:npm/lodash@4.17.20',
      'pkg:pypi/django@4.2',
      'pkg:pypi/requests@%3E%3D2',
    ])
    expect(data.sbom.relationships).toHaveLength(10)
    expect((await stranger().dependencyGraph.exportSbom({ ...repo, repo: 'empty' })).data.sbom.packages).toHaveLength(1)
  })

  it('is exported as a report too, of the commit at the time of the request, for a week', async () => {
    const { data, status } = await octokit().request(
      'GET /repos/{owner}/{repo}/dependency-graph/sbom/generate-report',
      repo,
    )
    expect(status).toBe(201)
    const sbom_uuid = data.sbom_url?.split('/').at(-1) ?? ''
    await octokit().repos.deleteFile({ ...repo, ...(await fileOf('Cargo.lock')), message: 'Delete it' })
    const fetched = (of: string) =>
      octokit().request('GET /repos/{owner}/{repo}/dependency-graph/sbom/fetch-report/{sbom_uuid}', {
        ...repo,
        repo: of,
        sbom_uuid,
      })
    const { data: report } = await fetched('site')
    expect(report).toMatchObject({ SPDXID: 'SPDXRef-DOCUMENT', name: 'com.github.octocat/site' })
    expect(JSON.stringify(report)).toContain('pkg:cargo/serde@1.0.0')
    await expect(fetched('empty')).rejects.toMatchObject({ status: 404 })
    await expect(octokit().request(`GET /_storage/actions/sboms/${sbom_uuid}`)).rejects.toMatchObject({ status: 403 })
    site.codehost.clock.advance('8d')
    await expect(fetched('site')).rejects.toMatchObject({ status: 404 })
  })

  it('tells what a change adds and removes, and what is known against it', async () => {
    const ghsaId = 'GHSA-aaaa-bbbb-cccc'
    site.codehost.addDependabotAlert({
      repo: 'octocat/site',
      package: 'lodash',
      vulnerableVersionRange: '< 4.17.21',
      ghsaId,
      summary: 'Bad',
    })
    const { data } = await stranger().dependencyGraph.diffRange({ ...repo, basehead: 'main...work' })
    expect(data).toEqual([
      {
        change_type: 'removed',
        manifest: 'package-lock.json',
        ecosystem: 'npm',
        name: 'lodash',
        version: '4.17.20',
        package_url: 'pkg:npm/lodash@4.17.20',
        license: 'MIT',
        source_repository_url: null,
        vulnerabilities: [
          {
            severity: 'high',
            advisory_ghsa_id: ghsaId,
            advisory_summary: 'Bad',
            advisory_url: `${site.codehost.url}/advisories/${ghsaId}`,
          },
        ],
        scope: 'runtime',
      },
      expect.objectContaining({ change_type: 'removed', name: '@a/b', scope: 'development' }),
      expect.objectContaining({ change_type: 'added', name: 'lodash', version: '4.17.21', vulnerabilities: [] }),
    ])
    const other = { ...repo, basehead: 'main...work', name: 'go.mod' }
    expect((await stranger().dependencyGraph.diffRange(other)).data).toEqual([])
    await expect(stranger().dependencyGraph.diffRange({ ...repo, basehead: 'main...none' })).rejects.toMatchObject({
      status: 404,
    })
  })

  it('has what tools find, too', async () => {
    const { sha } = (await octokit().repos.getCommit({ ...repo, ref: 'main' })).data
    const snapshot = {
      ...repo,
      version: 0,
      sha,
      ref: 'refs/heads/main',
      job: { id: '1', correlator: 'build' },
      detector: { name: 'gradle', version: '1', url: 'https://example.com' },
      scanned: '2026-01-01T00:00:00Z',
    }
    const submit = async (packageUrl: string, ref = 'refs/heads/main') =>
      (
        await octokit().dependencyGraph.createRepositorySnapshot({
          ...snapshot,
          ref,
          manifests: { gradle: { name: 'build.gradle', resolved: { a: { package_url: packageUrl } } } },
        })
      ).data
    expect(await submit('pkg:maven/org.a/b@1')).toMatchObject({ result: 'SUCCESS' })
    await submit('pkg:maven/org.a/b@2')
    const urls = async () => {
      const { data } = await octokit().dependencyGraph.exportSbom(repo)
      return data.sbom.packages.map(({ externalRefs }) => externalRefs?.[0]?.referenceLocator)
    }
    expect(await urls()).toContain('pkg:maven/org.a/b@2')
    expect(await urls()).not.toContain('pkg:maven/org.a/b@1')
    expect(await submit('pkg:maven/org.a/b@3', 'refs/heads/work')).toMatchObject({ result: 'ACCEPTED' })
    const theirs = octokit('hubber').dependencyGraph.createRepositorySnapshot(snapshot)
    await expect(theirs).rejects.toMatchObject({ status: 403 })
  })
})
