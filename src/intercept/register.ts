import { followParent } from './child.ts'

// `backlot/intercept`: for `node --import backlot/intercept app.js`, and for programs that intercept by themselves.
export * from './index.ts'

followParent()
