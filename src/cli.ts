#!/usr/bin/env node
import { enableCompileCache } from './compile-cache.ts'

enableCompileCache()
// Imported here, so that it is compiled after the cache has been enabled.
void import('./cli/main.ts')
