import { connection } from 'next/server'
import { Octokit } from 'octokit'

/** A shop that shows the open issues of its repository. Octokit calls https://api.github.com, as in production. */
export default async function Page({ searchParams }: { searchParams: Promise<{ paid?: string }> }) {
  await connection()
  const octokit = new Octokit({ auth: process.env['GITHUB_TOKEN'] })
  const { data: issues } = await octokit.rest.issues.listForRepo({ owner: 'ada', repo: 'stickers' })
  const { paid } = await searchParams
  return (
    <main>
      <h1>Stickers</h1>
      {paid !== undefined && <p role="status">Thank you for your payment {paid}</p>}
      <form action="/pay" method="post">
        <label>
          Stickers <input name="quantity" type="number" defaultValue={1} />
        </label>
        <button>Pay</button>
      </form>
      <h2>Known problems</h2>
      <ul>
        {issues.map(({ number, title }) => (
          <li key={number}>
            #{number} {title}
          </li>
        ))}
      </ul>
    </main>
  )
}
