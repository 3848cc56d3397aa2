import { unstable_cache } from 'next/cache'
import { after } from 'next/server'
import * as journey from '../../journey.mjs'

const originOf = (request) => `http://${request.headers.get('host')}`
const sessionOf = (request) => /session=([\w-]+)/.exec(request.headers.get('cookie') ?? '')?.[1]

// Its result is kept for all later requests, of whichever test.
const cachedTitles = unstable_cache(() => journey.list({}), ['titles'])

const answers = {
  health: () => new Response('ok'),
  login: (_input, request) => Response.redirect(journey.login(originOf(request))),
  async callback(query, request) {
    const session = await journey.callback(query)
    return new Response(null, {
      status: 302,
      headers: { location: `${originOf(request)}/me`, 'set-cookie': `session=${session}; Path=/` },
    })
  },
  me: async (_input, request) => Response.json(await journey.me({ session: sessionOf(request) })),
  lost: async () => Response.json(await journey.lost()),
  cached: async () => Response.json(await cachedTitles()),
  issues: async (query) => Response.json(await journey.list(query)),
}
const changes = {
  issues: journey.create,
  pay: journey.pay,
  notes: journey.note,
  hook: journey.hook,
  after(input) {
    after(() => journey.create(input))
    return {}
  },
}

export async function GET(request, { params }) {
  const { step } = await params
  return answers[step](Object.fromEntries(new URL(request.url).searchParams), request)
}

export async function POST(request, { params }) {
  const { step } = await params
  return Response.json(await changes[step](await request.json()))
}
