// What only a test that asserts something loads.
export { delivered } from './delivered.ts'
export { received, receivedInOrder } from './received.ts'
