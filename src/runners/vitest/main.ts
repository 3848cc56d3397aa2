import { shardIndex, type ProjectOptions } from '../../fixtures/index.ts'
import type { Project } from './provided.ts'

/** Tells the workers of a project what only the main process knows. */
export function provide(project: Project, options: ProjectOptions | undefined): void {
  // One setup file after the other: those of the user read the variables that backlot's sets.
  project.config.sequence.setupFiles = 'list'
  project.provide('backlot', {
    root: project.config.root,
    shard: shardIndex(project.vitest.config.shard?.index),
    ...(options === undefined ? {} : { options }),
  })
}
