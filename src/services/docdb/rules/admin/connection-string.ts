import type { DocdbCall } from '../../call.ts'

/** Returns the connection string of the driver's protocol, which is served at the port of the API. */
export function connectionString({ origin }: Pick<DocdbCall, 'origin'>): string {
  const { host } = new URL(origin)
  return `mongodb://${host}/?directConnection=true`
}
