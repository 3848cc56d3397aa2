import { followParent } from './child.ts'

// What a worker thread and a child process load before all else: no more than they need, as each thread loads it again.
followParent()
