import { provide } from './main.ts'
import type { Project } from './provided.ts'

/**
 * The `globalSetup` of a Vitest project whose `setupFiles` has `backlot/vitest/setup`: tells the workers which shard they are
 * in. It starts nothing itself.
 */
export default function globalSetup(project: Project): void {
  provide(project, undefined)
}
