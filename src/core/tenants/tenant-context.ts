import { AsyncLocalStorage } from 'node:async_hooks'
import { shared } from '../shared.ts'
import { tagOf } from './tenant-tag.ts'

/** The tenant of the work under way, for all copies of this package in a process. */
interface TenantContext {
  /** The tag of the request or the test that the work belongs to; null for a request without one. */
  readonly store: AsyncLocalStorage<string | null>
  /** The tag of the test that this process runs, where it runs one at a time. */
  ofProcess: string | null
}

const context = shared('tenant context', (): TenantContext => ({ store: new AsyncLocalStorage(), ofProcess: null }))

/**
 * Returns the tag of the tenant that the work under way belongs to: that of the request that has caused it, or of the
 * test that runs. null for work that belongs to none, or has lost its context. To be kept beside a job, for
 * {@link runInTenant}.
 */
export function currentTenant(): string | null {
  const tag = context.store.getStore()
  return tag === undefined ? context.ofProcess : tag
}

/**
 * Runs work for a tenant: what it calls, and what that causes, reaches the tenant's state. For work whose context is
 * lost, such as a job that a queue takes up later.
 *
 * @param tenant a tag, as {@link currentTenant} has returned it, or the id of a tenant
 * @throws TypeError for text that is neither.
 *
 * @example
 * queue.push({ ...job, tenant: currentTenant() })
 * runInTenant(job.tenant, () => work(job))
 */
export function runInTenant<T>(tenant: string, work: () => T): T {
  return context.store.run(tenant.includes('.') ? tenant : tagOf(tenant), work)
}

/** Runs the work of a request with its tag; null for a request that names no tenant. */
export function runForRequest<T>(tag: string | null, work: () => T): T {
  return context.store.run(tag, work)
}

/** Sets the tag of the test that this process runs; null for none. */
export function setTenantOfProcess(tag: string | null): void {
  context.ofProcess = tag
}
