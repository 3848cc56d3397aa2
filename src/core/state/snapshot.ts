declare const opaque: unique symbol

/** The state of an instance at one moment. Taking a snapshot and going back to it cost the same at any size. */
export interface Snapshot {
  readonly [opaque]: true
}
