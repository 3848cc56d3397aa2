#!/usr/bin/env node
import { enableCompileCache } from './compile-cache.ts'

enableCompileCache()
// Imported now, so that it is compiled after the cache is there.
await import('./cli/main.ts')
