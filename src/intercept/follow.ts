import { followParent } from './child.ts'

// Every worker thread and child process loads this module before all else: it imports only what they need.
followParent()
