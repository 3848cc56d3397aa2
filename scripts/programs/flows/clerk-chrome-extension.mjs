// @clerk/chrome-extension: the background of an extension, whose browser is a stub that keeps what is stored.
import { seed as devices, useDevice } from './clerk-devices.mjs'

export const service = 'auth-saas'
export const seed = devices

const kept = {}
globalThis.window = globalThis
globalThis.browser = {
  runtime: { id: 'abcdefghijklmnop', getManifest: () => ({ permissions: ['storage'], background: {} }) },
  storage: {
    local: {
      get: async (key) => ({ [key]: kept[key] }),
      set: async (items) => void Object.assign(kept, items),
      remove: async (key) => void delete kept[key],
    },
  },
}

globalThis.chrome = globalThis.browser

export default async function flow({ emulator }) {
  const { createClerkClient } = await import('@clerk/chrome-extension/background')
  const clerk = await createClerkClient({ publishableKey: emulator.env.CLERK_PUBLISHABLE_KEY })
  await useDevice(clerk, emulator)
  if (Object.keys(kept).length !== 1) throw new Error('the extension keeps no token')
}
