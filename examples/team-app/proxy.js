import { clerkMiddleware } from '@clerk/nextjs/server'

// Visitors must be signed in. Webhooks have a signature instead of a session.
export default clerkMiddleware(async (auth, request) => {
  if (!request.nextUrl.pathname.startsWith('/api/webhooks')) await auth.protect()
})

export const config = { matcher: ['/((?!_next|favicon.ico).*)'] }
