import type { CloudCall } from '../../call.ts'

/** The IP address that a request came from, by what a proxy says of it where there is one. */
export function sourceAddress({ header, clientAddress }: CloudCall): string {
  const forwarded = header('x-forwarded-for')?.split(',')[0]?.trim() ?? ''
  return forwarded === '' ? clientAddress : forwarded
}
