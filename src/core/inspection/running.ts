import type { Instance } from '../instance.ts'
import { shared } from '../shared.ts'

/** The instances of this process that listen: the inspector of one shows all of them. */
const running = shared('running instances', () => new Set<Instance>())

/** Adds an instance that listens; returns the function that removes it. */
export function addRunning(instance: Instance): () => void {
  running.add(instance)
  return () => running.delete(instance)
}

/** The instances of this process that are made when something needs them: a function for each that makes it. */
const sleeping = shared('sleeping instances', () => new Set<() => void>())

/**
 * Adds an instance that an inspector of this process makes, to show it too; returns the function that removes it, which
 * is called once the instance is made.
 */
export function addSleeping(wake: () => void): () => void {
  sleeping.add(wake)
  return () => sleeping.delete(wake)
}

/**
 * Returns the instances that the inspector of this one shows, itself first. One that is open to the network has a token
 * of its own, which gives access to no other.
 */
export function inspectedWith(instance: Instance): readonly Instance[] {
  if (instance.controlToken !== null || instance.tenant !== null) return [instance]
  for (const wake of sleeping) wake()
  const others = [...running].filter((each) => each !== instance && each.controlToken === null)
  return [instance, ...others]
}
