import { shardIndex, type ProjectOptions } from '../../fixtures/index.ts'
import type { Project } from './provided.ts'

/** Provides the workers of a project with the values that only the main process knows. */
export function provide(project: Project, options: ProjectOptions | undefined): void {
  // Setup files run one after the other, because the user's own read the variables that backlot's sets.
  project.config.sequence.setupFiles = 'list'
  project.provide('backlot', {
    root: project.config.root,
    shard: shardIndex(project.vitest.config.shard?.index),
    ...(options === undefined ? {} : { options }),
  })
}
