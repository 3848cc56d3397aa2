// @clerk/expo, as an application for iOS loads it: React Native itself is a stub, as it has no build for Node.js.
import Module, { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { seed as devices, useDevice } from './clerk-devices.mjs'

export const service = 'auth-saas'
export const seed = devices

const load = createRequire(import.meta.url)
const reactNative = new Proxy(
  { Platform: { OS: 'ios' }, TurboModuleRegistry: { get: () => null } },
  { get: (known, name) => known[name] ?? (() => undefined) },
)

/** Signs in on a device with a package for Expo, and with the build of Clerk's library that it loads. */
export async function useExpo(name, build, emulator) {
  // oxlint-disable-next-line no-underscore-dangle -- Node.js gives its loader of CommonJS this name
  const original = Module._load
  // oxlint-disable-next-line no-underscore-dangle -- Node.js gives its loader of CommonJS this name
  Module._load = (request, ...rest) =>
    /^(?:react-native|expo)(?:$|[-/])/.test(request) ? reactNative : original(request, ...rest)
  globalThis.window = globalThis
  const folder = dirname(dirname(load.resolve(name)))
  const { createClerkInstance } = load(join(folder, 'dist/provider/singleton/createClerkInstance.js'))
  const library = createRequire(join(folder, 'package.json')).resolve('@clerk/clerk-js')
  const { Clerk } = load(join(dirname(library), build))
  const kept = new Map()
  const tokenCache = {
    getToken: async (key) => kept.get(key),
    saveToken: async (key, token) => void kept.set(key, token),
    clearToken: (key) => void kept.delete(key),
  }
  const publishableKey = emulator.env.CLERK_PUBLISHABLE_KEY
  const clerk = createClerkInstance(Clerk)({ publishableKey, tokenCache })
  await clerk.load({ standardBrowser: false })
  await useDevice(clerk, emulator)
  if (kept.size !== 1) throw new Error('the application keeps no token')
  await clerk.signOut()
  if (clerk.user) throw new Error('still signed in')
}

export default ({ emulator }) => useExpo('@clerk/expo', 'clerk.native.js', emulator)
