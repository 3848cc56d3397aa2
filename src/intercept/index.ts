export { currentTenant, runInTenant } from '#core/tenants/tenant-context.ts'
export { HostConflict } from '#core/vendor-hosts.ts'
export { interceptHosts, type Interceptable, type Interception, type InterceptOptions } from './interception.ts'
export { HostRefusedError, type RefusedCall } from './refused-call.ts'
