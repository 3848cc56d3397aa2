import { provide } from './main.ts'
import type { Project } from './provided.ts'

/**
 * The `globalSetup` of a Vitest project whose `setupFiles` include `backlot/vitest/setup`. It passes the project's root
 * and the shard to the workers, and starts nothing itself.
 */
export default function globalSetup(project: Project): void {
  provide(project, undefined)
}
