import type { CloudCall } from '#cloud/call.ts'

/** Returns the IP address of a request's client, from the proxy's header where there is one. */
export function sourceAddress({ header, clientAddress }: CloudCall): string {
  const forwarded = header('x-forwarded-for')?.split(',')[0]?.trim() ?? ''
  return forwarded === '' ? clientAddress : forwarded
}
