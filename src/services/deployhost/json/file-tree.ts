import type { DeploymentFile } from '../schema.ts'

/** An entry of a deployment's file tree, with everything below it. */
export interface FileTree {
  readonly name: string
  readonly type: 'directory' | 'file'
  readonly mode: number
  /** Files only: what their content is read by. */
  readonly uid?: string
  /** Directories only. */
  readonly children?: FileTree[]
}

/** A directory: read, written and searched by its owner, read and searched by all. */
const DIRECTORY = 0o40755

/** The tree of these files, below `src` as the vendor keeps sources apart from what is built of them. */
export function fileTreeJson(files: readonly DeploymentFile[]): FileTree[] {
  const root: FileTree[] = []
  for (const { path, digest, mode } of files) {
    const names = path.split('/')
    const name = names.pop() ?? path
    const siblings = names.reduce(childrenOf, root)
    if (digest === null) childrenOf(siblings, name)
    else siblings.push({ name, type: 'file', mode, uid: digest })
  }
  return [directory('src', root)]
}

/** The children of the directory of this name, which is made where there is none. */
function childrenOf(siblings: FileTree[], name: string): FileTree[] {
  const found = siblings.find((entry) => entry.name === name && entry.type === 'directory')
  if (found?.children !== undefined) return found.children
  const made = directory(name, [])
  siblings.push(made)
  return made.children
}

function directory(name: string, children: FileTree[]) {
  return { name, type: 'directory', mode: DIRECTORY, children } as const
}
