import { blobAt, blobText, treeEntries, type TreeEntry } from '#codehost/git/objects.ts'
import { entryAt } from '#codehost/git/trees.ts'
import type { Rows } from '#codehost/call.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { isMapping, readYaml, textOf, texts } from '../actions/yaml-values.ts'
import { branchTip, objectsOf } from '../git/objects.ts'

/** A template of issues: a file of `.github/ISSUE_TEMPLATE` that begins with its name and what it is about. */
export interface IssueTemplate {
  readonly filename: string
  readonly name: string
  readonly about: string
  readonly title: string | null
  readonly body: string
  /** The names of the labels and the logins of the assignees of issues that are made from it. */
  readonly labels: readonly string[]
  readonly assignees: readonly string[]
}

/** A template of pull requests. */
export interface PullTemplate {
  readonly filename: string
  readonly body: string
}

/** The folders that may have templates. */
const FOLDERS = ['.github', '', 'docs'] as const

/**
 * Returns the templates of issues on the default branch, by their file names. Forms are none.
 * https://docs.github.com/communities/using-templates-to-encourage-useful-issues-and-pull-requests/configuring-issue-templates-for-your-repository
 */
export function issueTemplates(rows: Rows, repo: Repo): IssueTemplate[] {
  return templateFiles(rows, repo, /^issue_template$/i).flatMap(({ filename, text }) => {
    const [, head = '', body = ''] = /^---\r?\n([^]*?)\r?\n---\r?\n([^]*)$/.exec(text) ?? []
    const about = readYaml(head)
    const name = isMapping(about) ? textOf(about['name']) : null
    if (!isMapping(about) || name === null) return []
    return [
      {
        filename,
        name,
        about: textOf(about['about']) ?? '',
        title: textOf(about['title']),
        body: body.trimStart(),
        labels: listed(about['labels']),
        assignees: listed(about['assignees']),
      },
    ]
  })
}

/**
 * Returns the templates of pull requests on the default branch: files of that name, and those of a folder of that name.
 * https://docs.github.com/communities/using-templates-to-encourage-useful-issues-and-pull-requests/creating-a-pull-request-template-for-your-repository
 */
export function pullTemplates(rows: Rows, repo: Repo): PullTemplate[] {
  const name = /^pull_request_template(?:\.(?:md|txt))?$/i
  return templateFiles(rows, repo, name).map(({ filename, text }) => ({ filename, body: text }))
}

/** Returns the texts of the files, and of those in the folders, that a pattern names. */
function templateFiles(rows: Rows, repo: Repo, name: RegExp): { readonly filename: string; readonly text: string }[] {
  const tip = branchTip(rows, repo, repo.defaultBranch)
  if (tip === null) return []
  const objects = objectsOf(rows, repo)
  const isFolder = ({ mode }: TreeEntry): boolean => mode === '040000'
  const found = FOLDERS.flatMap((folder) => {
    const entry = folder === '' ? { sha: tip.tree, mode: '040000' } : entryAt(objects, tip.tree, folder)
    return entry?.mode === '040000' ? treeEntries(objects, entry.sha).filter(({ path }) => name.test(path)) : []
  })
  const files = found.flatMap((entry) =>
    isFolder(entry) ? treeEntries(objects, entry.sha).filter(({ path }) => /\.(?:md|txt)$/i.test(path)) : [entry],
  )
  return files
    .filter((entry) => !isFolder(entry))
    .map(({ path, sha }) => ({ filename: path, text: blobText(blobAt(objects, sha)) ?? '' }))
}

/** Returns a list that is written as one, or as names between commas. */
function listed(value: unknown): string[] {
  const found = typeof value === 'string' ? value.split(',') : (texts(value) ?? [])
  return found.map((each) => each.trim()).filter((each) => each !== '')
}
