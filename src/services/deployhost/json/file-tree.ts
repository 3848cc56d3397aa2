import type { DeploymentFile } from '#deployhost/schema.ts'

/** An entry of a deployment's file tree, with its children. */
export interface FileTree {
  readonly name: string
  readonly type: 'directory' | 'file'
  readonly mode: number
  /** Files only: the id to read the content by. */
  readonly uid?: string
  /** Directories only. */
  readonly children?: FileTree[]
}

/** The mode of a directory: drwxr-xr-x. */
const DIRECTORY = 0o40755

/** Returns the tree of these files, below `src`, where the vendor keeps sources apart from build output. */
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

/** Returns the children of the directory with this name, which is added when missing. */
function childrenOf(siblings: FileTree[], name: string): FileTree[] {
  const existing = siblings.find((entry) => entry.name === name && entry.type === 'directory')
  if (existing?.children !== undefined) return existing.children
  const added = directory(name, [])
  siblings.push(added)
  return added.children
}

function directory(name: string, children: FileTree[]) {
  return { name, type: 'directory', mode: DIRECTORY, children } as const
}
