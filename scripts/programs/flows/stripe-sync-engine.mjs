import { createRequire } from 'node:module'
import { syncShop } from './sync.mjs'

// The migrations of its ES module are looked for by `__dirname`, which only its CommonJS module has.
const engine = createRequire(import.meta.url)('@supabase/stripe-sync-engine')

export default (flow) => syncShop(flow, engine)
