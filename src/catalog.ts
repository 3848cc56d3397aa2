import type { Catalog } from '../scripts/detect/catalog.ts'
import { registry } from './registry.ts'
import { starterSeed } from './starter.ts'

/**
 * The services of this version, for `backlot-detect`. The vendor's name serves as the title, so that no service is
 * loaded.
 */
export const catalog: Catalog = {
  services: registry.map((each) => ({ id: each.id, title: each.vendor })),
  starter: starterSeed,
}
