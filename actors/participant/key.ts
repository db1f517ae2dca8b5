/** A key as a message carries it: the secret itself stays with the front-end, which shows it after the commit. */
export interface NewKey {
  /** crd_ */
  readonly id: string
  /** SHA-256 in hex */
  readonly hash: string
  readonly label?: string
}
