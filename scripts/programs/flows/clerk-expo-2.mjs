// @clerk/clerk-expo, the name of @clerk/expo until its major 2.
import { useExpo } from './clerk-expo.mjs'

export { seed, service } from './clerk-expo.mjs'

export default ({ emulator }) => useExpo('@clerk/clerk-expo', 'clerk.headless.js', emulator)
