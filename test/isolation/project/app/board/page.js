import { headers } from 'next/headers'
import { Suspense } from 'react'
import { create, list } from '../../journey.mjs'

async function Titles({ client }) {
  const { titles } = await list({ client })
  return titles.map((title) => <li key={title}>{`${client}: ${title}`}</li>)
}

async function add(form) {
  'use server'
  await create({ title: form.get('title') })
}

export default async function Board() {
  const own = await headers()
  return (
    <main>
      <p>{`middleware: ${own.get('x-first-title')}`}</p>
      <Titles client="undici" />
      <Suspense fallback={<p>wait</p>}>
        <Titles client="fetch" />
      </Suspense>
      <form action={add}>
        <input name="title" />
      </form>
    </main>
  )
}
