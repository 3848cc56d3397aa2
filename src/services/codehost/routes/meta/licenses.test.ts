import { describe, expect } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { checkedOctokit } from '#testkit/octokit.ts'
import { serviceTest } from '#testkit/service-test.ts'

const mine = { owner: 'octocat', repo: 'mine' }
let codehost: Emulator<'codehost'>
const it = serviceTest('codehost', {
  now: '2026-03-01T00:00:00Z',
  seed: {
    tokens: { octocat: { login: 'octocat', scopes: ['repo'] } },
    codehost: {
      users: [{ login: 'octocat', name: 'The $& Cat' }],
      orgs: [{ login: 'acme', members: [{ login: 'octocat', role: 'admin' }] }],
      repos: [
        { owner: 'octocat', name: 'mine', files: { LICENSE: 'All rights reserved', 'README.md': 'hi' } },
        {
          owner: 'acme',
          name: 'open',
          description: 'Ours',
          homepage: 'https://acme.test',
          files: {
            'readme.md': 'hi',
            'docs/CODE_OF_CONDUCT.md': 'Be kind',
            '.github/CONTRIBUTING.md': 'Please do',
            '.github/ISSUE_TEMPLATE/bug.md': 'A bug',
          },
        },
        { owner: 'octocat', name: 'empty' },
      ],
    },
  },
})
it.beforeAll(({ codehost: instance }) => {
  codehost = instance
})
const octokit = () => checkedOctokit(codehost, 'octocat')
const text = async (path: string) =>
  (await fetch(`${codehost.url}${path}`, { headers: { accept: 'application/vnd.github.raw+json' } })).text()

describe('licenses', () => {
  it('are listed in pages, and the recommended ones alone', async () => {
    const { data, headers } = await octokit().licenses.getAllCommonlyUsed({ per_page: 5 })
    expect(data.map(({ key }) => key)).toEqual(['agpl-3.0', 'apache-2.0', 'bsd-2-clause', 'bsd-3-clause', 'bsl-1.0'])
    expect(headers.link).toContain('rel="next"')
    const featured = await octokit().licenses.getAllCommonlyUsed({ featured: true })
    expect(featured.data.map(({ spdx_id: id }) => id)).toEqual(['Apache-2.0', 'GPL-3.0', 'MIT'])
  })

  it.for([
    ['mit', 'Copyright (c) [year] [fullname]'],
    ['bsd-2-clause', 'Copyright (c) [year], [fullname]\n'],
    ['bsd-3-clause', 'Copyright (c) [year], [fullname]\n'],
    ['Apache-2.0', 'http://www.apache.org/licenses/LICENSE-2.0'],
    ['agpl-3.0', 'GNU AFFERO GENERAL PUBLIC LICENSE'],
    ['gpl-2.0', 'Version 2, June 1991'],
    ['gpl-3.0', 'Version 3, 29 June 2007'],
    ['lgpl-2.1', 'GNU LESSER GENERAL PUBLIC LICENSE'],
    ['bsl-1.0', 'Boost Software License'],
    ['cc0-1.0', 'CC0 1.0 Universal'],
    ['epl-2.0', 'Eclipse Public License'],
    ['mpl-2.0', 'Mozilla Public License Version 2.0'],
    ['unlicense', 'free and unencumbered software'],
  ] as const)('have their text: %s, in which a repository made with it is recognised', async ([license, words]) => {
    const { data } = await octokit().licenses.get({ license })
    expect(data.body).toContain(words)
    expect(data.implementation.includes('[fullname]')).toBe(data.body.includes('[fullname]'))
    const made = await octokit().repos.createForAuthenticatedUser({ name: 'made', license_template: data.key })
    expect(made.data.license?.key).toBe(data.key)
    const found = await octokit().licenses.getForRepo({ owner: 'octocat', repo: 'made' })
    expect(found.data).toMatchObject({ path: 'LICENSE', license: { key: data.key, spdx_id: data.spdx_id } })
    const file = Buffer.from(found.data.content, 'base64').toString()
    expect(file).toBe(data.body.replace('[year]', '2026').replace('[fullname]', () => 'The $& Cat'))
  })

  it('are unknown, other, or missing', async () => {
    await expect(octokit().licenses.get({ license: 'constructor' })).rejects.toMatchObject({ status: 404 })
    const { data } = await octokit().licenses.getForRepo(mine)
    expect(data.license).toMatchObject({ key: 'other', spdx_id: 'NOASSERTION', url: null })
    expect(await text('/repos/octocat/mine/license')).toBe('All rights reserved')
    for (const repo of ['open', 'missing']) {
      await expect(octokit().licenses.getForRepo({ owner: 'acme', repo })).rejects.toMatchObject({ status: 404 })
    }
    const refused = octokit().repos.createForAuthenticatedUser({ name: 'x', license_template: 'mine' })
    await expect(refused).rejects.toMatchObject({
      status: 422,
      response: { data: { errors: [{ resource: 'Repository', field: 'license_template', code: 'invalid' }] } },
    })
  })
})

it('has .gitignore templates, with which repositories are made', async () => {
  const { data: names } = await octokit().gitignore.getAllTemplates()
  expect(names).toEqual(names.toSorted())
  expect(names).toContain('C++')
  const { data } = await octokit().gitignore.getTemplate({ name: 'C++' })
  expect(data.source).toContain('*.o\n')
  expect(await text('/gitignore/templates/C++')).toBe(data.source)
  await expect(octokit().gitignore.getTemplate({ name: 'toString' })).rejects.toMatchObject({ status: 404 })
  await octokit().repos.createInOrg({ org: 'acme', name: 'made', gitignore_template: 'C++' })
  expect(await text('/repos/acme/made/contents/.gitignore')).toBe(data.source)
})

describe('the community profile', () => {
  it('names the files by which a repository welcomes contributors', async () => {
    const { data } = await octokit().repos.getCommunityProfileMetrics({ owner: 'acme', repo: 'open' })
    const page = `${codehost.url}/acme/open/blob/main`
    expect(data).toMatchObject({
      health_percentage: 71,
      description: 'Ours',
      documentation: 'https://acme.test',
      files: {
        code_of_conduct: { key: 'other', html_url: `${page}/docs/CODE_OF_CONDUCT.md` },
        contributing: { html_url: `${page}/.github/CONTRIBUTING.md` },
        issue_template: { html_url: `${page}/.github/ISSUE_TEMPLATE` },
        pull_request_template: null,
        license: null,
        readme: { url: `${codehost.url}/repos/acme/open/contents/readme.md` },
      },
      content_reports_enabled: false,
    })
  })

  it('counts what is there, nothing in an empty repository', async () => {
    const { data } = await octokit().repos.getCommunityProfileMetrics(mine)
    expect(data).toMatchObject({ health_percentage: 28, files: { license: { key: 'other' } } })
    const empty = await octokit().repos.getCommunityProfileMetrics({ owner: 'octocat', repo: 'empty' })
    expect(empty.data.health_percentage).toBe(0)
  })
})
