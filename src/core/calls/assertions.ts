// Only a test that asserts something loads this module.
export { delivered } from './delivered.ts'
export { received, receivedInOrder } from './received.ts'
