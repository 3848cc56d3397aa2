import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite((receiver) => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo'] },
    hubber: { login: 'hubber', scopes: ['repo'] },
    triager: { login: 'triager', scopes: ['repo'] },
  },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }, { login: 'triager' }],
    repos: [
      {
        owner: 'octocat',
        name: 'hello-world',
        collaborators: [{ login: 'triager', permission: 'triage' }],
        issues: [{ title: 'One', labels: ['bug', 'help wanted'] }],
        webhooks: [{ url: receiver.url, events: ['issues', 'label'] }],
      },
    ],
  },
}))
const { it, octokit, events } = site

const repo = { owner: 'octocat', repo: 'hello-world' }
const first = { ...repo, issue_number: 1 }
const names = ({ data }: { data: { name: string }[] }) => data.map(({ name }) => name)

describe('labels of an issue', () => {
  it('are listed in pages', async () => {
    expect(names(await octokit().issues.listLabelsOnIssue(first))).toEqual(['bug', 'help wanted'])
    expect(names(await octokit().issues.listLabelsOnIssue({ ...first, per_page: 1, page: 2 }))).toEqual(['help wanted'])
  })

  it('are added to the current ones, each with its event; missing labels are created', async () => {
    expect(names(await octokit().issues.addLabels({ ...first, labels: ['BUG', 'new', 'question'] }))).toEqual([
      'bug',
      'help wanted',
      'new',
      'question',
    ])
    expect(await events()).toEqual(['label.created', 'issues.labeled', 'issues.labeled'])
    expect(site.receiver.violations()).toEqual([])
  })

  it('are accepted as a list, in an object, and as objects', async () => {
    const add = (data: unknown) =>
      octokit().request('POST /repos/{owner}/{repo}/issues/{issue_number}/labels', { ...first, data } as never)
    await add(['question'])
    await add({ labels: [{ name: 'invalid' }] })
    await add([{ name: 'wontfix' }])
    expect(names(await octokit().issues.listLabelsOnIssue(first))).toHaveLength(5)
    await expect(add({ labels: [7] })).rejects.toMatchObject({ status: 422 })
  })

  it('are not created when one name is invalid, and the whole request is refused', async () => {
    for (const name of ['', 'n'.repeat(51)]) {
      const refusal = {
        status: 422,
        response: { data: { errors: [{ resource: 'Label', field: 'name', code: 'invalid', value: name }] } },
      }
      const { issues } = octokit()
      await expect(issues.addLabels({ ...first, labels: ['fine', name] })).rejects.toMatchObject(refusal)
      await expect(issues.create({ ...repo, title: 'Two', labels: ['fine', name] })).rejects.toMatchObject(refusal)
      await expect(issues.getLabel({ ...repo, name: 'fine' })).rejects.toMatchObject({ status: 404 })
    }
    expect(await events()).toEqual([])
  })

  it('are replaced', async () => {
    expect(names(await octokit().issues.setLabels({ ...first, labels: ['question', 'bug'] }))).toEqual([
      'bug',
      'question',
    ])
    expect(await events()).toEqual(['issues.unlabeled', 'issues.labeled'])
    expect(names(await octokit().issues.setLabels({ ...first, labels: [] }))).toEqual([])
  })

  it('are removed one at a time, or all', async () => {
    expect(names(await octokit().issues.removeLabel({ ...first, name: 'Help Wanted' }))).toEqual(['bug'])
    await expect(octokit().issues.removeLabel({ ...first, name: 'question' })).rejects.toMatchObject({
      status: 404,
      response: { data: { message: 'Label does not exist' } },
    })
    expect((await octokit().issues.removeAllLabels(first)).status).toBe(204)
    expect(names(await octokit().issues.listLabelsOnIssue(first))).toEqual([])
    expect(await events()).toEqual(['issues.unlabeled', 'issues.unlabeled'])
    expect(site.receiver.violations()).toEqual([])
  })

  it('are for users with triage access, who cannot create labels', async () => {
    await expect(octokit('hubber').issues.addLabels({ ...first, labels: ['bug'] })).rejects.toMatchObject({
      status: 403,
    })
    expect(names(await octokit('triager').issues.addLabels({ ...first, labels: ['question', 'new'] }))).toHaveLength(3)
    await expect(octokit().issues.addLabels({ ...repo, issue_number: 7, labels: [] })).rejects.toMatchObject({
      status: 404,
    })
  })

  it('are removed when the label is deleted', async () => {
    await octokit().issues.deleteLabel({ ...repo, name: 'bug' })
    expect(names(await octokit().issues.listLabelsOnIssue(first))).toEqual(['help wanted'])
  })
})
