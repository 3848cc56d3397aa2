// The parts that the flows of Clerk's programs for devices share: their person signs in, proves themselves again before
// a sensitive action, and signs out.

const password = 'correct-horse-battery'

/** Signs a person in with the library of a program, and does what people do on a device. */
export async function useDevice(clerk, emulator) {
  const attempt = await clerk.client.signIn.create({ identifier: 'ada@example.com' })
  const done = await attempt.attemptFirstFactor({ strategy: 'password', password })
  await clerk.setActive({ session: done.createdSessionId })
  await clerk.user.update({ firstName: 'Augusta' })
  if (clerk.user.firstName !== 'Augusta') throw new Error('the user is not changed')
  const { id } = await clerk.createOrganization({ name: 'Acme' })
  await clerk.setActive({ organization: id })
  if ((await clerk.session.getToken()).split('.').length !== 3) throw new Error('no token')
  emulator.clock.advance('11m')
  const add = () => clerk.user.createEmailAddress({ email: 'augusta@example.com' })
  const refusal = await add().catch((error) => error.errors?.[0]?.code)
  if (refusal !== 'session_reverification_required') throw new Error(`not asked again: ${refusal}`)
  await clerk.session.startVerification({ level: 'first_factor' })
  await clerk.session.attemptFirstFactorVerification({ strategy: 'password', password })
  await add()
}

/** The seed of the flows. */
export const seed = {
  'auth-saas': {
    users: [{ id: 'user_ada', first_name: 'Ada', email_addresses: ['ada@example.com'], password }],
    settings: { allowed_origins: ['chrome-extension://abcdefghijklmnop'] },
  },
}
