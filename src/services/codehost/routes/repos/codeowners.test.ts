import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'
import { checkedOctokit } from '#testkit/octokit.ts'

const OWNERS = `* @owner   # all files
***/*.rb @owner
!/src @owner
*.txt docs@
docs/ @ghost @acme/hidden
`

const site = await codehostSite(() => ({
  tokens: { owner: { login: 'owner', scopes: ['repo'] } },
  codehost: {
    users: [{ login: 'owner' }],
    orgs: [
      { login: 'acme', members: [{ login: 'owner', role: 'admin' }], teams: [{ name: 'Hidden', privacy: 'secret' }] },
    ],
    repos: [
      {
        owner: 'acme',
        name: 'app',
        files: { '.github/CODEOWNERS': OWNERS },
        branches: [{ name: 'right', files: { '.github/CODEOWNERS': '* @owner\n' } }],
      },
      { owner: 'acme', name: 'plain', auto_init: true },
    ],
  },
}))
const { it } = site

const errorsIn = async (repo: string, ref?: string) =>
  (await checkedOctokit(site.codehost, 'owner').repos.codeownersErrors({ owner: 'acme', repo, ...(ref && { ref }) }))
    .data

// https://docs.github.com/rest/repos/repos#list-codeowners-errors
describe('the mistakes in a CODEOWNERS file', () => {
  it('are patterns and owners that are not in the syntax, and owners who cannot review', async () => {
    const path = '.github/CODEOWNERS'
    expect(await errorsIn('app')).toEqual({
      errors: [
        {
          line: 2,
          column: 1,
          kind: 'Invalid pattern',
          source: '***/*.rb @owner',
          suggestion: 'Did you mean `**/*.rb`?',
          message: 'Invalid pattern on line 2: Did you mean `**/*.rb`?\n\n  ***/*.rb @owner\n  ^',
          path,
        },
        {
          line: 3,
          column: 1,
          kind: 'Invalid pattern',
          source: '!/src @owner',
          suggestion: null,
          message: 'Invalid pattern on line 3:\n\n  !/src @owner\n  ^',
          path,
        },
        {
          line: 4,
          column: 7,
          kind: 'Invalid owner',
          source: '*.txt docs@',
          suggestion: null,
          message: 'Invalid owner on line 4:\n\n  *.txt docs@\n        ^',
          path,
        },
        expect.objectContaining({
          line: 5,
          column: 7,
          kind: 'Unknown owner',
          suggestion: 'make sure @ghost exists and has write access to the repository',
        }),
        expect.objectContaining({
          line: 5,
          column: 14,
          suggestion:
            'make sure the team @acme/hidden exists, is publicly visible, and has write access to the repository',
        }),
      ],
    })
  })

  it('are none in a file without mistakes, which a ref may name', async () => {
    expect(await errorsIn('app', 'right')).toEqual({ errors: [] })
  })

  it('are not found without such a file', async () => {
    await expect(errorsIn('plain')).rejects.toMatchObject({ status: 404 })
  })
})
