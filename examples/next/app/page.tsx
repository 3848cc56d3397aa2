import { revalidatePath } from 'next/cache'
import { api } from '../lib/providers'
import { session } from '../lib/session'

interface Issue {
  readonly number: number
  readonly title: string
  readonly user: { readonly login: string }
}

async function openIssue(form: FormData): Promise<void> {
  'use server'
  const person = await session()
  if (person === null) throw new Error('sign in first')
  const response = await fetch(`${api}/repos/ada/site/issues`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: form.get('title') }),
  })
  if (!response.ok) throw new Error(await response.text())
  revalidatePath('/')
}

export default async function Page() {
  const person = await session()
  if (person === null) return <a href="/api/auth/signin">Sign in</a>
  const response = await fetch(`${api}/repos/ada/site/issues`, { cache: 'no-store' })
  const issues = (await response.json()) as Issue[] // GitHub's answer
  return (
    <main>
      <h1>
        Signed in as {person.name} with {person.provider}
      </h1>
      {person.provider === 'github' && (
        <form action={openIssue}>
          <label>
            Title <input name="title" required />
          </label>
          <button>Open an issue</button>
        </form>
      )}
      <ul>
        {issues.map(({ number, title, user }) => (
          <li key={number}>
            #{number} {title} by {user.login}
          </li>
        ))}
      </ul>
    </main>
  )
}
