/**
 * The option by which backlot starts a thread of its own: its calls are not those of the application, so that they need
 * no interception.
 */
export const OWN_THREAD = Symbol.for('backlot.own-thread')
