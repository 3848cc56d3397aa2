import { auth, currentUser } from '@clerk/nextjs/server'
import { headers } from 'next/headers'

// The URL of the account pages. In production it is that of Clerk's account portal.
const accounts = new URL('/', process.env.NEXT_PUBLIC_CLERK_SIGN_IN_URL).href

export default async function Home() {
  const { orgSlug, orgRole } = await auth()
  const user = await currentUser()
  const home = `http://${(await headers()).get('host')}/`
  return (
    <main>
      <h1>Welcome, {user?.firstName ?? 'stranger'}</h1>
      <p>{orgSlug ? `Team ${orgSlug} as ${orgRole}` : 'No team'}</p>
      <a href={`${accounts}organization?redirect_url=${encodeURIComponent(home)}`}>Switch team</a>
    </main>
  )
}
