import { treeEntries, type Objects, type TreeEntry } from '#codehost/git/objects.ts'
import { entryAt } from '#codehost/git/trees.ts'
import { readmePath } from '../git/contents.ts'

// https://docs.github.com/communities/setting-up-your-project-for-healthy-contributions/about-community-profiles-for-public-repositories

/** The files that tell a community how to take part, besides the README: names, and folders by preference. */
const HEALTH_FILES = {
  license: { name: /^(?:un)?licen[cs]e(?:[.-].+)?$|^copying(?:\..+)?$/i, folders: [''] },
  code_of_conduct: { name: /^code[_-]of[_-]conduct(?:\.\w+)?$/i, folders: ['.github', '', 'docs'] },
  contributing: { name: /^contributing(?:\.\w+)?$/i, folders: ['.github', '', 'docs'] },
  issue_template: { name: /^issue_template(?:\.\w+)?$/i, folders: ['.github', '', 'docs'] },
  pull_request_template: { name: /^pull_request_template(?:\.\w+)?$/i, folders: ['.github', '', 'docs'] },
} as const

/** A kind of file of a community profile. */
type HealthFile = keyof typeof HEALTH_FILES

/** Returns such a file of a tree (for templates also their folder), with its full path; null when there is none. */
export function healthFile(objects: Objects, tree: string, kind: HealthFile): TreeEntry | null {
  const { name, folders } = HEALTH_FILES[kind]
  const mayBeFolder = kind.endsWith('template')
  for (const folder of folders) {
    const entry = folder === '' ? null : entryAt(objects, tree, folder)
    if (folder !== '' && entry?.mode !== '040000') continue
    const found = treeEntries(objects, entry?.sha ?? tree).find(
      ({ path, mode }) => name.test(path) && (mayBeFolder || mode !== '040000'),
    )
    if (found !== undefined) return { ...found, path: folder === '' ? found.path : `${folder}/${found.path}` }
  }
  return null
}

/** The files of a community profile by kind; null for those that a tree has not. */
export type HealthFiles = Readonly<Record<HealthFile | 'readme', TreeEntry | null>>

/** Returns the files of the community profile of a tree. */
export function healthFiles(objects: Objects, tree: string): HealthFiles {
  const readme = readmePath(objects, tree, '')
  return {
    readme: readme === null ? null : entryAt(objects, tree, readme),
    license: healthFile(objects, tree, 'license'),
    code_of_conduct: healthFile(objects, tree, 'code_of_conduct'),
    contributing: healthFile(objects, tree, 'contributing'),
    issue_template: healthFile(objects, tree, 'issue_template'),
    pull_request_template: healthFile(objects, tree, 'pull_request_template'),
  }
}
