import { seedFilesOf, shardIndex, type ProjectOptions } from '#fixtures/index.ts'
import type { Project } from './provided.ts'

/** Provides the workers of a project with the values that only the main process knows. */
export function provide(project: Project, options: ProjectOptions | undefined): void {
  // Setup files run one after the other, because the user's own read the variables that backlot's sets.
  project.config.sequence.setupFiles = 'list'
  const { root } = project.config
  const { forceRerunTriggers } = project.vitest.config
  forceRerunTriggers?.push(...seedFilesOf(options?.seed, root).map(literalGlob))
  project.provide('backlot', {
    root,
    shard: shardIndex(project.vitest.config.shard?.index),
    ...(options === undefined ? {} : { options }),
  })
}

/** Returns a glob that matches one path only, whose folders may have names such as `[id]`. */
function literalGlob(path: string): string {
  return path.replaceAll('\\', '/').replaceAll(/[()[\]{}!*?@+]/g, String.raw`\$&`)
}
