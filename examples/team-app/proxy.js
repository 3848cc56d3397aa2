import { clerkMiddleware } from '@clerk/nextjs/server'

// Everybody but the sender of webhooks has to be signed in.
export default clerkMiddleware(async (auth, request) => {
  if (!request.nextUrl.pathname.startsWith('/api/webhooks')) await auth.protect()
})

export const config = { matcher: ['/((?!_next|favicon.ico).*)'] }
